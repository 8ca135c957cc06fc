// The curve of one side's win chance, as numbers. Pure.

import { roundOf } from "./history.js";

/** @typedef {import("../lib/types").Analysis} Analysis */
/** @typedef {import("../lib/types").AnalysedPly} AnalysedPly */
/** @typedef {import("../lib/types").Side} Side */
/** @typedef {AnalysedPly & { chance: number }} ValuedPly */

/** The size of the picture. */
export const [WIDE, HIGH] = [600, 196];
/** Room for the numbers at the axes, and at the other edges. */
export const AXIS = { left: 50, bottom: 26, top: 10, right: 12 };
/** Room for the name of the axis. */
const NAMED = 64;
/** About so many rounds are named. */
const TICKS = 6;

/** How the marks of moves are written. @type {Record<"inaccuracy" | "blunder", string>} */
export const SYMBOL = { blunder: "??", inaccuracy: "?!" };

/**
 * @typedef {object} Curve
 * @property {(ply: number) => number} x
 * @property {(chance: number) => number} y
 * @property {string} own the line as the side could know it, a `d`
 * @property {string} other the same chance as the other side could know it
 * @property {string} area below the side's line
 * @property {ValuedPly[]} mistakes
 * @property {{ x: number, round: number }[]} ticks rounds on the axis
 * @property {number[]} levels chances on the other axis
 */

/** The detectives' chance as a side's own. @param {Side} side @param {number} chance */
const chanceOf = (side, chance) => (side === "mr_x" ? 1 - chance : chance);

/**
 * A side's win chance after each ply.
 * @param {Analysis} analysis
 * @param {Side} side
 * @param {import("../lib/types").View["moves"]} moves
 * @returns {Curve}
 */
export function curveOf({ plies: all, of }, side, moves) {
  // A move without a value is no point of the curve.
  const plies = all.flatMap(({ chance, ...ply }) =>
    chance === null ? [] : [{ ...ply, chance: chanceOf(side, chance) }],
  );
  const last = Math.max(1, of - 1, all.at(-1)?.ply ?? 0);
  const x = (/** @type {number} */ ply) => AXIS.left + (ply / last) * (WIDE - AXIS.left - AXIS.right);
  const y = (/** @type {number} */ chance) => AXIS.top + (1 - chance) * (HIGH - AXIS.top - AXIS.bottom);
  const line = (/** @type {ValuedPly[]} */ some) =>
    some.map(({ ply, chance }) => `${x(ply).toFixed(1)} ${y(chance).toFixed(1)}`).join("L");
  // Each side judged by what it knew: the two lines part where one knows better.
  const own = plies.filter(({ by }) => (by === "mr_x") === (side === "mr_x"));
  const other = plies.filter(({ by }) => (by === "mr_x") !== (side === "mr_x"));
  const ends = own.length ? [x(own[0].ply), x(own[own.length - 1].ply)] : null;
  return {
    x,
    y,
    own: own.length ? `M${line(own)}` : "",
    other: other.length ? `M${line(other)}` : "",
    area: ends ? `M${ends[0]} ${y(0)}L${line(own)}L${ends[1]} ${y(0)}Z` : "",
    mistakes: plies.filter(({ mark }) => mark),
    // The end of the axis is for its name.
    ticks: ticksOf(moves)
      .map(({ ply, round }) => ({ x: x(Math.min(ply, last)), round }))
      .filter((tick) => tick.x < WIDE - AXIS.right - NAMED),
    levels: [0, 0.5, 1],
  };
}

/** The moves with which some of the rounds begin. @param {import("../lib/types").View["moves"]} moves */
function ticksOf(moves) {
  const starts = moves.flatMap(({ by }, ply) => (by === "mr_x" ? [{ ply, round: roundOf(moves, ply) }] : []));
  const every = Math.max(1, Math.ceil(starts.length / TICKS));
  return starts.filter((_, i) => i % every === 0);
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
