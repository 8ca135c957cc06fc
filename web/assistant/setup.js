// A log that begins in the middle of a game: what is asked, as a position. Pure.

import { spread } from "../lib/reach.js";
import { TICKET } from "../lib/tickets.js";
import { blankSlots } from "./table_log.js";

/** @typedef {import("../lib/types").Letter} Letter */
/** @typedef {import("../lib/types").RulesInfo} RulesInfo */
/** @typedef {import("../lib/types").Stock} Stock */
/**
 * What somebody tells who begins in the middle.
 * @typedef {object} Joining
 * @property {number} slot log slots that are filled
 * @property {number | null} seen where Mr X showed himself last; null when nobody knows
 * @property {Letter[]} since the tickets that he has laid down since then
 * @property {number | null} black tickets that he has left; null is any number
 * @property {number | null} double the same for double moves
 * @property {Stock[] | null} tickets of the detectives; null when they are not counted
 */

/** The slot in which he showed himself last; 0 when he has not yet. @param {number[]} surfacings @param {number} slot */
export const lastSurfacing = (surfacings, slot) => Math.max(0, ...surfacings.filter((at) => at <= slot));

/** @param {number | null | undefined} count */
const written = (count) => (count === null || count === undefined ? "-" : String(count));

/**
 * @param {Joining} joining
 * @param {Pick<RulesInfo, "surfacings">} rules
 * @param {import("../lib/types").BoardLine[]} lines
 * @returns {import("./table_log.js").Setup}
 */
export function setupOf({ slot, seen, since, black, double, tickets }, rules, lines) {
  const last = lastSurfacing(rules.surfacings, slot);
  const known = blankSlots(slot);
  if (seen !== null && last > 0) known[last - 1] = { ...known[last - 1], station: seen };
  since.forEach((ticket, i) => {
    if (known[last + i]) known[last + i] = { ...known[last + i], ticket };
  });
  /** @type {number[] | null} */
  let candidates = seen === null ? null : [seen];
  for (const ticket of since) candidates &&= spread(lines, candidates, TICKET[ticket]);
  const stocks = tickets?.map(({ taxi, bus, underground }) => [taxi, bus, underground].map(written).join(","));
  const words = [
    `turn x slot ${slot}`,
    `x-tickets -,-,-,${written(black)},${written(double)}`,
    stocks ? `detective-tickets ${stocks.join("/")}` : "",
  ];
  return { slot, known, candidates, words: words.filter(Boolean).join(" ") };
}
