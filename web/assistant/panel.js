// The panel of the detectives' assistant. Its buttons are made once and stay where they are; only what they say changes.

import { fill, h } from "../lib/dom.js";
import { byCode, t } from "../lib/i18n.js";
import { icon } from "../lib/icons.js";
import { reasonText } from "../lib/message_text.js";
import { announce, dialog } from "../lib/messages.js";
import { endOf, isPass, moveText, parseMove } from "../lib/moves.js";
import { detectiveSeat, seatName } from "../lib/seats.js";
import { capitalised } from "../lib/text.js";
import { KINDS, LETTER } from "../lib/tickets.js";
import { chanceList } from "../seat/chance_list.js";
import { pieceDot, ticketSign } from "../seat/signs.js";
import { drawDoubt } from "./doubt.js";
import { roundLine, stationField } from "./parts.js";

/** @typedef {import("./assistant.js").Assistant} Assistant */
/** @typedef {import("../lib/types").Ticket} Ticket */

/** Stations listed with their probability. */
const LISTED = 8;

export class Panel {
  /** @param {Assistant} table */
  constructor(table) {
    this.table = table;
    this.round = h("p.assist-round");
    this.question = h("h2.assist-question", { tabindex: "-1" });
    this.note = h("p.quiet.assist-note");
    this.tickets = new Map(KINDS.map((kind) => [kind, this.ticketButton(kind)]));
    this.station = stationField(table);
    this.crew = h("div.crew", { role: "group", "aria-label": t("assist.crew") });
    this.reason = h("p.assist-reason");
    this.all = h("button.primary.big-touch", { onclick: () => table.commit() });
    this.undo = h("button.big-touch", { onclick: () => table.undo() }, icon("undo"), t("assist.undo"));
    this.caught = h("button.big-touch", { onclick: () => this.askCaught() }, t("assist.we_caught"));
    this.doubt = h("div.doubt");
    fill(
      table.screen.status,
      h(
        "div.assist-ask",
        {},
        this.round,
        this.question,
        this.note,
        this.doubt,
        h("div.ticket-pad", { role: "group", "aria-label": t("assist.ticket") }, [...this.tickets.values()]),
        this.crew,
        h("div.assist-slot", {}, this.station, this.reason),
        this.all,
        h("div.assist-foot", {}, this.undo, this.caught),
      ),
    );
  }

  /** @param {Ticket | "double"} kind */
  ticketButton(kind) {
    const press = () => (kind === "double" ? this.table.double() : this.table.ticket(LETTER[kind]));
    return h(`button.pay.${kind}`, { onclick: press }, ticketSign(kind, true));
  }

  draw() {
    const { table } = this;
    const [question, note] = this.words();
    if (this.question.textContent !== question) announce(question);
    this.question.textContent = question;
    this.note.textContent = note;
    this.round.textContent =
      table.phase === "start" ? "" : roundLine(table.log, table.phase, table.answer?.next_surfacing ?? null);
    drawDoubt(this.doubt, table);
    this.drawTickets();
    this.station.hidden = table.phase !== "start" && table.phase !== "surfaced";
    this.drawCrew();
    this.drawFoot();
    this.drawFacts();
  }

  /** @returns {[string, string]} what is asked, and how to answer */
  words() {
    const { phase, entry, log, answer } = this.table;
    switch (phase) {
      case "start":
        return [t("assist.start", { number: log.starts.length + 1 }), t("assist.start.text")];
      case "mr_x":
        if (!entry.double) return [t("assist.ticket"), t("assist.ticket.text")];
        return entry.steps.length === 0
          ? [t("assist.double.first"), t("assist.ticket.text")]
          : [t("assist.double.second"), t("assist.first", { move: moveText(entry.steps[0]) })];
      case "surfaced":
        return [t("assist.surfaced"), t("assist.surfaced.text")];
      case "detectives":
        return [t("assist.round"), t("assist.round.text")];
      case "over":
        return [t(log.caught ? "assist.caught" : "assist.over"), outcomeText(answer?.outcome ?? null)];
      case "fault":
        return [t("assist.fault"), ""];
      default:
        return [t("assist.wait"), ""];
    }
  }

  drawTickets() {
    const { phase, answer, entry, log } = this.table;
    const legal = answer?.legal_tickets_for_mr_x ?? [];
    const last = log.turns().at(-1);
    const event = last && phase === "detectives" ? log.events[last.mrX ?? 0] : null;
    const laid = event && "move" in event ? parseMove(event.move) : null;
    for (const [kind, button] of this.tickets) {
      const open = phase === "mr_x" || phase === "surfaced";
      const may =
        kind === "double"
          ? (answer?.may_double ?? false) && entry.steps.length === 0
          : entry.steps.length > 0 || legal.includes(LETTER[kind]);
      const on =
        kind === "double"
          ? open
            ? entry.double
            : laid?.double
          : open
            ? entry.open === LETTER[kind]
            : laid?.steps.some(({ ticket }) => ticket === kind);
      button.toggleAttribute("disabled", !(phase === "mr_x" && may) && !(phase === "surfaced" && on));
      button.setAttribute("aria-pressed", String(Boolean(on)));
    }
  }

