// Numbers from the diary: by side, level and edition, rows of wins, and what was achieved. Pure.

import { daysInARow, longestRow } from "../lib/days.js";

/** @typedef {import("./entries.js").Entry} Entry */
/** @typedef {import("../lib/types").Side} Side */
/** @typedef {{ games: number, wins: number }} Tally */
/** @typedef {{ id: string, done: boolean, have: number, of: number }} Achievement */

/** @param {Entry[]} entries @returns {Tally} */
export const tally = (entries) => ({ games: entries.length, wins: entries.filter(({ won }) => won).length });

/**
 * A tally for each value that occurs, in the order of the first that was played.
 * @template {string | null} T
 * @param {Entry[]} entries
 * @param {(entry: Entry) => T} by
 * @returns {{ key: T, all: Tally, mr_x: Tally, detectives: Tally }[]}
 */
export function tallies(entries, by) {
  const keys = [...new Set(entries.map(by))];
  return keys.map((key) => {
    const some = entries.filter((entry) => by(entry) === key);
    const of = (/** @type {Side} */ side) => tally(some.filter((entry) => entry.side === side));
    return { key, all: tally(some), mr_x: of("mr_x"), detectives: of("detectives") };
  });
}

/** Wins one after the other: now, and at the best of times. @param {Entry[]} entries */
export function rows(entries) {
  const inOrder = [...entries].sort((a, b) => a.at - b.at);
  let [row, best] = [0, 0];
  for (const { won } of inOrder) {
    row = won ? row + 1 : 0;
    best = Math.max(best, row);
  }
  return { row, best };
}

/**
 * The record against each level, as the server asks for it when it suggests the next one.
 * @param {Entry[]} entries
 * @param {Side} side of the player
 */
export function recordOf(entries, side) {
  const mine = entries.filter((entry) => entry.side === side && entry.level !== null && entry.alone);
  return tallies(mine, ({ level }) => level).map(({ key, all }) => ({
    level: String(key),
    wins: all.wins,
    losses: all.games - all.wins,
  }));
}

/** A capture up to this round is a swift one. */
const SWIFT = 10;
/** Fewer stations than this, and the detectives had a scent. */
const GHOST = 10;
/** So few stations, and it was a narrow escape. */
const HAIR = 3;

/**
 * The aims that a game has brought: those that were not reached without it.
 * @param {Entry[]} entries
 * @param {string} id of the game
 * @param {Parameters<typeof achievements>[1]} puzzles
 * @param {string} today
 */
export function newAims(entries, id, puzzles, today) {
  const reached = (/** @type {Entry[]} */ some) =>
    achievements(some, puzzles, today).flatMap((aim) => (aim.done ? [aim.id] : []));
  const before = reached(entries.filter((entry) => entry.id !== id));
  return reached(entries).filter((aim) => !before.includes(aim));
}

/**
 * A few aims that reward good play.
 * @param {Entry[]} entries
 * @param {{ days: string[], best: number, solved: Record<string, unknown> }} puzzles
 * @param {string} today
 * @returns {Achievement[]}
 */
export function achievements(entries, puzzles, today) {
  const fair = entries.filter(({ won, back }) => won && back === 0);
  const escapes = fair.filter(({ side, reason }) => side === "mr_x" && reason === "escaped");
  const catches = fair.filter(({ side }) => side === "detectives");
  const some = (/** @type {Entry[]} */ list) => Math.min(1, list.length);
  const strongest = (/** @type {Side} */ side) =>
    some(fair.filter((entry) => entry.side === side && entry.level === "best"));
  /** @type {[string, number, number][]} */
  const aims = [
    ["escape", some(escapes), 1],
    ["catch", some(catches), 1],
    ["clean", some(fair.filter(({ facts, hints }) => facts?.marks === 0 && !hints)), 1],
    ["ghost", some(escapes.filter(({ facts }) => facts && (facts.closest ?? Infinity) >= GHOST)), 1],
    ["hair", some(escapes.filter(({ facts }) => facts?.closest && facts.closest <= HAIR)), 1],
    ["swift", some(catches.filter(({ slot }) => slot <= SWIFT)), 1],
    ["row", Math.min(5, rows(entries).best), 5],
    ["summit", strongest("mr_x") + strongest("detectives"), 2],
    ["sharp", Math.min(10, puzzles.best), 10],
    ["week", Math.min(7, Math.max(longestRow(puzzles.days), daysInARow(puzzles.days, today))), 7],
  ];
  return aims.map(([id, have, of]) => ({ id, have, of, done: have >= of }));
}
