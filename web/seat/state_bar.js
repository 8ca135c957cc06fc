// The bar over the map: what is asked of the person now.

import { api } from "../lib/api.js";
import { h } from "../lib/dom.js";
import { parts, t } from "../lib/i18n.js";
import { icon } from "../lib/icons.js";
import { reasonText } from "../lib/message_text.js";
import { showFault } from "../lib/messages.js";
import { moveText } from "../lib/moves.js";
import { isWatching, seatName } from "../lib/seats.js";
import { capitalised } from "../lib/text.js";
import { emptySeat, proposalText } from "./proposal.js";
import { ticketSign } from "./signs.js";
import { canUndo, outcomeText, pieceToMove } from "./view.js";

/** @typedef {import("../lib/types").View} View */
/** @typedef {import("./play.js").Play} Play */

/**
 * Draws the bar: whose move it is, what was chosen so far, and what can be pressed.
 * @param {Play} play
 */
export function drawBar(play) {
  const { view, picker, screen } = play;
  if (!view) return;
  const undo =
    canUndo(view) && !play.sending
      ? h(
          "button.quiet-button",
          { onclick: () => void play.undo(), title: t("bar.take_back.title") },
          icon("undo"),
          h("span.wide-only", {}, t("bar.take_back")),
        )
      : null;
  if (screen.looked !== null) {
    screen.setBar(
      h("p", {}, h("b", {}, t("look.round", { round: screen.looked }))),
      h("button.primary", { onclick: () => play.lookAway() }, t("look.back"), h("kbd", {}, "Esc")),
    );
  } else if (view.outcome)
    screen.setBar(
      h("p", {}, outcomeText(view)),
      h("button.primary.result-button", { onclick: () => play.showResult(view) }, t("end.result")),
      undo,
    );
  else if (!view.your_turn) screen.setBar(waiting(view), goOn(view, play.seat), undo);
  else if (play.sending) screen.setBar(h("p", {}, t("bar.playing", { move: moveText(play.pending ?? "") })));
  else if (play.pending !== null) {
    screen.setBar(
      h("p", {}, t("bar.question", { move: capitalised(moveText(play.pending)) })),
      h("button.primary", { onclick: () => void play.confirm() }, t("bar.confirm")),
      h("button.quiet-button", { onclick: () => play.back() }, t("cancel")),
    );
  } else if (picker.double) {
    const { first } = picker;
    screen.setBar(
      first ? null : hintText(play, view),
      h(
        "p.bar-ask",
        {},
        h("b", {}, t("bar.double.lead")),
        first
          ? h("span", {}, parts("bar.double.second", { ticket: ticketSign(first.ticket), to: first.to }))
          : t("bar.double.first"),
      ),
      h(
        "button.quiet-button",
        { onclick: () => play.back() },
        first ? t("bar.take_back") : t("cancel"),
        h("kbd", {}, "Esc"),
      ),
    );
  } else {
    const { hint } = play.help;
    screen.setBar(
      hintText(play, view),
      h(
        "p.bar-ask",
        {},
        h("b", {}, t("bar.mover", { who: mover(play, view) })),
        picker.pass ? t("bar.no_move") : t("bar.choose"),
      ),
      picker.pass ? h("button.primary", { onclick: () => play.passed() }, t("bar.pass")) : null,
      hint || picker.pass ? null : hintButton(play, view),
      picker.canDouble
        ? h(
            "button.double-button",
            { onclick: () => play.toggleDouble(), title: t("bar.double.title"), "aria-label": t("bar.double") },
            ticketSign("double"),
            h("span", {}, t("bar.double")),
          )
        : null,
      picker.movers.length > 1
        ? h("button.quiet-button", { onclick: () => play.nextDetective() }, t("bar.next"), h("kbd", {}, "N"))
        : null,
      undo,
    );
  }
}

