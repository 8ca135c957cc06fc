// What the solver says about a position, as numbers. Pure.

import { recordHead, recordText } from "../lib/record.js";

/** @typedef {{ rules: string, detective_value: [number, number], exploitability: number }} Solution */
/**
 * @typedef {object} Shown What the solver says about a position.
 * @property {number} value
 * @property {{ station: number, probability: number, value: number }[]} places
 * @property {{ from: number | null, to: number | null, move: string, probability: number }[]} moves Mr X's count with
 *   the probability of their station.
 */

/** Arrows that are hardly ever taken are left out. */
const LEAST_WEIGHT = 0.005;

/**
 * Bounds with four digits, rounded so that they still hold.
 * @param {number} low @param {number} high
 */
export const boundsText = (low, high) =>
  `${(Math.floor(low * 1e4) / 1e4).toFixed(4)} – ${(Math.ceil(high * 1e4) / 1e4).toFixed(4)}`;

/** The record of a position at the start. @param {string} rules @param {number[]} detectives */
export const startRecord = (rules, detectives) => recordText(recordHead(rules, null, detectives));

/**
 * Mr X's moves from one station, as broad as they are likely.
 * @param {Shown} shown
 * @param {number} station
 * @returns {{ from: number, to: number, weight: number, kind: string }[] | null} null where he cannot be
 */
export function arrowsFrom({ places, moves }, station) {
  const own = places.find((place) => place.station === station);
  if (!own) return null;
  return moves.flatMap(({ from, to, probability }) => {
    // Told with the probability of the place, which is divided out again.
    const weight = Math.min(1, probability / (own.probability || 1));
    return from === station && to !== null && weight > LEAST_WEIGHT ? [{ from, to, weight, kind: "policy" }] : [];
  });
}
