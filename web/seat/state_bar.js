// The bar over the map: what is asked of the person now.

import { h } from "../lib/dom.js";
import { icon } from "../lib/icons.js";
import { hasCompany } from "./names.js";
import { sign, tellMove, tellSide } from "../lib/tickets.js";

/** @typedef {import("../lib/types").View} View */
/** @typedef {import("./play.js").Play} Play */

/**
 * Draws the bar: whose move it is, what was chosen so far, and what can be pressed.
 * @param {Play} play
 */
export function drawBar(play) {
  const { view, picker, table } = play;
  if (!view) return;
  const undo = canUndo(play)
    ? h(
        "button.quiet-button",
        { onclick: () => void play.undo(), title: "Take back (U)" },
        icon("undo"),
        h("span.wide-only", {}, "Take back"),
      )
    : null;
  if (view.outcome) table.setBar(h("p", {}, view.outcome.text), undo);
  else if (!view.your_turn) table.setBar(waiting(view), undo);
  else if (play.sending) table.setBar(h("p", {}, `Playing ${tellMove(play.pending ?? "")} …`));
  else if (play.pending !== null) {
    table.setBar(
      h("p", {}, `${upper(tellMove(play.pending))}?`),
      h("button.primary", { onclick: () => void play.confirm() }, "Confirm"),
      h("button.quiet-button", { onclick: () => play.back() }, "Cancel"),
    );
  } else if (picker.double) {
    const { first } = picker;
    table.setBar(
      h(
        "p",
        {},
        h("b", {}, "Double move: "),
        first
          ? h("span", {}, "first step ", sign(first.ticket), ` ${first.to} – choose the second`)
          : "choose the first step",
      ),
      h("button.quiet-button", { onclick: () => play.back() }, first ? "Take back" : "Cancel", h("kbd", {}, "Esc")),
    );
  } else {
    const { hint } = play.help;
    table.setBar(
      hint
        ? h("p.bar-hint", {}, icon("bulb"), h("span", {}, h("b", {}, `${upper(tellMove(hint.move))} `), hint.reason))
        : null,
      h("p", {}, h("b", {}, `${mover(play)}: `), picker.pass ? "no move is possible" : "choose a lit station"),
      picker.pass ? h("button.primary", { onclick: () => play.passed() }, "Pass") : null,
      picker.canDouble
        ? h(
            "button.double-button",
            { onclick: () => play.toggleDouble(), title: "Two moves in one turn (D)" },
            sign("double"),
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

/** Who is to move, in the words of the bar. @param {Play} play */
function mover(play) {
  const { view, picker } = play;
  if (view?.turn === "mr_x") return "Your move";
  return `Detective ${picker.by ?? view?.turn.slice(10)}`;
}

/** Whether this seat has a move to take back. @param {Play} play */
function canUndo(play) {
  const { view } = play;
  if (!view || view.seat.startsWith("watch") || view.state === "cancelled" || play.sending) return false;
  // The end has shown Mr X: only one who plays alone may go on from there.
  if (view.outcome && hasCompany(view)) return false;
  const mine = (/** @type {string} */ by) =>
    by === view.seat || (view.seat === "detectives" && by.startsWith("detective-"));
  return view.moves.some(({ by }) => mine(by));
}

/** @param {string} text */
const upper = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/** @param {View} view */
function waiting(view) {
  if (view.state === "cancelled") return h("p", {}, "This game was ended before its time.");
  if (view.paused) return h("p", {}, "Paused");
  const who = tellSide(view.turn);
  return h(
    "p.waiting",
    {},
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
  if (!view.may_agree)
    return h("p.quiet", {}, `${tellSide(view.undo_asked)} asked to take back.`);
  return h(
    "p.asked",
    {},
    `${tellSide(view.undo_asked)} would like to take back a move. `,
    h("button", { onclick: () => void play.undo() }, "Allow"),
  );
}