  /** One button for each detective: where he goes. */
  drawCrew() {
    const { table } = this;
    const { plan, phase, log } = table;
    const focused = this.crew.contains(document.activeElement)
      ? [...this.crew.children].indexOf(/** @type {Element} */ (document.activeElement))
      : -1;
    fill(
      this.crew,
      Array.from({ length: log.count }, (_, i) => this.crewButton(i + 1)),
    );
    if (focused >= 0) /** @type {HTMLElement} */ (this.crew.children[focused])?.focus({ preventScroll: true });
    const active = phase === "detectives" && plan !== null;
    const mine = active ? plan.planned.get(table.by) : undefined;
    this.reason.textContent = !active
      ? ""
      : mine
        ? mine.own
          ? t("assist.chosen", { who: seatName(detectiveSeat(table.by)), move: moveText(mine.move) })
          : mine.reason
        : table.thinking
          ? t("assist.suggesting")
          : t("assist.tap");
    this.all.textContent = t(active && plan.changed ? "assist.enter_moves" : "assist.all");
    this.all.toggleAttribute("disabled", !active || !plan.complete);
  }

  /** @param {number} by */
  crewButton(by) {
    const { table } = this;
    const { plan } = table;
    const seat = detectiveSeat(by);
    const moves = table.phase === "detectives" && (plan?.position.movers.includes(by) ?? false);
    const planned = moves ? plan?.planned.get(by) : undefined;
    const fits = planned && plan?.fits(by);
    const step = planned && fits ? parseMove(planned.move)?.steps[0] : undefined;
    const where = planned && fits ? moveText(planned.move) : t("assist.undecided");
    return h(
      `button.crew-button${planned?.own ? ".own" : ""}`,
      {
        disabled: !moves,
        "aria-pressed": String(moves && table.by === by),
        "aria-label": moves ? t("assist.crew.one", { who: seatName(seat), move: where }) : seatName(seat),
        onclick: () => table.select(by),
      },
      pieceDot(seat),
      step
        ? h("span.crew-ride", {}, ticketSign(step.ticket), h("b", {}, String(endOf(planned?.move ?? "") ?? "")))
        : h(
            "span.crew-ride",
            {},
            planned && fits && isPass(planned.move) ? "–" : moves ? "?" : String(table.log.stations()[by - 1] ?? ""),
          ),
    );
  }

  drawFoot() {
    const { table } = this;
    const some = table.log.events.length > 0 || table.entry.steps.length > 0 || table.entry.double;
    this.undo.toggleAttribute("disabled", !some);
    this.caught.toggleAttribute("disabled", table.captures().length === 0);
  }

  /** Only the people at the table know which move was the capture. */
  askCaught() {
    const { table } = this;
    const captures = table.captures();
    if (captures.length === 1) return table.caught(captures[0]);
    const box = dialog(t("assist.who_caught"), [
      h(
        "div.rows",
        {},
        captures.map((capture) =>
          h(
            "button.big-touch",
            {
              onclick: () => {
                box.close();
                table.caught(capture);
              },
            },
            pieceDot(detectiveSeat(capture.by ?? capture.at + 1)),
            t("assist.caught_at", { who: seatName(detectiveSeat(capture.by ?? capture.at + 1)), station: capture.to }),
          ),
        ),
      ),
    ]);
  }

  /** Where he can be, and why the detectives should go where they are sent. */
  drawFacts() {
    const { answer, screen, phase, plan } = this.table;
    const place = screen.sections.help;
    if (!answer || phase === "start" || phase === "over")
      return fill(place, h("p.quiet", {}, phase === "start" ? t("assist.first_place") : ""));
    const { candidates, suggestions } = answer;
    const reasons = plan && !plan.changed ? suggestions.filter(({ reason }) => reason) : [];
    fill(
      place,
      h(
        "h2",
        {},
        candidates.length === 1
          ? t("assist.he_is", { station: candidates[0] })
          : t("assist.possible", { n: candidates.length }),
      ),
      chanceList(answer.belief, LISTED),
      reasons.length > 0
        ? h(
            "div.suggestions",
            {},
            h("h3", {}, t("assist.suggestions")),
            h(
              "ul",
              {},
              reasons.map((suggestion) =>
                h(
                  "li",
                  {},
                  pieceDot(detectiveSeat(suggestion.detective)),
                  h(
                    "span",
                    {},
                    h("b", {}, capitalised(moveText(suggestion.move))),
                    h("small", {}, reasonText(suggestion)),
                  ),
                ),
              ),
            ),
          )
        : null,
    );
  }
}

/** How it ended. @param {import("../lib/types").Outcome | null} outcome */
function outcomeText(outcome) {
  if (!outcome) return "";
  return outcome.reason === "captured" ? outcome.text : byCode(`outcome.${outcome.reason}`, outcome.text);
}
