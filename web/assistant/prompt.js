// What the assistant asks and answers.

import { fill, h } from "../lib/dom.js";
import { byCode, parts, t } from "../lib/i18n.js";
import { icon } from "../lib/icons.js";
import { announce, toast } from "../lib/messages.js";
import { isPass, moveText } from "../lib/moves.js";
import { detectiveSeat, seatName } from "../lib/seats.js";
import { TICKET } from "../lib/tickets.js";
import { chanceList } from "../seat/chance_list.js";
import { pieceDot, ticketSign } from "../seat/signs.js";

/** @typedef {import("./assistant.js").Assistant} Assistant */
/** @typedef {import("../lib/types").Letter} Letter */

/** Stations listed with their probability. */
const LISTED = 8;

/**
 * Asks for what happens next at the table.
 * @param {Assistant} assistant
 */
export function drawPrompt(assistant) {
  const { phase, screen, log } = assistant;
  const undo =
    log.events.length > 0 || assistant.entry.steps.length > 0
      ? h("button.big-touch.undo", { onclick: () => assistant.undo() }, icon("undo"), t("assist.undo"))
      : null;
  const parts = {
    start: () => [
      h("h2", {}, t("assist.start", { number: log.starts.length + 1 })),
      h("p.quiet", {}, t("assist.start.text")),
      stationField(assistant),
    ],
    mr_x: () => mrXPrompt(assistant),
    surfaced: () => [
      h("h2", {}, t("assist.surfaced")),
      h("p.quiet", {}, t("assist.surfaced.text")),
      stationField(assistant),
    ],
    detectives: () => detectivesPrompt(assistant),
    over: () => [h("h2", {}, log.caught ? t("assist.caught") : t("assist.over")), h("p", {}, outcomeOf(assistant))],
    wait: () => [h("p.quiet", {}, t("assist.wait"))],
    fault: () => [
      h("h2", {}, t("assist.fault")),
      h("p.fault", { role: "alert" }, assistant.fault),
      h("p.quiet", {}, t("assist.fault.text")),
    ],
  };
  const content = parts[phase]();
  announce(content[0]?.textContent ?? "");
  fill(screen.status, phase === "start" ? null : rounds(assistant), h("div.prompt", {}, content, undo));
}

/** How it ended, as the server says. @param {Assistant} assistant */
function outcomeOf({ answer }) {
  const outcome = answer?.outcome;
  if (!outcome) return "";
  return outcome.reason === "captured" ? outcome.text : byCode(`outcome.${outcome.reason}`, outcome.text);
}

/** @param {Assistant} assistant */
function rounds(assistant) {
  const { log, answer } = assistant;
  const next = answer?.next_surfacing ?? null;
  const now = Math.min(log.slots + (assistant.phase === "mr_x" ? 1 : 0), log.rules.slots);
  const slot = h("b", {}, t("assist.slot", { slot: now, slots: log.rules.slots }));
  return h("p.assist-round", {}, next === null ? slot : parts("assist.slot.next", { slot, next }));
}

/** @param {Assistant} assistant */
function mrXPrompt(assistant) {
  const { entry, answer } = assistant;
  const legal = answer?.legal_tickets_for_mr_x ?? ["T", "B", "U", "K"];
  const letters = /** @type {Letter[]} */ (["T", "B", "U", "K"].filter((letter) => legal.includes(letter)));
  const mayDouble = answer?.may_double ?? false;
  const title = entry.double
    ? entry.steps.length === 0
      ? t("assist.double.first")
      : t("assist.double.second")
    : t("assist.ticket");
  return [
    h("h2", {}, title),
    entry.steps.length > 0 ? h("p.quiet", {}, t("assist.first", { move: moveText(entry.steps[0]) })) : null,
    h(
      "div.ticket-pad",
      {},
      letters.map((letter) =>
        h(
          `button.big-touch.pay.${TICKET[letter]}`,
          { onclick: () => assistant.mrX(entry.ticket(letter)) },
          ticketSign(TICKET[letter], true),
        ),
      ),
    ),
    mayDouble && !entry.double
      ? h(
          "button.big-touch",
          {
            onclick: () => {
              entry.double = true;
              assistant.draw();
            },
          },
          ticketSign("double", true),
          t("assist.double"),
        )
      : null,
    entry.double ? null : caughtButton(assistant),
  ];
}

