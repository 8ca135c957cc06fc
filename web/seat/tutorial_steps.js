// The lessons of the tutorial: one short game on the real board, and what the learner is to do in it. Pure.

import { parseMove } from "../lib/moves.js";
import { detectiveSeat } from "../lib/seats.js";
import { LETTER } from "../lib/tickets.js";

/** @typedef {import("../lib/types").View} View */
/** @typedef {import("../lib/types").Ticket} Ticket */
/** @typedef {import("../lib/types").Stock} Stock */
/** @typedef {import("./move_picker.js").Option} Option */

/**
 * @typedef {object} Lesson
 * @property {"move" | "tickets" | "log" | "surface" | "read" | "net" | "black" | "double" | "catch" | "end"} id its texts
 * @property {Partial<View>} [view] what is different from the lesson before: whose side it is, whose turn
 * @property {string[]} [meanwhile] the moves that are made before it: `2 T103`, `x T127`
 * @property {Record<number, Ticket[]>} [offers] the stations to choose from, with their tickets; none waits for "Next"
 * @property {Record<number, Ticket[]>} [second] those of the second step of a double move
 * @property {Record<number, "far" | "taken">} [wrong] of those to choose from, the wrong ones and why they are
 * @property {Ticket} [pay] the ticket that is asked for
 * @property {number[]} [candidates] where Mr X can be
 * @property {number[]} [answer] the same, told after the learner has found it
 * @property {string} [made] the learner's move, as in `meanwhile`
 * @property {"log" | "tickets"} [tab] the panel that is talked about
 */

/** What all lessons begin with: two rounds ago everybody set out by taxi. @type {View} */
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
  stations: { mr_x: null, mr_x_seen: null, detectives: [52, 85, 153] },
  tickets: {
    mr_x: { taxi: 5, bus: 3, underground: 3, black: 5, double: 2 },
    detectives: [1, 2, 3].map(() => ({ taxi: 9, bus: 8, underground: 4 })),
  },
  log: [1, 2].map((slot) => ({ slot, ticket: "T", station: null, double: false })),
  surfacings: [3, 8, 13, 18, 24],
  next_surfacing: 3,
  legal: [],
  moves: [],
  thinking: false,
  outcome: null,
  names: { mr_x: "", detectives: [] },
  help: {},
};

/** @type {Lesson[]} */
export const LESSONS = [
  { id: "move", offers: { 86: ["bus"] }, made: "1 B86" },
  { id: "tickets", view: { turn: detectiveSeat(2) }, tab: "tickets" },
  { id: "log", view: { turn: "mr_x" }, meanwhile: ["2 T103", "3 T154"], tab: "log" },
  { id: "surface", view: { turn: detectiveSeat(1) }, meanwhile: ["x T127"], tab: "log" },
  {
    id: "read",
    meanwhile: ["1 B116", "2 T102", "3 T140", "x T?"],
    offers: Object.fromEntries([114, 115, 116, 118, 126, 133, 134, 141].map((n) => [n, ["taxi"]])),
    wrong: { 114: "far", 118: "far", 141: "far", 116: "taken" },
    answer: [115, 126, 133, 134],
    tab: "log",
  },
  {
    id: "net",
    view: { turn: detectiveSeat(2) },
    meanwhile: ["1 T127"],
    candidates: [115, 126, 133, 134],
    offers: { 115: ["taxi"] },
    answer: [126, 133, 134],
    made: "2 T115",
  },
  {
    id: "black",
    view: { seat: "mr_x", turn: "mr_x" },
    meanwhile: ["3 T126"],
    offers: { 157: ["bus", "black"] },
    pay: "black",
    made: "x K157",
    tab: "log",
  },
  {
    id: "double",
    view: { turn: "mr_x" },
    meanwhile: ["1 T133", "2 T127", "3 T140"],
    offers: { 170: ["taxi"] },
    second: { 159: ["taxi"] },
    made: "x 2T170T159",
    tab: "log",
  },
  {
    id: "catch",
    view: { seat: "detectives", turn: detectiveSeat(3) },
    meanwhile: ["1 B157", "2 T133", "3 U128", "x T172", "1 T158", "2 T141"],
    offers: { 172: ["taxi"] },
    made: "3 T172",
  },
  { id: "end", view: { turn: "over", your_turn: false } },
];

