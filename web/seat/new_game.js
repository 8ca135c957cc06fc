// Starts games: what the choices of the front page mean to the server.

import { api } from "../lib/api.js";
import { showLinks } from "./more_panel.js";
import { me } from "./names.js";
import { go } from "../lib/router.js";
import { holdGame } from "../lib/store.js";

/** @typedef {import("../lib/types").RulesInfo} RulesInfo */
/** @typedef {import("../lib/types").Level} Level */
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
 * @property {"mr_x" | "detectives"} friend the seat this person takes among friends
 * @property {boolean} each every detective has a seat of its own
 */

/** @type {Seat} */
const HUMAN = { kind: "human" };

/** @param {string} spec @returns {Seat} */
const agent = (spec) => ({ kind: "agent", spec });

/**
 * @param {Choices} choices
 * @returns {{ mr_x: Seat, detectives: Seat | Seat[] }}
 */
export function seatsOf({ mode, mrX, detectives, mine, each, count, friend }) {
  switch (mode) {
    case "mr_x":
      return { mr_x: me(), detectives: agent(detectives) };
    case "detectives":
      return { mr_x: agent(mrX), detectives: me() };
    case "some":
      return {
        mr_x: agent(mrX),
        detectives: Array.from({ length: count }, (_, i) => (mine[i] ? me() : agent(detectives))),
      };
    case "hot":
      return { mr_x: HUMAN, detectives: HUMAN };
    case "friends":
      // Whoever starts the game has the first of the detectives' seats, or Mr X's.
      return {
        mr_x: friend === "mr_x" ? me() : HUMAN,
        detectives: each
          ? Array.from({ length: count }, (_, i) => (friend === "detectives" && i === 0 ? me() : HUMAN))
          : friend === "detectives"
            ? me()
            : HUMAN,
      };
    case "watch":
      return { mr_x: agent(mrX), detectives: agent(detectives) };
  }
}

/**
 * Creates the game and goes to the person's seat.
 * @param {Choices} choices
 */
export async function startGame(choices) {
  const { mode, rules, count, seed, help } = choices;
  if (mode === "some" && !choices.mine.slice(0, count).some(Boolean))
    throw new Error("Choose at least one detective for yourself.");
  const { id, links } = await api.create({
    rules: rules.name,
    ...(count === rules.detectives ? {} : { detectives: count }),
    ...(seed === null ? {} : { seed }),
    seats: seatsOf(choices),
    help: { candidates: help, belief: help, hints: help },
    pace_ms: mode === "watch" ? 700 : 450,
  });
  const title = rules.title || rules.name;
  const keep = (/** @type {string} */ seat, /** @type {Partial<import("../lib/types").Links>} */ kept) =>
    holdGame({ id, title, seat, links: kept, at: Date.now() });
  const first = links.detectives.find((token) => token) ?? null;
  if (mode === "hot") {
    keep("hot", links);
    go(`#/hot/${id}`);
    return;
  }
  const mineToken =
    mode === "watch"
      ? (links.watch_all ?? links.watch)
      : mode === "mr_x" || (mode === "friends" && choices.friend === "mr_x")
        ? links.mr_x
        : first;
  const hash = `#/game/${id}/${mineToken}`;
  if (mode === "some") {
    const seats = [...new Set(links.detectives.filter((token) => token))];
    keep(seats.length > 1 ? "team" : hash, seats.length > 1 ? { detectives: links.detectives } : {});
    go(seats.length > 1 ? `#/team/${id}` : hash);
    return;
  }
  keep(hash, mode === "watch" ? { watch: links.watch, watch_all: links.watch_all } : {});
  go(hash);
  if (mode === "friends") {
    // The links of the others are shown once and not kept: Mr X's must not lie in a detective's browser.
    const others = {
      ...links,
      mr_x: choices.friend === "mr_x" ? null : links.mr_x,
      detectives: links.detectives.map((token) => (token === mineToken ? null : token)),
    };
    setTimeout(() => showLinks(id, others), 300);
  }
}
