// The lessons of the tutorial: positions on the real board, and what the learner is to do in each. Pure.

import { detectiveSeat } from "../lib/seats.js";

/** @typedef {import("../lib/types").View} View */
/** @typedef {import("../lib/types").Ticket} Ticket */
/** @typedef {import("../lib/types").Letter} Letter */
/** @typedef {import("./move_picker.js").Option} Option */

/**
 * @typedef {object} Lesson
 * @property {"move" | "tickets" | "log" | "surface" | "read" | "net" | "black" | "double" | "catch" | "end"} id its texts
 * @property {Partial<View>} view the position, as far as it differs from the lesson before
 * @property {Record<number, Ticket[]>} [offers] the stations to choose from, with their tickets; none waits for "Next"
 * @property {Record<number, Ticket[]>} [second] those of the second step of a double move
 * @property {Ticket} [pay] the ticket that is asked for
 * @property {number[]} [candidates] where Mr X can be
 * @property {Partial<View>} [after] what the learner's move leads to
 * @property {"log" | "tickets"} [tab] the panel that is talked about
 */

/** @typedef {Partial<Record<Ticket | "double", number>>} Changed */

/**
 * Tickets after two rounds by taxi, and what has been paid since.
 * @param {Changed} [mrX] his, where they differ
 * @param {Changed} [first] the first detective's
 * @param {Changed} [second] the second one's
 */
const tickets = (mrX = {}, first = {}, second = {}) => {
  const own = { taxi: 8, bus: 8, underground: 4 };
  return {
    mr_x: { taxi: 8, bus: 3, underground: 3, black: 5, double: 2, ...mrX },
    detectives: [{ ...own, ...first }, { ...own, ...second }, own],
  };
};

/** @param {string} text such as `TT` @param {Record<number, number>} [seen] stations by slot @param {number[]} [double] slots */
const logOf = (text, seen = {}, double = []) =>
  [...text].map((letter, i) => ({
    slot: i + 1,
    ticket: /** @type {Letter} */ (letter),
    station: seen[i + 1] ?? null,
    double: double.includes(i + 1),
  }));

/** What all lessons begin with. @type {View} */
export const START = {
  id: "learn",
  rules: "classic",
  board: "london",
  seat: "detectives",
  ply: 0,
  slot: 2,
  slots: 24,
  turn: detectiveSeat(1),
  to_move: [1],
  your_turn: true,
  stations: { mr_x: null, mr_x_seen: null, detectives: [86, 103, 140] },
  tickets: tickets(),
  log: logOf("TT"),
  surfacings: [3, 8, 13, 18, 24],
  next_surfacing: 3,
  legal: [],
  moves: [],
  thinking: false,
  outcome: null,
  names: { mr_x: "", detectives: [] },
  help: {},
};

/** @param {number} ply @param {string} by @param {string} move */
const made = (ply, by, move) => ({ ply: ply + 1, moves: [{ ply, by, move }] });

