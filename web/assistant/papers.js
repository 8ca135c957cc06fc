// The log and the tickets of a real table, and what can be done with them.

import { download, fill, h } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { icon } from "../lib/icons.js";
import { go } from "../lib/router.js";
import { detectiveNumber } from "../lib/seats.js";
import { memory } from "../lib/store.js";
import { recordButton } from "../seat/files.js";
import { drawTickets } from "../seat/ticket_table.js";
import { drawLog } from "../seat/travel_log.js";
import { editTurn, turnText } from "./edit.js";

/** @typedef {import("./table.js").Table<any>} Table */

/** @param {Table} table */
export function drawPapers(table) {
  const { log, answer, screen } = table;
  const entries = log.entries();
  const stocks = answer?.tickets ?? {
    mr_x: log.rules.tickets?.mr_x ?? {},
    detectives: log.starts.map(() => log.rules.tickets?.detective ?? {}),
  };
  drawLog(
    screen.sections.log,
    {
      slots: log.rules.slots,
      slot: entries.length,
      surfacings: log.rules.surfacings,
      log: entries,
      outcome: answer?.outcome ?? null,
      way: log.role === "mr_x" ? log.way() : null,
    },
    (slot) => edit(table, turnOfSlot(table, slot)),
  );
  drawTickets(
    screen.sections.tickets,
    {
      tickets: stocks,
      turn: answer?.turn ?? "",
      slot: entries.length,
      to_move: table.plan?.position.movers ?? [],
      stations: { mr_x: null, mr_x_seen: null, detectives: log.stations() },
      names: { mr_x: "", detectives: [] },
    },
    (id) => table.select(detectiveNumber(id) ?? 0),
  );
  fill(screen.sections.more, h("h2", {}, t("assist.log")), entryList(table), buttons(table));
}

/** @param {Table} table @param {number} slot @returns {number} the turn that wrote it */
function turnOfSlot({ log }, slot) {
  let last = log.setup?.slot ?? 0;
  for (const { number, mrX } of log.turns()) {
    const event = log.events[mrX ?? 0];
    last += "move" in event && event.move.startsWith("2") ? 2 : 1;
    if (slot <= last) return number;
  }
  return 0;
}

/** @param {Table} table @param {number} number of the turn */
function edit(table, number) {
  const turn = table.log.turns()[number - 1];
  if (turn) editTurn(table.log, turn, (log) => table.replace(log));
}

/** Every turn, each to be changed. @param {Table} table */
function entryList(table) {
  const { log } = table;
  const turns = log.turns().reverse();
  if (turns.length === 0) return null;
  return h(
    "ul.entries",
    { "aria-label": t("assist.entries") },
    turns.map((turn) =>
      h(
        "li",
        {},
        h("span", {}, h("b", {}, `${turn.number}`), ` ${turnText(log, turn)}`),
        h(
          "button.icon",
          {
            "aria-label": t("assist.edit.turn", { turn: turn.number }),
            title: t("assist.edit"),
            onclick: () => edit(table, turn.number),
          },
          icon("pen"),
        ),
      ),
    ),
  );
}

/** @param {Table} table */
function buttons({ log }) {
  const anew = () => {
    memory.write("assistant", null);
    go("#/assistant?new");
  };
  return h(
    "div.button-grid",
    {},
    recordButton(() => download("yard-table.txt", log.record())),
    h("button", { onclick: anew }, t("assist.new")),
  );
}
