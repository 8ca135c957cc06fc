// The panel of Mr X's assistant. Its buttons stay where they are; only what they say changes.

import { fill, h } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { icon } from "../lib/icons.js";
import { reasonText } from "../lib/message_text.js";
import { announce } from "../lib/messages.js";
import { endOf, moveText, parseMove } from "../lib/moves.js";
import { detectiveSeat, seatName } from "../lib/seats.js";
import { capitalised } from "../lib/text.js";
import { chanceList } from "../seat/chance_list.js";
import { pieceDot, ticketSign } from "../seat/signs.js";
import { drawDoubt } from "./doubt.js";
import { roundLine, stationField } from "./parts.js";

/** @typedef {import("./mr_x_assistant.js").MrXAssistant} MrXAssistant */
/** @typedef {import("../lib/rooms").MrXAssist} MrXAssist */

/** Moves listed, and stations with their probability. */
const [MOVES, LISTED] = [5, 8];

export class MrXPanel {
  /** @param {MrXAssistant} table */
  constructor(table) {
    this.table = table;
    this.round = h("p.assist-round");
    this.question = h("h2.assist-question", { tabindex: "-1" });
    this.note = h("p.quiet.assist-note");
    this.doubt = h("div.doubt");
    this.station = stationField(table);
    this.best = h("button.primary.big-touch", { onclick: () => this.takeBest() });
    this.double = h(
      "button.big-touch",
      { onclick: () => table.double(), "aria-pressed": "false" },
      ticketSign("double"),
      t("bar.double"),
    );
    this.crew = h("div.crew", { role: "group", "aria-label": t("assist.crew") });
    this.undo = h("button.big-touch", { onclick: () => table.undo() }, icon("undo"), t("assist.undo"));
    this.caught = h("button.big-touch", { onclick: () => table.caught() }, t("assist.i_am_caught"));
    fill(
      table.screen.status,
      h(
        "div.assist-ask",
        {},
        this.round,
        this.question,
        this.note,
        this.doubt,
        this.station,
        h("div.assist-foot", {}, this.best, this.double),
        this.crew,
        h("div.assist-foot", {}, this.undo, this.caught),
      ),
    );
  }

  takeBest() {
    const move = this.table.answer?.suggestion?.move;
    if (move) this.table.move(move);
  }

  draw() {
    const { table } = this;
    const { phase, answer, picker, log } = table;
    const [question, note] = this.words();
    if (this.question.textContent !== question) announce(question);
    this.question.textContent = question;
    this.note.textContent = note;
    const next = log.rules.surfacings.find((slot) => slot > log.slots) ?? null;
    this.round.textContent = phase === "start" ? "" : roundLine(log, phase, next);
    drawDoubt(this.doubt, table);
    this.station.hidden = phase !== "start";
    const suggestion = phase === "mr_x" ? answer?.suggestion : null;
    this.best.textContent = suggestion
      ? capitalised(moveText(suggestion.move))
      : t(phase === "mr_x" ? "assist.suggesting" : "assist.best");
    this.best.toggleAttribute("disabled", !suggestion);
    this.double.toggleAttribute("disabled", phase !== "mr_x" || !picker?.canDouble);
    this.double.setAttribute("aria-pressed", String(Boolean(picker?.double)));
    this.undo.toggleAttribute("disabled", log.events.length === 0);
    this.caught.toggleAttribute("disabled", phase !== "detectives" && !(phase === "mr_x" && log.turns().length > 0));
    this.drawCrew();
    this.drawFacts();
  }

