// The bar over the map: what is asked of the person now.

import { h } from "../lib/dom.js";
import { icon } from "../lib/icons.js";
import { moveText } from "../lib/moves.js";
import { seatName } from "../lib/seats.js";
import { capitalised } from "../lib/text.js";
import { emptySeat, proposalText } from "./proposal.js";
import { ticketSign } from "./signs.js";
import { canUndo, pieceToMove } from "./view.js";

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
          { onclick: () => void play.undo(), title: "Take back (U)" },
          icon("undo"),
          h("span.wide-only", {}, "Take back"),
        )
      : null;
  if (view.outcome) screen.setBar(h("p", {}, view.outcome.text), undo);
  else if (!view.your_turn) screen.setBar(waiting(view), undo);
  else if (play.sending) screen.setBar(h("p", {}, `Playing ${moveText(play.pending ?? "")} …`));
  else if (play.pending !== null) {
    screen.setBar(
      h("p", {}, `${capitalised(moveText(play.pending))}?`),
      h("button.primary", { onclick: () => void play.confirm() }, "Confirm"),
      h("button.quiet-button", { onclick: () => play.back() }, "Cancel"),
    );
  } else if (picker.double) {
    const { first } = picker;
    screen.setBar(
      h(
        "p",
        {},
        h("b", {}, "Double move: "),
        first
          ? h("span", {}, "first step ", ticketSign(first.ticket), ` ${first.to} – choose the second`)
          : "choose the first step",
      ),
      h("button.quiet-button", { onclick: () => play.back() }, first ? "Take back" : "Cancel", h("kbd", {}, "Esc")),
    );
  } else {
    const { hint } = play.help;
    screen.setBar(
      hint
        ? h(
            "p.bar-hint",
            {},
            icon("bulb"),
            h("span", {}, h("b", {}, `${capitalised(moveText(hint.move))} `), hint.reason),
          )
        : null,
      h("p", {}, h("b", {}, `${mover(play, view)}: `), picker.pass ? "no move is possible" : "choose a lit station"),
      picker.pass ? h("button.primary", { onclick: () => play.passed() }, "Pass") : null,
      picker.canDouble
        ? h(
            "button.double-button",
            { onclick: () => play.toggleDouble(), title: "Two moves in one turn (D)" },
            ticketSign("double"),
            h("span", {}, "Double"),
          )
        : null,
      picker.movers.length > 1
        ? h("button.quiet-button", { onclick: () => play.nextDetective() }, "Next detective", h("kbd", {}, "N"))
        : null,
      undo,
    );
  }
}

/** Who is to move, in the words of the bar. @param {Play} play @param {View} view */
function mover(play, view) {
  return view.turn === "mr_x" ? "Your move" : seatName(pieceToMove(view, play.picker.by));
}

/** @param {View} view */
function waiting(view) {
  if (view.state === "cancelled") return h("p", {}, "This game was ended before its time.");
  if (view.paused) return h("p", {}, "Paused");
  const empty = emptySeat(view);
  if (empty) return h("p.waiting", {}, h("b", {}, seatName(empty)), ": nobody has sat down here yet");
  const who = seatName(view.turn);
  return h(
    "p.waiting",
    {},
    view.unwatched ? "The game waited for you. " : null,
    view.cut_short ? "The last move was cut short: its time was over. " : null,
    h("b", {}, who),
    view.thinking ? " is thinking" : " to move",
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
  if (!view.may_agree) return h("p.quiet", {}, `${seatName(view.undo_asked)} asked to take back.`);
  return h(
    "p.asked",
    {},
    `${seatName(view.undo_asked)} would like to take back a move. `,
    h("button", { onclick: () => void play.undo() }, "Allow"),
    h("button.quiet-button", { onclick: () => void play.decline("undo") }, "Decline"),
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
      h("button", { onclick: allow }, "Allow"),
      h("button.quiet-button", { onclick: decline }, "Decline"),
    );
  const withdraw =
    proposal.by === seat ? h("button.quiet-button", { onclick: decline }, "Take the question back") : null;
  return h("p.asked.quiet", { role: "status" }, `${text} `, withdraw);
}
