// What the diary keeps of a finished game. Pure.

import { isWatching } from "../lib/seats.js";

/** @typedef {import("../lib/types").View} View */
/** @typedef {import("../lib/types").Side} Side */
/**
 * @typedef {object} Entry
 * @property {string} id of the game
 * @property {number} at when it was played, in milliseconds since 1970
 * @property {string} rules
 * @property {Side} side of this person
 * @property {boolean} won
 * @property {string} reason `captured`, `cornered`, `escaped` or `stranded`
 * @property {number} slot log slots that were used
 * @property {string | null} level of the agent on the other side
 * @property {string} other who played the other side
 * @property {number} back moves taken back
 * @property {number} [hints] that this person was given
 * @property {boolean} alone nobody else sat at the table
 * @property {Facts | null} [facts] from the review; null when the server knows none
 */
/**
 * @typedef {object} Facts
 * @property {number | null} closest the fewest stations left to search from which Mr X still got away
 * @property {number | null} round when that was
 * @property {number} marks this side's mistakes that the review marked
 * @property {number | null} turned the round in which the game turned
 */

/** The side of a seat; null for those who watch. @param {string} seat @returns {Side | null} */
export function sideOfSeat(seat) {
  if (isWatching(seat)) return null;
  return seat === "mr_x" ? "mr_x" : "detectives";
}

/**
 * @param {View & { levels?: { mr_x: string | null, detectives: (string | null)[] } }} view of the finished game
 * @param {number} at
 * @param {number} [hints] that were given in it
 * @returns {Entry | null} null for games that prove nothing: watched, open, or played on both sides
 */
export function entryOf(view, at, hints = 0) {
  const side = sideOfSeat(view.seat);
  const { outcome, kinds, levels, names } = view;
  if (!side || !outcome || view.both_sides) return null;
  const his = side === "detectives";
  const others = his ? [kinds?.mr_x] : (kinds?.detectives ?? []);
  return {
    id: view.id,
    at,
    rules: view.rules,
    side,
    won: outcome.winner === side,
    reason: outcome.reason,
    slot: view.slot,
    level: (his ? levels?.mr_x : levels?.detectives?.[0]) ?? null,
    other: (his ? names.mr_x : (names.detectives[0] ?? "")) || "",
    back: view.taken_back ?? 0,
    hints,
    alone: !others.includes("human"),
  };
}

/**
 * What is remembered of the review.
 * @param {any} facts as the server tells them
 * @param {Side} side
 * @returns {Facts | null} null until the review is done
 */
export function keptFacts(facts, side) {
  if (facts.done < facts.of) return null;
  return {
    closest: facts.closest_escape?.candidates ?? null,
    round: facts.closest_escape?.round ?? null,
    marks: (facts.blunders ?? []).filter((/** @type {{ side: Side }} */ mark) => mark.side === side).length,
    turned: facts.turning_point?.round ?? null,
  };
}

/** Entries with one more, each game once, the latest first. @param {Entry[]} entries @param {Entry} entry @param {number} most */
export function withEntry(entries, entry, most) {
  const others = entries.filter(({ id }) => id !== entry.id);
  return [entry, ...others].sort((a, b) => b.at - a.at).slice(0, most);
}