/** Asks for a hint where everybody finds it. @param {Play} play @param {View} view */
function hintButton({ help }, view) {
  if (view.help?.hints === false) return null;
  return h(
    "button.quiet-button.bar-hint-button",
    { onclick: () => help.askHint(), title: t("help.ask"), "aria-label": t("bar.hint") },
    icon("bulb"),
    h("span.wide-only", {}, help.wanted ? t("help.thinking") : t("bar.hint")),
    h("kbd", {}, "H"),
  );
}

/** The hint in words, with its reason. @param {Play} play @param {View} view */
function hintText(play, view) {
  const { hint } = play.help;
  if (!hint) return null;
  const lead = hintLead(play, view, moveText(hint.move));
  return h("p.bar-hint", {}, icon("bulb"), h("span", {}, h("b", {}, `${lead} `), reasonText(hint)));
}

/** The move of a hint, with who is to make it. @param {Play} play @param {View} view @param {string} move */
const hintLead = (play, view, move) =>
  view.turn === "mr_x" ? capitalised(move) : t("feed.row", { who: mover(play, view), move });

/** Who is to move, in the words of the bar. @param {Play} play @param {View} view */
function mover(play, view) {
  return view.turn === "mr_x" ? t("bar.your_move") : seatName(pieceToMove(view, play.picker.by));
}

/** Goes on with a game that was ended before its time. @param {View} view @param {import("../lib/types").SeatKey} seat */
function goOn(view, { id, token }) {
  if (view.state !== "cancelled" || isWatching(view.seat)) return null;
  return h("button.primary", { onclick: () => void api.resume(id, token).catch(showFault) }, t("more.go_on"));
}

/** @param {View} view */
function waiting(view) {
  if (view.state === "cancelled") return h("p", {}, t("bar.cancelled"));
  if (view.paused) return h("p", {}, t("bar.paused"));
  const empty = emptySeat(view);
  if (empty) return h("p.waiting", {}, parts("bar.empty", { who: h("b", {}, seatName(empty)) }));
  const who = h("b", {}, seatName(view.turn));
  const thinking = view.turn === "detectives" ? "bar.thinking.team" : "bar.thinking";
  return h(
    "p.waiting",
    {},
    view.unwatched ? t("bar.waited") : null,
    view.cut_short ? t("bar.cut_short") : null,
    parts(view.thinking ? thinking : "bar.to_move", { who }),
    h("span.dots", { "aria-hidden": "true" }, h("i"), h("i"), h("i")),
  );
}

/**
 * Somebody asks to take a move back.
 * @param {Play} play
 * @param {View} view
 */
export function undoAsked(play, view) {
  if (!view.undo_asked || view.outcome) return null;
  if (!view.may_agree) return h("p.quiet", {}, t("undo.asked", { who: seatName(view.undo_asked) }));
  return h(
    "p.asked",
    {},
    t("undo.question", { who: seatName(view.undo_asked) }),
    h("button", { onclick: () => void play.undo() }, t("vote.allow")),
    h("button.quiet-button", { onclick: () => void play.decline("undo") }, t("vote.decline")),
  );
}

/**
 * Somebody asks for something that concerns everybody.
 * @param {Play} play
 * @param {View} view
 */
export function proposalAsked(play, view) {
  const { proposal, seat } = view;
  if (!proposal) return null;
  const text = proposalText(proposal, seat);
  const [allow, decline] = [() => void play.agree(proposal), () => void play.decline("proposal")];
  if (proposal.may_vote)
    return h(
      "p.asked",
      { role: "status" },
      `${text} `,
      h("button", { onclick: allow }, t("vote.allow")),
      h("button.quiet-button", { onclick: decline }, t("vote.decline")),
    );
  const withdraw = proposal.by === seat ? h("button.quiet-button", { onclick: decline }, t("vote.withdraw")) : null;
  return h("p.asked.quiet", { role: "status" }, `${text} `, withdraw);
}
