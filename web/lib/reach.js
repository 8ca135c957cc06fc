// Which stations one ride reaches, by the lines of a board. Pure. The server decides what is legal; this lights stations at
// once, without asking it.

import { holds, LETTER } from "./tickets.js";

/** @typedef {import("./types").BoardLine} BoardLine */
/** @typedef {import("./types").Ticket} Ticket */
/** @typedef {import("./types").Stock} Stock */

/** A black ticket pays every line. @param {Ticket} ticket @param {BoardLine} line */
const pays = (ticket, { transport }) => ticket === "black" || ticket === transport;

/**
 * The stations that one ride with a ticket reaches from any of the given ones.
 * @param {BoardLine[]} lines
 * @param {Iterable<number>} from
 * @param {Ticket} ticket
 * @param {Iterable<number>} [blocked] stations nobody may enter
 * @returns {number[]} sorted
 */
export function spread(lines, from, ticket, blocked = []) {
  const [here, shut] = [new Set(from), new Set(blocked)];
  /** @type {Set<number>} */
  const there = new Set();
  for (const line of lines) {
    if (!pays(ticket, line)) continue;
    if (here.has(line.from)) there.add(line.to);
    if (here.has(line.to)) there.add(line.from);
  }
  return [...there].filter((station) => !shut.has(station)).sort((a, b) => a - b);
}

/**
 * A detective's rides.
 * @param {BoardLine[]} lines
 * @param {number} from
 * @param {Stock} stock his tickets
 * @param {Iterable<number>} blocked
 * @returns {{ ticket: Ticket, to: number, move: string }[]}
 */
export function rides(lines, from, stock, blocked) {
  const kinds = /** @type {const} */ (["taxi", "bus", "underground"]);
  return kinds
    .filter((ticket) => holds(stock?.[ticket]))
    .flatMap((ticket) =>
      spread(lines, [from], ticket, blocked).map((to) => ({ ticket, to, move: `${LETTER[ticket]}${to}` })),
    );
}
