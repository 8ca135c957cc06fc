// Whether an answer was right, why, and how much the moves are worth.

import { h } from "../lib/dom.js";
import { number, t } from "../lib/i18n.js";
import { messageText } from "../lib/message_text.js";
import { moveText } from "../lib/moves.js";
import { capitalised } from "../lib/text.js";

/** @typedef {import("../lib/rooms").PuzzleAnswer} PuzzleAnswer */

/** @param {number} chance of 1 */
const inPercent = (chance) => number(chance, { style: "percent", maximumFractionDigits: 0 });

/** One move and its chance as a bar. @param {string} name @param {string} move @param {number} chance @param {string} kind */
function chanceRow(name, move, chance, kind) {
  const bar = h(`span.worth-bar.${kind}`);
  bar.style.setProperty("inline-size", `${Math.round(chance * 100)}%`);
  return h(
    "li",
    {},
    h("span.worth-name", {}, h("b", {}, name), ` ${capitalised(moveText(move))}`),
    h("span.worth-track", { "aria-hidden": "true" }, bar),
    h("span.worth-chance", {}, inPercent(chance)),
  );
}

/**
 * @param {PuzzleAnswer} answer
 * @param {"right" | "wrong" | "shown"} kind
 */
export function verdict({ messages, move, chance, solution, solution_chance: best }, kind) {
  return h(
    `div.verdict.${kind}`,
    {},
    h(
      "h3",
      {},
      h("span.verdict-sign", { "aria-hidden": "true" }, kind === "right" ? "✓" : kind === "wrong" ? "✗" : "→"),
      t(`puzzle.${kind}`),
    ),
    kind === "shown" ? h("p", {}, t("puzzle.solution", { move: capitalised(moveText(solution)) })) : null,
    // What makes a move good may be told only when it was found or asked for.
    messages.map((message) => h("p", {}, messageText(message))),
    h(
      "ul.worth",
      { "aria-label": t("puzzle.worth") },
      chanceRow(t("puzzle.yours"), move, chance, kind === "right" ? "good" : "bad"),
      kind === "shown" ? chanceRow(t("puzzle.best"), solution, best, "good") : null,
    ),
  );
}