  /** @returns {[string, string]} */
  words() {
    const { phase, log, picker, by, answer } = this.table;
    switch (phase) {
      case "start":
        return log.starts.length < log.count
          ? [t("assist.start", { number: log.starts.length + 1 }), t("assist.start.text")]
          : [t("assist.hide"), t("assist.hide.text")];
      case "mr_x":
        if (picker.double) return [t(picker.first ? "puzzle.second_step" : "puzzle.first_step"), ""];
        return [t("assist.flee"), answer?.suggestion ? reasonText(answer.suggestion) : ""];
      case "detectives":
        return [t("assist.went", { number: by }), t("assist.went.text")];
      case "over":
        return [t(log.caught ? "end.lost.mr_x" : "end.won.mr_x"), ""];
      case "fault":
        return [t("assist.fault"), ""];
      default:
        return [t("assist.wait"), ""];
    }
  }

  drawCrew() {
    const { table } = this;
    const { plan, phase, log } = table;
    const stations = log.stations();
    const button = (/** @type {number} */ by) => {
      const seat = detectiveSeat(by);
      const moves = phase === "detectives" && (plan?.position.movers.includes(by) ?? false);
      const move = moves ? plan?.planned.get(by)?.move : undefined;
      const step = move ? parseMove(move)?.steps[0] : undefined;
      const at = stations[by - 1];
      return h(
        "button.crew-button",
        {
          disabled: !moves,
          "aria-pressed": String(moves && table.by === by),
          "aria-label": move ? t("assist.crew.one", { who: seatName(seat), move: moveText(move) }) : seatName(seat),
          onclick: () => table.select(by),
        },
        pieceDot(seat),
        h(
          "span.crew-ride",
          {},
          step ? ticketSign(step.ticket) : null,
          h("b", {}, move ? String(endOf(move) ?? "–") : String(at ?? "")),
        ),
      );
    };
    fill(
      this.crew,
      Array.from({ length: log.count }, (_, i) => button(i + 1)),
    );
  }

  /** What they can know, how near they are, and his best moves. */
  drawFacts() {
    const { answer, screen, phase } = this.table;
    const place = screen.sections.help;
    if (!answer || phase === "start" || phase === "over") return fill(place);
    fill(
      place,
      h("h2", {}, t("assist.they_know", { n: answer.candidates.length })),
      h(
        "p.quiet",
        {},
        answer.nearest
          .map((rides, i) =>
            rides === null
              ? t("assist.never_near", { who: seatName(detectiveSeat(i + 1)) })
              : t("assist.near", { who: seatName(detectiveSeat(i + 1)), n: rides }),
          )
          .join(" · "),
      ),
      phase === "mr_x" ? moveTable(answer, (move) => this.table.move(move)) : null,
      h("h3", {}, t("assist.they_think")),
      chanceList(answer.belief, LISTED),
    );
  }
}

/** @param {MrXAssist["legal"][number]} move the more they must search and the farther they are, the better */
const worth = ({ left_open: open = 0, rides, seen }) => Math.min(rides ?? 9, 4) * 100 + (seen ? 0 : open);

/** @param {MrXAssist} answer @param {(move: string) => void} onchoose */
function moveTable({ legal, suggestion }, onchoose) {
  const best = legal.filter(({ move }) => move === suggestion?.move);
  const others = legal.filter(({ move }) => move !== suggestion?.move).sort((a, b) => worth(b) - worth(a));
  return h(
    "div.suggestions",
    {},
    h("h3", {}, t("assist.where_to")),
    h(
      "ul",
      {},
      [...best, ...others]
        .slice(0, MOVES)
        .map(({ move, left_open: open, rides, seen }) =>
          h(
            "li.flee",
            {},
            h(
              "span",
              {},
              h("b", {}, capitalised(moveText(move))),
              h(
                "small",
                {},
                [
                  seen ? t("assist.seen_there") : open === undefined ? "" : t("assist.left_open", { n: open }),
                  rides === null || rides === undefined ? "" : t("message.nearest", { n: rides, rides }),
                ]
                  .filter(Boolean)
                  .join(" "),
              ),
            ),
            h(
              "button",
              { "aria-label": t("assist.go.one", { move: moveText(move) }), onclick: () => onchoose(move) },
              t("assist.go"),
            ),
          ),
        ),
    ),
  );
}
