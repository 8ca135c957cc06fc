// What there is to tell about the people at a table. Pure.

import { calledHere } from "../lib/opponents.js";
import { detectivesOf, seatName } from "../lib/seats.js";

/** @typedef {import("../lib/types").View} View */

/** What the person of a seat is called, or else the seat. @param {Pick<View, "names">} view @param {string} seat */
export function personName({ names }, seat) {
  const [first] = detectivesOf(seat, names.detectives.length);
  const name = seat === "mr_x" ? names.mr_x : names.detectives[(first ?? 1) - 1];
  return name ? calledHere(name) : seatName(seat);
}

/** A time left: `1:05`. @param {number} ms */
export function clockText(ms) {
  const seconds = Math.ceil(ms / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

/**
 * The reactions that were not shown yet. Whoever comes to a table does not hear what was said before.
 * @param {NonNullable<View["reactions"]>} reactions
 * @param {number | null} seen the last that was shown; null before the first view
 */
export function newReactions(reactions, seen) {
  const last = Math.max(seen ?? 0, ...reactions.map(({ number }) => number));
  return { fresh: seen === null ? [] : reactions.filter(({ number }) => number > seen), last };
}

/** Seats that were too late since. @param {Record<string, number>} before @param {Record<string, number>} now */
export const lateSeats = (before, now) => Object.keys(now).filter((seat) => now[seat] > (before[seat] ?? 0));
