// The results of a match or a tournament, as numbers and words. Pure.

import { t } from "../lib/i18n.js";

/**
 * @typedef {object} Cell A pair of agents.
 * @property {string} mr_x
 * @property {string} detectives
 * @property {number} games
 * @property {number} detective_wins
 * @property {number} [rate]
 * @property {[number, number]} [ci95]
 * @property {number} [mean_rounds]
 * @property {Record<string, number>} [capture_rounds]
 */
/**
 * @typedef {object} Job
 * @property {string} id
 * @property {"match" | "tournament"} kind
 * @property {string} rules
 * @property {string | string[]} mr_x
 * @property {string | string[]} detectives
 * @property {"queued" | "running" | "done" | "cancelled" | "failed"} state
 * @property {number} done
 * @property {number} of
 * @property {string | null} [error]
 * @property {number} [cut_short] Thoughts that were ended because their time was over.
 * @property {boolean} [yours] Whether this browser has added it, and may stop it.
 * @property {Cell[]} [cells]
 * @property {string[]} [plots]
 */

/** @param {Job} job */
export function stateText({ state, done, of, cut_short: short }) {
  const text = t(`lab.state.${state}`, { done, of });
  return short ? t("lab.cut_short", { n: short, state: text }) : text;
}

/** @param {Job} job */
export const isUnfinished = ({ state }) => state === "running" || state === "queued";

/** @param {Job} job */
export function jobTitle({ kind, rules, mr_x, detectives }) {
  const list = (/** @type {string | string[]} */ names) => (Array.isArray(names) ? names.join(", ") : names);
  return t(`lab.job.${kind}`, { rules, mrX: list(mr_x), detectives: list(detectives) });
}

/**
 * What the form of the lab asks the server for.
 * @param {{ kind: Job["kind"], rules: string, mr_x: string, detectives: string, games: string, seed: string }} form
 */
export function jobOf({ kind, rules, mr_x, detectives, games, seed }) {
  const agents = (/** @type {string} */ text) =>
    kind === "match" ? text.trim() : text.split(/[\s;]+/).filter(Boolean);
  return {
    kind,
    rules,
    mr_x: agents(mr_x),
    detectives: agents(detectives),
    games: Number(games),
    seed: Number(seed),
  };
}

/** The part of the games that the detectives won. @param {Cell} cell */
export const winRate = ({ rate, detective_wins, games }) => rate ?? detective_wins / games;

/**
 * The cells in a square: a column for each Mr X, a row for each team.
 * @param {Cell[]} cells
 */
export function crossTable(cells) {
  const columns = [...new Set(cells.map(({ mr_x }) => mr_x))];
  const names = [...new Set(cells.map(({ detectives }) => detectives))];
  const cellOf = (/** @type {string} */ column, /** @type {string} */ row) =>
    cells.find(({ mr_x, detectives }) => mr_x === column && detectives === row) ?? null;
  return { columns, rows: names.map((name) => ({ name, cells: columns.map((column) => cellOf(column, name)) })) };
}

/** A histogram is at least this many slots broad, so that pictures can be compared. */
const LEAST_SLOTS = 24;

/**
 * Captures by slot.
 * @param {Cell} cell
 * @param {{ width: number, height: number }} size of the picture
 */
export function captureBars({ capture_rounds = {} }, { width, height }) {
  const slots = Object.entries(capture_rounds).map(([slot, count]) => ({ slot: Number(slot), count }));
  const last = Math.max(LEAST_SLOTS, ...slots.map(({ slot }) => slot));
  const most = Math.max(1, ...slots.map(({ count }) => count));
  const step = width / (last + 1);
  return {
    bars: slots.map(({ slot, count }) => {
      const high = (count / most) * (height - 8);
      return { slot, count, x: slot * step, y: height - high, width: Math.max(1, step - 1.5), height: high };
    }),
    labels: [1, Math.round(last / 2), last].map((slot) => ({ slot, x: slot * step + step / 2 })),
  };
}
