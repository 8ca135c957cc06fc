// The pins that stand for people: their outlines, and which way they hang.

import { distance } from "./geometry.js";

/** @typedef {import("./geometry.js").Point} Point */

/** The head of a pin, with its tip on the upper edge of a badge. */
export const PIN = "M0 -13C-5 -24 -19 -30 -19 -45A19 19 0 1 1 19 -45C19 -30 5 -24 0 -13Z";
/** From the middle of a station to the middle of a pin's head. */
export const HEAD = 45;
/** A hat in the upper half of a head; the middle of the head is the origin. */
export const HAT =
  "M-10.5 -2.6C-6.4 -1 6.4 -1 10.5 -2.6C11.3 -.6 4.8 1 0 1S-11.3 -.6 -10.5 -2.6ZM-6.4 -3C-6.4 -9 -4.8 -12.2 -2.4 -11.8C-.8 -11.4 .8 -11.4 2.4 -11.8C4.8 -12.2 6.4 -9 6.4 -3C3.2 -2.2 -3.2 -2.2 -6.4 -3Z";
/** A station nearer to the head than this lies under it. */
const COVERED = 36;

/** Between the heads of pins that share a station, in degrees. */
const FAN = 56;

/**
 * How the pins of one station lean, so that all of them are seen.
 * @param {number} index which of them
 * @param {number} count how many there are
 * @param {boolean} down whether they hang
 * @returns {number} degrees from upright, clockwise
 */
export const leaning = (index, count, down) => (down ? 180 : 0) + (index - (count - 1) / 2) * FAN;

/** The middle of the head of a pin that leans. @param {number} degrees @returns {Point} */
export function headOf(degrees) {
  const angle = (degrees * Math.PI) / 180;
  return { x: HEAD * Math.sin(angle), y: -HEAD * Math.cos(angle) };
}

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
