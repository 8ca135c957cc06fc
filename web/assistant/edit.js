// Changes an entry of the log of a real table, however long ago it was made.

import { segmented } from "../lib/controls.js";
import { h } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { dialog } from "../lib/messages.js";
import { isPass, moveText, parseMove } from "../lib/moves.js";
import { detectiveSeat, seatName } from "../lib/seats.js";
import { LETTER, ticketName } from "../lib/tickets.js";
import { TableLog } from "./table_log.js";

/** @typedef {import("../lib/types").Ticket} Ticket */
/** @typedef {import("./table_log.js").Turn} Turn */

/** @param {TableLog} log @param {number} at */
function moveAt(log, at) {
  const event = log.events[at];
  return "move" in event ? event.move : "";
}

/** A turn in a line: "taxi · 1 taxi to 46 · 2 bus to 58". @param {TableLog} log @param {Turn} turn */
export function turnText(log, { mrX, detectives }) {
  const his = mrX === null ? "" : moveText(moveAt(log, mrX));
  const theirs = detectives.map((at, i) => {
    const move = moveAt(log, at);
    return `${parseMove(move)?.by ?? i + 1}: ${isPass(move) ? t("move.pass") : (parseMove(move)?.steps.at(-1)?.to ?? "")}`;
  });
  return [his, theirs.join(", ")].filter(Boolean).join(" · ");
}

/**
 * Fields for one step: its ticket, and its station where it is known.
 * @param {string} name
 * @param {{ ticket: Ticket, to: number | null }} step is changed
 * @param {Ticket[]} kinds
 */
function stepFields(name, step, kinds) {
  const field =
    step.to === null
      ? null
      : h("input", {
          type: "text",
          inputmode: "numeric",
          value: String(step.to),
          "aria-label": `${name}: ${t("assist.station.label")}`,
          oninput: (/** @type {{ target: HTMLInputElement }} */ { target }) => {
            step.to = Number(target.value.replace(/\D/g, ""));
          },
        });
  return h(
    "div.edit-step",
    {},
    h("b", {}, name),
    segmented(
      name,
      kinds.map((id) => ({ id, name: ticketName(id) })),
      step.ticket,
      (ticket) => {
        step.ticket = ticket;
      },
    ),
    field,
  );
}

/**
 * @param {TableLog} log
 * @param {Turn} turn
 * @param {(log: TableLog) => void} ondone
 */
export function editTurn(log, turn, ondone) {
  const entries = [turn.mrX, ...turn.detectives].flatMap((at, i) => {
    const move = at === null ? null : parseMove(moveAt(log, at));
    return at === null || !move
      ? []
      : [{ at, move, name: i === 0 ? seatName("mr_x") : seatName(detectiveSeat(move.by ?? i)) }];
  });
  const save = () => {
    const copy = TableLog.restore(structuredClone(log.save()), log.rules);
    for (const { at, move } of entries) {
      const by = move.by === null ? "" : `${move.by}:`;
      const steps = move.steps.map(({ ticket, to }) => `${LETTER[ticket]}${to ?? "?"}`).join("");
      copy.change(at, `${by}${move.double ? "2" : ""}${steps}`);
    }
    box.close();
    ondone(copy);
  };
  const box = dialog(
    t("assist.edit.turn", { turn: turn.number }),
    [
      h("p.quiet", {}, t("assist.edit.text")),
      entries.flatMap(({ at, move, name }) =>
        move.steps.map((step) =>
          stepFields(
            name,
            step,
            at === turn.mrX ? ["taxi", "bus", "underground", "black"] : ["taxi", "bus", "underground"],
          ),
        ),
      ),
      h(
        "div.row-buttons",
        {},
        h("button.primary", { onclick: save }, t("assist.edit.save")),
        h("button", { onclick: () => box.close() }, t("cancel")),
      ),
    ],
    { wide: true },
  );
}
