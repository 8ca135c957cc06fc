// The curve of win chances, as numbers. Pure.

/** @typedef {import("../lib/types").Analysis} Analysis */
/** @typedef {import("../lib/types").AnalysedPly} AnalysedPly */
/** @typedef {AnalysedPly & { chance: number }} ValuedPly */

/** The size of the picture. */
export const [WIDE, HIGH] = [600, 150];
/** Room around the curve. */
const MARGIN = 8;

/** How the marks of moves are written. @type {Record<"inaccuracy" | "blunder", string>} */
export const SYMBOL = { blunder: "??", inaccuracy: "?!" };

/**
 * @typedef {object} Curve
 * @property {(ply: number) => number} x
 * @property {(chance: number) => number} y
 * @property {string} theirs the detectives' line, a `d`
 * @property {string} his Mr X's line
 * @property {string} area below the detectives' line
 * @property {ValuedPly[]} mistakes
 */

/**
 * The detectives' win chance after each ply.
 * @param {Analysis} analysis
 * @returns {Curve}
 */
export function curveOf({ plies: all, of }) {
  // A move without a value is no point of the curve.
  const plies = all.flatMap(({ chance, ...ply }) => (chance === null ? [] : [{ ...ply, chance }]));
  const last = Math.max(1, of - 1, all.at(-1)?.ply ?? 0);
  const x = (/** @type {number} */ ply) => MARGIN + (ply / last) * (WIDE - 2 * MARGIN);
  const y = (/** @type {number} */ chance) => MARGIN + (1 - chance) * (HIGH - 2 * MARGIN);
  const line = (/** @type {ValuedPly[]} */ some) =>
    some.map(({ ply, chance }) => `${x(ply).toFixed(1)} ${y(chance).toFixed(1)}`).join("L");
  // Each side judged by what it knew: the two lines part where Mr X knows better.
  const his = plies.filter(({ by }) => by === "mr_x");
  const theirs = plies.filter(({ by }) => by !== "mr_x");
  const floor = HIGH - MARGIN;
  const ends = theirs.length ? [x(theirs[0].ply), x(theirs[theirs.length - 1].ply)] : null;
  return {
    x,
    y,
    theirs: theirs.length ? `M${line(theirs)}` : "",
    his: his.length ? `M${line(his)}` : "",
    area: ends ? `M${ends[0]} ${floor}L${line(theirs)}L${ends[1]} ${floor}Z` : "",
    mistakes: plies.filter(({ mark }) => mark),
  };
}

/**
 * The moves that cost most, in the order of the game.
 * @param {AnalysedPly[]} plies
 * @param {number} most how many
 */
export const worstPlies = (plies, most) =>
  plies
    .filter(({ mark }) => mark)
    .sort((a, b) => (b.loss ?? 0) - (a.loss ?? 0))
    .slice(0, most)
    .sort((a, b) => a.ply - b.ply);