/** Where Mr X is when the learner takes his side. */
const HIDDEN_AT = 133;

/** Takes a side: as Mr X one sees him. @param {View} view @param {Partial<View>} [change] @returns {View} */
export function seated(view, change = {}) {
  const next = { ...view, ...change };
  if (next.seat === view.seat) return next;
  return { ...next, stations: { ...view.stations, mr_x: next.seat === "mr_x" ? HIDDEN_AT : null } };
}

/** Some tickets more or less. @param {Stock} stock @param {Ticket | "double"} kind @param {number} more @returns {Stock} */
const changed = (stock, kind, more) => ({ ...stock, [kind]: (stock[kind] ?? 0) + more });

/**
 * The position after a move of the story.
 * @param {View} view
 * @param {string} text `2 T103` or `x T127`
 * @returns {View}
 */
export function played(view, text) {
  const [who, written] = text.split(" ");
  const move = parseMove(written);
  if (!move) return view;
  const by = who === "x" ? "mr_x" : detectiveSeat(Number(who));
  const next = { ...view, ply: view.ply + 1, moves: [{ ply: view.ply, by, move: written }] };
  return who === "x" ? afterMrX(next, move) : afterDetective(next, Number(who), move);
}

/** His tickets go to Mr X. @param {View} view @param {number} number @param {import("../lib/moves.js").Move} move @returns {View} */
function afterDetective(view, number, { steps: [{ ticket, to }] }) {
  const { stations, tickets } = view;
  const at = stations.detectives.map((old, i) => (i === number - 1 && to !== null ? to : old));
  const caught = to === stations.mr_x_seen?.station && stations.mr_x_seen?.slot === view.slot;
  return {
    ...view,
    stations: { ...stations, mr_x: caught ? to : stations.mr_x, detectives: at },
    tickets: {
      mr_x: changed(tickets.mr_x, ticket, 1),
      detectives: tickets.detectives.map((stock, i) => (i === number - 1 ? changed(stock, ticket, -1) : stock)),
    },
    outcome: caught ? { winner: "detectives", reason: "captured", text: "" } : null,
  };
}

/** @param {View} view @param {import("../lib/moves.js").Move} move @returns {View} */
function afterMrX(view, { steps, double }) {
  const log = [...view.log];
  let [stock, seen] = [double ? changed(view.tickets.mr_x, "double", -1) : view.tickets.mr_x, view.stations.mr_x_seen];
  for (const { ticket, to } of steps) {
    stock = changed(stock, ticket, -1);
    const slot = log.length + 1;
    const open = view.surfacings.includes(slot) && to !== null;
    log.push({ slot, ticket: LETTER[ticket], station: open ? to : null, double });
    if (open) seen = { slot, station: /** @type {number} */ (to) };
  }
  const at = steps[steps.length - 1].to;
  return {
    ...view,
    log,
    slot: log.length,
    next_surfacing: view.surfacings.find((slot) => slot > log.length) ?? null,
    stations: { ...view.stations, mr_x: view.seat === "mr_x" ? at : null, mr_x_seen: seen },
    tickets: { ...view.tickets, mr_x: stock },
  };
}

/** The options of stations, as the menu asks for them. @param {Record<number, Ticket[]>} offers @returns {Map<number, Option[]>} */
export const optionsOf = (offers) =>
  new Map(
    Object.entries(offers).map(([station, kinds]) => [
      Number(station),
      kinds.map((ticket) => ({ ticket, to: Number(station), move: null })),
    ]),
  );
