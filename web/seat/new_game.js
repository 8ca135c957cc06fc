// What the choices of the front page mean to the server. Pure.

import { firstToken, hotSeatAddress, seatAddress, teamAddress } from "../lib/addresses.js";

/** @typedef {import("../lib/types").RulesInfo} RulesInfo */
/** @typedef {import("../lib/types").Links} Links */
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
 * What the server is asked for.
 * @param {Choices} choices
 * @returns {NewGame}
 */
export function newGame(choices) {
  const { mode, rules, count, seed, help } = choices;
  if (mode === "some" && !choices.mine.slice(0, count).some(Boolean))
    throw new Error("Choose at least one detective for yourself.");
  return {
    rules: rules.name,
    ...(count === rules.detectives ? {} : { detectives: count }),
    ...(seed === null ? {} : { seed }),
    seats: seatsOf(choices),
    help: { candidates: help, belief: help, hints: help },
    pace_ms: mode === "watch" ? WATCHING : PLAYING,
  };
}

/**
 * Where the person goes once the game is there, what the browser keeps of its links, and which are for the others.
 * @param {Choices} choices
 * @param {string} id
 * @param {Links} links
 * @returns {{ address: string, seat: HeldGame["seat"], keep: Partial<Links>, invite: Links | null }}
 */
export function placeOf({ mode, ownSide }, id, links) {
  if (mode === "hot") return { address: hotSeatAddress(id), seat: "hot", keep: links, invite: null };
  const own = [...new Set(links.detectives.filter((token) => token))];
  if (mode === "some" && own.length > 1)
    return { address: teamAddress(id), seat: "team", keep: { detectives: links.detectives }, invite: null };
  const asMrX = mode === "mr_x" || (mode === "friends" && ownSide === "mr_x");
  const token = mode === "watch" ? (links.watch_all ?? links.watch) : asMrX ? links.mr_x : firstToken(links.detectives);
  const address = seatAddress(id, token);
  const keep = mode === "watch" ? { watch: links.watch, watch_all: links.watch_all } : {};
  if (mode !== "friends") return { address, seat: address, keep, invite: null };
  // The links of the others are shown once and not kept: Mr X's must not lie in a detective's browser.
  const invite = {
    ...links,
    mr_x: asMrX ? null : links.mr_x,
    detectives: links.detectives.map((other) => (other === token ? null : other)),
  };
  return { address, seat: address, keep, invite };
}
