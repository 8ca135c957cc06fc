// What the choices of the front page mean to the server. Pure.

import { hotSeatAddress, seatAddress, teamAddress } from "../lib/addresses.js";
import { t } from "../lib/i18n.js";
import { bySeat, detectiveSeat } from "../lib/seats.js";
import { settings } from "../lib/store.js";

/** @typedef {import("../lib/types").RulesInfo} RulesInfo */
/** @typedef {import("../lib/types").Created} Created */
/** @typedef {import("../lib/types").NewGame} NewGame */
/** @typedef {import("../lib/store.js").HeldGame} HeldGame */
/** @typedef {import("../lib/types").Seat} Seat */
/** @typedef {"mr_x" | "detectives" | "some" | "hot" | "friends" | "watch"} Mode */

/**
 * @typedef {object} Choices
 * @property {Mode} mode
 * @property {RulesInfo} rules
 * @property {number} count of detectives
 * @property {string} mrX spec of the agent that plays Mr X
 * @property {string} detectives spec of the agent that plays the detectives
 * @property {number | null} seed
 * @property {boolean} help
 * @property {boolean[]} mine which detectives the person plays, in mode `some`
 * @property {"mr_x" | "detectives"} ownSide the side this person takes among friends
 * @property {boolean} each every detective has a seat of its own
 * @property {string} name what the person is called
 * @property {number | null} [clock] seconds for each move of a person
 */

/** Milliseconds a move of an agent, for those who watch and for those who play. */
const [WATCHING, PLAYING] = [700, 450];

/** @type {Seat} */
const HUMAN = { kind: "human" };

/** @param {string} spec @returns {Seat} */
const agent = (spec) => ({ kind: "agent", spec });

/**
 * @param {Choices} choices
 * @returns {{ mr_x: Seat, detectives: Seat | Seat[] }}
 */
export function seatsOf({ mode, mrX, detectives, mine, each, count, ownSide, name }) {
  /** @type {Seat} */
  const me = name ? { kind: "human", name } : HUMAN;
  switch (mode) {
    case "mr_x":
      return { mr_x: me, detectives: agent(detectives) };
    case "detectives":
      return { mr_x: agent(mrX), detectives: me };
    case "some":
      return {
        mr_x: agent(mrX),
        detectives: Array.from({ length: count }, (_, i) => (mine[i] ? me : agent(detectives))),
      };
    case "hot":
      return { mr_x: HUMAN, detectives: HUMAN };
    case "friends":
      // Whoever starts the game has the first of the detectives' seats, or Mr X's.
      return {
        mr_x: ownSide === "mr_x" ? me : HUMAN,
        detectives: each
          ? Array.from({ length: count }, (_, i) => (ownSide === "detectives" && i === 0 ? me : HUMAN))
          : ownSide === "detectives"
            ? me
            : HUMAN,
      };
    case "watch":
      return { mr_x: agent(mrX), detectives: agent(detectives) };
  }
}

/**
 * The seats that the person takes; one who plays alone takes the only one unasked.
 * @param {Choices} choices
 * @returns {"all" | string[] | undefined}
 */
function claimOf({ mode, ownSide, each }) {
  if (mode === "hot" || mode === "some") return "all";
  if (mode !== "friends") return undefined;
  if (ownSide === "mr_x") return ["mr_x"];
  return [each ? detectiveSeat(1) : "detectives"];
}

/**
 * What the server is asked for.
 * @param {Choices} choices
 * @returns {NewGame}
 */
export function newGame(choices) {
  const { mode, rules, count, seed, help } = choices;
  if (mode === "some" && !choices.mine.slice(0, count).some(Boolean)) throw new Error(t("home.some.none"));
  const claim = claimOf(choices);
  return {
    rules: rules.name,
    ...(count === rules.detectives ? {} : { detectives: count }),
    ...(seed === null ? {} : { seed }),
    seats: seatsOf(choices),
    help: { candidates: help, belief: help, hints: help },
    pace_ms: mode === "watch" ? WATCHING : PLAYING,
    ...(claim ? { claim } : {}),
    ...(choices.clock ? { clock_s: choices.clock } : {}),
  };
}

/**
 * Where the person goes once the game is there, and what the browser keeps of it. Invitations are not kept: whoever
 * made the game can always make new ones.
 * @param {Choices} choices
 * @param {Created} created
 * @returns {{ address: string, held: Omit<HeldGame, "id" | "title" | "at"> }}
 */
export function placeOf({ mode }, { id, links, recovery }) {
  const names = Object.keys(recovery);
  const seats = bySeat(names, links);
  const kept = { seats, recovery, host: true };
  if (mode === "hot") return { address: hotSeatAddress(id), held: { seat: "hot", links, ...kept } };
  if (mode === "some" && names.length > 1) {
    const { detectives } = links;
    return { address: teamAddress(id), held: { seat: "team", links: { detectives }, ...kept } };
  }
  const { watch, watch_all } = links;
  const address = seatAddress(id, mode === "watch" ? (watch_all ?? watch) : names[0]);
  return { address, held: { seat: address, links: mode === "watch" ? { watch, watch_all } : { watch }, ...kept } };
}

/**
 * One person against a level, and nothing else to choose.
 * @param {"mr_x" | "detectives"} mode the side of the person
 * @param {RulesInfo} rules
 * @param {import("../lib/types").Level} level
 * @returns {Choices}
 */
export const simplest = (mode, rules, level) => ({
  mode,
  rules,
  count: rules.detectives,
  mrX: level.mr_x,
  detectives: level.detectives,
  seed: null,
  help: true,
  mine: [],
  ownSide: "mr_x",
  each: false,
  name: settings.name,
});
