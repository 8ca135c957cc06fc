// What somebody has done with the puzzles. Pure: the page keeps it in the browser.

/** @typedef {import("../lib/rooms").PuzzleLine} PuzzleLine */
/** @typedef {import("../lib/rooms").Grade} Grade */
/** @typedef {import("../lib/types").Side} Side */
/**
 * @typedef {object} Progress
 * @property {Record<string, number>} wrong how many wrong answers a puzzle has had
 * @property {Record<string, { at: number, first: boolean }>} solved when, and whether at the first try
 * @property {string[]} shown puzzles whose solution was looked at before they were solved
 * @property {string[]} days on which the puzzle of the day was solved
 * @property {number} row solved at the first try, one after the other
 * @property {number} best the longest such row
 */

/** @type {readonly Grade[]} */
export const GRADES = ["easy", "medium", "hard"];
/** @type {readonly Side[]} */
export const SIDES = ["detectives", "mr_x"];

/** @returns {Progress} */
export const noProgress = () => ({ wrong: {}, solved: {}, shown: [], days: [], row: 0, best: 0 });

/**
 * Notes an answer. A puzzle that was solved before changes nothing but the day.
 * @param {Progress} progress
 * @param {string} id
 * @param {{ correct: boolean, at: number, day?: string | null }} answer `day` when it is the puzzle of that day
 * @returns {Progress}
 */
export function answered(progress, id, { correct, at, day = null }) {
  const days = correct && day && !progress.days.includes(day) ? [...progress.days, day] : progress.days;
  if (progress.solved[id]) return { ...progress, days };
  const tried = id in progress.wrong || progress.shown.includes(id);
  if (!correct) {
    const wrong = { ...progress.wrong, [id]: (progress.wrong[id] ?? 0) + 1 };
    return { ...progress, wrong, row: tried ? progress.row : 0 };
  }
  const row = tried ? progress.row : progress.row + 1;
  const solved = { ...progress.solved, [id]: { at, first: !tried } };
  return { ...progress, solved, days, row, best: Math.max(progress.best, row) };
}

/** Notes that somebody wants to see the solution: the puzzle does not count as found. @param {Progress} progress @param {string} id @returns {Progress} */
export function looked(progress, id) {
  if (progress.solved[id] || progress.shown.includes(id)) return progress;
  return { ...progress, shown: [...progress.shown, id], row: id in progress.wrong ? progress.row : 0 };
}

/**
 * The puzzles of one side and grade, with what has been done.
 * @param {PuzzleLine[]} puzzles
 * @param {Progress} progress
 * @param {Side} side
 * @param {Grade} grade
 */
export function groupOf(puzzles, progress, side, grade) {
  const rows = puzzles
    .filter((puzzle) => puzzle.side === side && puzzle.grade === grade)
    .map(({ id }, i) => ({ id, number: i + 1, state: stateOf(progress, id) }));
  const solved = rows.filter(({ state }) => state === "solved" || state === "first").length;
  const next = rows.find(({ state }) => state === "new") ?? rows.find(({ state }) => state === "tried") ?? null;
  return { rows, solved, next };
}

/** @param {Progress} progress @param {string} id @returns {"new" | "tried" | "solved" | "first"} */
export function stateOf(progress, id) {
  const solved = progress.solved[id];
  if (solved) return solved.first ? "first" : "solved";
  return id in progress.wrong || progress.shown.includes(id) ? "tried" : "new";
}

/**
 * The number of a puzzle in its group, and the one that comes after it.
 * @param {PuzzleLine[]} puzzles
 * @param {Progress} progress
 * @param {string} id
 */
export function placeOf(puzzles, progress, id) {
  const line = puzzles.find((puzzle) => puzzle.id === id);
  if (!line) return null;
  const { rows } = groupOf(puzzles, progress, line.side, line.grade);
  const at = rows.findIndex((row) => row.id === id);
  const later = [...rows.slice(at + 1), ...rows.slice(0, at)];
  return {
    ...line,
    number: at + 1,
    of: rows.length,
    next: later.find(({ state }) => state === "new")?.id ?? later[0]?.id ?? null,
  };
}
