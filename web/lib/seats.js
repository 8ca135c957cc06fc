// The names of seats, sides and pieces on the wire: `mr_x`, `detectives`, `detective-3`, `watch`, `watch_all`. Only this
// module takes such a name apart or puts one together.

import { t } from "./i18n.js";

/** @typedef {import("./types").Side} Side */

/** @param {number} number from 1 */
export const detectiveSeat = (number) => `detective-${number}`;

/**
 * The number in `detective-3`.
 * @param {string} seat
 * @returns {number | null} null for every other seat
 */
export function detectiveNumber(seat) {
  const match = /^detective-([1-9]\d*)$/.exec(seat);
  return match ? Number(match[1]) : null;
}

/** @param {string} seat */
export const isWatching = (seat) => seat === "watch" || seat === "watch_all";

/**
 * Whose move a turn is.
 * @param {string} turn
 * @returns {Side}
 */
export const sideOf = (turn) => (turn === "mr_x" ? "mr_x" : "detectives");

/**
 * Whether a seat made a move; the whole team made the moves of each detective.
 * @param {string} seat
 * @param {string} by
 */
export const isOwnMove = (seat, by) => by === seat || (seat === "detectives" && detectiveNumber(by) !== null);

/**
 * The detectives whom a seat moves.
 * @param {string} seat
 * @param {number} count of all detectives
 * @returns {number[]} their numbers
 */
export function detectivesOf(seat, count) {
  if (seat === "detectives") return Array.from({ length: count }, (_, i) => i + 1);
  const number = detectiveNumber(seat);
  return number === null ? [] : [number];
}

/** @param {string} seat */
export function seatName(seat) {
  const number = detectiveNumber(seat);
  if (number !== null) return t("seat.detective", { number });
  return seat === "mr_x" ? t("seat.mr_x") : t("seat.detectives");
}

/** What the person of a seat is. @param {string} seat */
export function roleText(seat) {
  const number = detectiveNumber(seat);
  if (number !== null) return t("role.detective", { number });
  if (seat === "mr_x") return t("role.mr_x");
  return seat === "detectives" ? t("role.detectives") : t("role.watch");
}

/** The class by which the style sheets know a piece. @param {string} piece a seat, or `seen` */
export function pieceClass(piece) {
  const number = detectiveNumber(piece);
  if (number !== null) return `d${number}`;
  return piece === "mr_x" ? "mr-x" : piece;
}

/**
 * Tokens by the names of their seats.
 * @param {string[]} names
 * @param {{ mr_x?: string | null, detectives?: (string | null)[] }} links one link may serve the whole team
 * @returns {Record<string, string>}
 */
export function bySeat(names, { mr_x = null, detectives = [] }) {
  /** @param {string} name */
  const link = (name) => {
    if (name === "mr_x") return mr_x;
    const number = detectiveNumber(name);
    return number === null ? detectives.find((token) => token) : detectives[number - 1];
  };
  return Object.fromEntries(names.map((name) => [name, link(name) ?? ""]).filter(([, token]) => token));
}
