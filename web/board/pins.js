// The pins that stand for people: their outlines, and which way they hang.

import { distance } from "./geometry.js";

/** @typedef {import("./geometry.js").Point} Point */

/** The head of a pin, with its tip on the upper edge of a badge. */
export const PIN = "M0 -13C-5 -24 -19 -30 -19 -45A19 19 0 1 1 19 -45C19 -30 5 -24 0 -13Z";
/** From the middle of a station to the middle of a pin's head. */
export const HEAD = 45;
export const HAT =
  "M-13 -42C-8 -40 8 -40 13 -42C14 -39.5 6 -37.5 0 -37.5C-6 -37.5 -14 -39.5 -13 -42ZM-8 -42.5C-8 -50 -6 -54 -3 -53.5C-1 -53 1 -53 3 -53.5C6 -54 8 -50 8 -42.5C4 -41.5 -4 -41.5 -8 -42.5Z";
/** A station nearer to the head than this lies under it. */
const COVERED = 36;

/**
 * Whether a pin covers less when it hangs down; what may be chosen counts most.
 * @param {Point & { n: number }} foot the station
 * @param {number} size of the pin
 * @param {Iterable<Point & { n: number }>} stations
 * @param {number[]} targets
 * @param {number} height of the paper
 */
export function hangsDown(foot, size, stations, targets, height) {
  const others = [...stations].filter(({ n }) => n !== foot.n);
  const cost = (/** @type {1 | -1} */ way) => {
    const head = { x: foot.x, y: foot.y + way * HEAD * size };
    let sum = head.y < 0 || head.y > height ? 5 : 0;
    for (const station of others) {
      if (distance(station, head) < COVERED * size) sum += targets.includes(station.n) ? 10 : 1;
    }
    return sum;
  };
  return cost(1) < cost(-1);
}