/** @type {Lesson[]} */
export const LESSONS = [
  {
    id: "move",
    view: {},
    offers: { 116: ["bus"] },
    after: {
      ...made(0, detectiveSeat(1), "B116"),
      stations: { mr_x: null, mr_x_seen: null, detectives: [116, 103, 140] },
      tickets: tickets({ bus: 4 }, { bus: 7 }),
    },
  },
  { id: "tickets", view: { turn: detectiveSeat(2) }, tab: "tickets" },
  { id: "log", view: { turn: "mr_x" }, tab: "log" },
  {
    id: "surface",
    view: {
      ...made(1, "mr_x", "T127"),
      slot: 3,
      next_surfacing: 8,
      log: logOf("TTT", { 3: 127 }),
      stations: { mr_x: null, mr_x_seen: { slot: 3, station: 127 }, detectives: [116, 102, 140] },
      tickets: tickets({ bus: 4 }, { bus: 7 }, { taxi: 7 }),
    },
    tab: "log",
  },
  {
    id: "read",
    view: {
      ...made(2, "mr_x", "T?"),
      slot: 4,
      log: logOf("TTTT", { 3: 127 }),
      turn: detectiveSeat(2),
      tickets: tickets({ taxi: 7, bus: 4 }, { bus: 7 }, { taxi: 7 }),
    },
    offers: { 115: ["taxi"], 126: ["taxi"], 133: ["taxi"], 134: ["taxi"] },
    tab: "log",
  },
  {
    id: "net",
    view: {},
    candidates: [115, 126, 133, 134],
    offers: { 115: ["taxi"] },
    after: {
      ...made(3, detectiveSeat(2), "T115"),
      stations: { mr_x: null, mr_x_seen: { slot: 3, station: 127 }, detectives: [116, 115, 140] },
      tickets: tickets({ bus: 4 }, { bus: 7 }, { taxi: 6 }),
    },
  },
  {
    id: "black",
    view: {
      seat: "mr_x",
      turn: "mr_x",
      ply: 10,
      moves: [],
      stations: { mr_x: 133, mr_x_seen: { slot: 3, station: 127 }, detectives: [116, 115, 140] },
    },
    offers: { 157: ["bus", "black"] },
    pay: "black",
    after: {
      ...made(10, "mr_x", "K157"),
      slot: 5,
      log: logOf("TTTTK", { 3: 127 }),
      stations: { mr_x: 157, mr_x_seen: { slot: 3, station: 127 }, detectives: [116, 115, 140] },
      tickets: tickets({ bus: 4, black: 4 }, { bus: 7 }, { taxi: 6 }),
    },
    tab: "log",
  },
  {
    id: "double",
    view: {
      ply: 20,
      moves: [],
      turn: "mr_x",
      stations: { mr_x: 157, mr_x_seen: { slot: 3, station: 127 }, detectives: [142, 133, 156] },
    },
    offers: { 170: ["taxi"] },
    second: { 159: ["taxi"] },
    after: {
      ...made(20, "mr_x", "2T170T159"),
      slot: 7,
      log: logOf("TTTTKTT", { 3: 127 }, [6, 7]),
      stations: { mr_x: 159, mr_x_seen: { slot: 3, station: 127 }, detectives: [142, 133, 156] },
      tickets: tickets({ taxi: 6, bus: 4, black: 4, double: 1 }, { bus: 7 }, { taxi: 6 }),
    },
    tab: "log",
  },
  {
    id: "catch",
    view: {
      seat: "detectives",
      ply: 30,
      moves: [],
      turn: detectiveSeat(1),
      slot: 8,
      next_surfacing: 13,
      log: logOf("TTTTKTTT", { 3: 127, 8: 172 }, [6, 7]),
      stations: { mr_x: null, mr_x_seen: { slot: 8, station: 172 }, detectives: [128, 160, 158] },
      tickets: tickets({ taxi: 5, bus: 4, black: 4, double: 1 }, { bus: 7 }, { taxi: 6 }),
    },
    offers: { 172: ["taxi"] },
    after: {
      ...made(30, detectiveSeat(1), "T172"),
      stations: { mr_x: 172, mr_x_seen: { slot: 8, station: 172 }, detectives: [172, 160, 158] },
      tickets: tickets({ taxi: 6, bus: 4, black: 4, double: 1 }, { taxi: 7, bus: 7 }, { taxi: 6 }),
      outcome: { winner: "detectives", reason: "captured", text: "" },
    },
  },
  { id: "end", view: { turn: "over", your_turn: false } },
];

/** The options of stations, as the menu asks for them. @param {Record<number, Ticket[]>} offers @returns {Map<number, Option[]>} */
export const optionsOf = (offers) =>
  new Map(
    Object.entries(offers).map(([station, kinds]) => [
      Number(station),
      kinds.map((ticket) => ({ ticket, to: Number(station), move: null })),
    ]),
  );
