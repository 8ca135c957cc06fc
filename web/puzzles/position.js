// The position of a puzzle as the game screen shows it, and the same after a move. Pure.

import { parseMove } from "../lib/moves.js";
import { detectiveNumber, detectiveSeat } from "../lib/seats.js";
import { LETTER } from "../lib/tickets.js";

/** @typedef {import("../lib/types").View} View */
/** @typedef {import("../lib/types").Stock} Stock */
/** @typedef {import("../lib/types").Ticket} Ticket */
/** @typedef {import("../lib/rooms").Puzzle} Puzzle */

/** @param {Pick<Puzzle, "id" | "rules" | "side">} puzzle @param {Puzzle["view"]} view the position now @returns {View} */
export function viewOf({ id, rules, side }, view) {
  return {
    board: rules,
    ply: 0,
    moves: [],
    next_surfacing: view.surfacings.find((slot) => slot > view.slot) ?? null,
    thinking: false,
    outcome: null,
    names: { mr_x: "", detectives: [] },
    help: {},
    ...view,
    log: untoldBefore(view),
    id,
    rules,
    seat: side,
    your_turn: true,
  };
}

/** What was before a puzzle is not told: the slots are filled, but nobody knows with what. @param {Puzzle["view"]} view */
function untoldBefore({ log, slot }) {
  const untold = Array.from({ length: Math.max(0, slot - log.length) }, (_, i) => ({
    slot: i + 1,
    ticket: /** @type {any} */ ("?"),
    station: null,
    double: false,
  }));
  return [...untold, ...log];
}

/** One ticket less, where they are counted. @param {Stock} stock @param {Ticket | "double"} kind @returns {Stock} */
function paid(stock, kind) {
  const count = stock?.[kind];
  return typeof count === "number" ? { ...stock, [kind]: Math.max(0, count - 1) } : stock;
}

/**
 * The position after a move. Nobody may move then.
 * @param {View} view
 * @param {string} text
 * @param {string} by whose move it is
 * @returns {View}
 */
export function afterMove(view, text, by) {
  const moves = [...view.moves, { ply: view.ply, by, move: text }];
  const next = { ...view, ply: view.ply + 1, moves, legal: [], your_turn: false };
  const move = parseMove(text);
  if (!move) return next;
  return by === "mr_x" ? afterMrX(next, move) : afterDetective(next, move, detectiveNumber(by) ?? 1);
}

/** @param {View} view @param {import("../lib/moves.js").Move} move @param {number} number @returns {View} */
function afterDetective(view, move, number) {
  const [{ ticket, to }] = move.steps;
  const detectives = view.stations.detectives.map((at, i) => (i === number - 1 && to !== null ? to : at));
  const stocks = view.tickets.detectives.map((stock, i) => (i === number - 1 ? paid(stock, ticket) : stock));
  return {
    ...view,
    stations: { ...view.stations, detectives },
    tickets: { ...view.tickets, detectives: stocks },
    turn: detectiveSeat(number),
  };
}

/** @param {View} view @param {import("../lib/moves.js").Move} move @returns {View} */
function afterMrX(view, move) {
  const { steps, double } = move;
  const log = [...view.log];
  let [{ mr_x: stock }, { mr_x: at, mr_x_seen: seen }] = [view.tickets, view.stations];
  if (double) stock = paid(stock, "double");
  for (const { ticket, to } of steps) {
    stock = paid(stock, ticket);
    const slot = log.length + 1;
    const open = view.surfacings.includes(slot);
    log.push({ slot, ticket: LETTER[ticket], station: open ? to : null, double });
    if (open && to !== null) seen = { slot, station: to };
    at = to;
  }
  return {
    ...view,
    log,
    slot: log.length,
    stations: { ...view.stations, mr_x: at, mr_x_seen: seen },
    tickets: { ...view.tickets, mr_x: stock },
    way: view.way && [...view.way, ...steps.flatMap(({ to }) => (to === null ? [] : [to]))],
  };
}
