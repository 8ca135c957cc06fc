// Puzzles: the list, and one of them on the board.

import { api } from "../lib/api.js";
import { dayOf, daysInARow } from "../lib/days.js";
import { t } from "../lib/i18n.js";
import { dayText, readProgress, writeProgress } from "../puzzles/daily.js";
import { puzzleList } from "../puzzles/list.js";
import { answered, looked, placeOf } from "../puzzles/progress.js";
import { Solver } from "../puzzles/solver.js";
import { topbar } from "../seat/topbar.js";

/** @typedef {import("../lib/rooms").PuzzleLine} PuzzleLine */

/** What to say after a right answer. @param {string | null} day @param {boolean} first */
function praise(day, first) {
  const { days, row } = readProgress();
  const inARow = day ? daysInARow(days, day) : 0;
  if (day && inARow > 1) return t("puzzle.praise.days", { n: inARow });
  if (first && row > 1) return t("puzzle.praise.row", { n: row });
  return t(first ? "puzzle.praise.first" : "puzzle.praise.later");
}

/**
 * `#/puzzles/ID` and `#/puzzles/daily`
 * @param {HTMLElement} place
 * @param {PuzzleLine[]} puzzles
 * @param {string} key
 */
async function showPuzzle(place, puzzles, key) {
  const day = key === "daily" ? dayOf() : null;
  const puzzle = day ? await api.dailyPuzzle(day) : await api.puzzle(key);
  const data = await api.board(puzzle.rules);
  const where = placeOf(puzzles, readProgress(), puzzle.id);
  const name = t(`puzzle.kind.${puzzle.kind}`);
  place.append(topbar(t("page.puzzles")));
  const solver = new Solver(place, data, puzzle, {
    title: day
      ? `${t("puzzle.daily")} · ${dayText(day)}`
      : t("puzzle.number", { kind: name, number: where?.number ?? 1 }),
    next: where?.next ?? null,
    note: () => praise(day, readProgress().solved[puzzle.id]?.first ?? false),
    // A good move that is not the last one says nothing yet.
    onanswer: ({ correct, done }) => {
      if (done) writeProgress(answered(readProgress(), puzzle.id, { correct, at: Date.now(), day }));
    },
    onlook: () => writeProgress(looked(readProgress(), puzzle.id)),
  });
  return { leave: () => solver.close() };
}

/** @type {import("../lib/router.js").Show} */
export async function showPuzzles(place, [key]) {
  const puzzles = await api.puzzles();
  if (key) return showPuzzle(place, puzzles, key);
  place.append(topbar(t("page.puzzles")), puzzleList(puzzles, readProgress()));
}
