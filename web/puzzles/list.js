// All puzzles: the one of the day, and the others by side and grade with what has been done.

import { segmented } from "../lib/controls.js";
import { fill, h } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { icon } from "../lib/icons.js";
import { memory } from "../lib/store.js";
import { dailyCard } from "./daily.js";
import { GRADES, groupOf, SIDES } from "./progress.js";

/** @typedef {import("../lib/rooms").PuzzleLine} PuzzleLine */
/** @typedef {import("../lib/rooms").Grade} Grade */
/** @typedef {import("../lib/types").Side} Side */
/** @typedef {import("./progress.js").Progress} Progress */

/** A sign besides the colour. */
const SIGN = { new: "", tried: "·", solved: "✓", first: "★" };

/**
 * @param {PuzzleLine[]} puzzles
 * @param {Progress} progress
 * @param {Side} side
 * @param {Grade} grade
 */
function group(puzzles, progress, side, grade) {
  const { rows, solved, next } = groupOf(puzzles, progress, side, grade);
  return h(
    "section.puzzle-group",
    { "aria-label": t(`puzzle.grade.${grade}`) },
    h(
      "header",
      {},
      h("h3", {}, h(`span.grade.${grade}`, {}, t(`puzzle.grade.${grade}`))),
      h("p.quiet", {}, t("puzzle.done", { solved, of: rows.length })),
      next
        ? h("a.button", { href: `#/puzzles/${next.id}` }, icon("play"), t(solved ? "puzzle.go_on" : "puzzle.begin"))
        : h("p.all-done", {}, t("puzzle.all_done")),
    ),
    h(
      "ol.puzzle-tiles",
      {},
      rows.map(({ id, number, state }) =>
        h(
          "li",
          {},
          h(
            `a.puzzle-tile.${state}`,
            { href: `#/puzzles/${id}`, "aria-label": t(`puzzle.tile.${state}`, { number }) },
            String(number),
            SIGN[state] ? h("span", { "aria-hidden": "true" }, SIGN[state]) : null,
          ),
        ),
      ),
    ),
  );
}

/**
 * @param {PuzzleLine[]} puzzles
 * @param {Progress} progress
 */
export function puzzleList(puzzles, progress) {
  let side = memory.read("puzzle-side", /** @type {Side} */ ("detectives"));
  const groups = h("div.puzzle-groups");
  const draw = () =>
    fill(
      groups,
      GRADES.map((grade) => group(puzzles, progress, side, grade)),
    );
  draw();
  return h(
    "div.page.puzzles",
    {},
    dailyCard(progress),
    h(
      "div.puzzle-side",
      {},
      segmented(
        t("puzzle.side"),
        SIDES.map((id) => ({ id, name: t(`puzzle.side.${id}`) })),
        side,
        (id) => {
          side = id;
          memory.write("puzzle-side", id);
          draw();
        },
      ),
      progress.best > 1 ? h("p.quiet", {}, t("puzzle.row", { n: progress.row, best: progress.best })) : null,
    ),
    groups,
  );
}