/** @param {Assistant} assistant */
function detectivesPrompt(assistant) {
  const { answer } = assistant;
  const movers = assistant.movers();
  const suggestions = answer?.suggestions ?? [];
  const pass = answer?.legal.find(({ move, by }) => isPass(move) && (by === undefined || by === assistant.by));
  const mine = suggestions.find(({ detective }) => detective === assistant.by);
  return [
    h("h2.prompt-title", {}, pieceDot(detectiveSeat(assistant.by)), t("assist.went", { number: assistant.by })),
    movers.length > 1
      ? h(
          "div.movers",
          { role: "group", "aria-label": t("assist.detective") },
          movers.map((by) =>
            h(
              "button",
              {
                "aria-pressed": String(by === assistant.by),
                onclick: () => assistant.select(by),
                "aria-label": seatName(detectiveSeat(by)),
              },
              pieceDot(detectiveSeat(by)),
            ),
          ),
        )
      : null,
    mine
      ? h(
          "button.big-touch.suggested",
          { onclick: () => assistant.detective(mine.move) },
          h("span", {}, h("b", {}, t("assist.suggested", { move: moveText(mine.move) })), h("small", {}, mine.reason)),
        )
      : assistant.suggesting
        ? h("p.quiet", {}, t("assist.suggesting"))
        : null,
    h("p.quiet", {}, t("assist.tap")),
    pass ? h("button.big-touch", { onclick: () => assistant.detective(pass.move) }, t("assist.pass")) : null,
    caughtButton(assistant),
  ];
}

/** Only the people at the table know whether the last move was the capture. @param {Assistant} assistant */
function caughtButton(assistant) {
  if (assistant.log.events.at(-1)?.kind !== "detective" || !assistant.mayBeCapture) return null;
  const caught = () => {
    assistant.log.add({ kind: "caught" });
    void assistant.changed();
  };
  return h("button.big-touch", { onclick: caught }, t("assist.we_caught"));
}

/** @param {Assistant} assistant */
function stationField(assistant) {
  const field = /** @type {HTMLInputElement} */ (
    h("input", {
      type: "text",
      inputmode: "numeric",
      "aria-label": t("assist.station.label"),
      placeholder: t("assist.station"),
      autocomplete: "off",
    })
  );
  const enter = (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    const n = Number(field.value);
    if (assistant.screen.board.stations.has(n)) assistant.pick(n);
    else toast(t("assist.no_station", { station: field.value }), "bad");
  };
  return h("form.number-entry", { onsubmit: enter }, field, h("button", { type: "submit" }, t("assist.enter")));
}

/**
 * Where he can be, and where the detectives should go.
 * @param {Assistant} assistant
 */
export function drawFacts(assistant) {
  const { answer, screen, phase } = assistant;
  if (!answer || phase === "start" || phase === "over") {
    fill(screen.sections.help, h("p.quiet", {}, phase === "start" ? t("assist.first_place") : ""));
    return;
  }
  const count = answer.candidates.length;
  fill(
    screen.sections.help,
    h(
      "h2",
      {},
      count === 1 ? t("assist.he_is", { station: answer.candidates[0] }) : t("assist.possible", { n: count }),
    ),
    chanceList(answer.belief, LISTED),
    answer.suggestions.length > 1
      ? h(
          "div.suggestions",
          {},
          h("h3", {}, t("assist.suggestions")),
          h(
            "ul",
            {},
            answer.suggestions.map(({ detective, move, reason }) =>
              h(
                "li",
                {},
                pieceDot(detectiveSeat(detective)),
                h("span", {}, h("b", {}, moveText(move)), h("small", {}, reason)),
              ),
            ),
          ),
        )
      : null,
  );
}
