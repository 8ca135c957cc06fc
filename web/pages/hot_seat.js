// Several seats at one screen: both sides with a curtain between them, or some of the detectives.

import { api } from "../lib/api.js";
import { h } from "../lib/dom.js";
import { Play } from "../seat/play.js";
import { heldGame, updateGame } from "../lib/store.js";
import { topbar } from "../seat/topbar.js";

/** @typedef {import("../lib/types").View} View */

/**
 * `#/hot/ID`: Mr X and the detectives share the screen. Only the side that is to move has a socket, so the other
 * side's page is gone and not merely covered.
 * @type {import("../lib/router.js").Show}
 */
export async function showHotSeat(place, [id]) {
  const held = heldGame(id);
  const tokens = { mr_x: held?.links.mr_x, detectives: held?.links.detectives?.find((token) => token) };
  if (!held || !tokens.mr_x || !tokens.detectives)
    throw new Error("This browser does not hold the links of that game.");
  updateGame(id, { at: Date.now() });
  const first = await api.view(id, tokens.detectives);
  const data = await api.board(first.rules);
  place.append(topbar(`${held.title} – one screen`));
  const room = h("div.room");
  place.append(room);
  /** @type {Play | null} */
  let play = null;
  /** @type {"mr_x" | "detectives" | null} */
  let side = null;

  const sideOf = (/** @type {View} */ view) => (view.turn === "mr_x" ? "mr_x" : "detectives");
  const sit = (/** @type {"mr_x" | "detectives"} */ who) => {
    side = who;
    room.replaceChildren();
    play = new Play(room, data, {
      id,
      token: /** @type {string} */ (tokens[who]),
      title: held.title,
      onmoved: (view) => {
        if (!view.outcome && sideOf(view) !== side) hand(sideOf(view), view);
      },
    });
  };
  const hand = (/** @type {"mr_x" | "detectives"} */ who, /** @type {View} */ view) => {
    play?.close();
    play = null;
    side = null;
    const last = view.log.at(-1);
    const name = who === "mr_x" ? "Mr X" : "the detectives";
    const ready = h(
      "button.primary",
      { onclick: () => sit(who) },
      who === "mr_x" ? "I am Mr X, and nobody else looks" : "We are ready",
    );
    room.replaceChildren(
      h(
        "section.curtain",
        { "aria-label": "Hand over the screen" },
        h("h2", {}, `Hand the screen to ${name}`),
        who === "detectives" && last
          ? h("p", {}, `Slot ${view.slot} of ${view.slots} is filled.`)
          : h("p", {}, `Slot ${view.slot + 1} of ${view.slots} comes next.`),
        ready,
      ),
    );
    ready.focus();
  };
  hand(sideOf(first), first);
  if (first.outcome) sit("detectives");
  return { leave: () => play?.close() };
}

/**
 * `#/team/ID`: this person plays some of the detectives, each with a seat of its own; the page sits down wherever it is
 * this person's turn.
 * @type {import("../lib/router.js").Show}
 */
export async function showTeam(place, [id]) {
  const held = heldGame(id);
  const tokens = held?.links.detectives ?? [];
  const own = tokens.filter((token) => token !== null);
  if (!held || own.length === 0) throw new Error("This browser does not hold the links of that game.");
  updateGame(id, { at: Date.now() });
  const first = await api.view(id, own[0]);
  const data = await api.board(first.rules);
  place.append(topbar(`${held.title} – detectives ${tokens.flatMap((token, i) => (token ? [i + 1] : [])).join(", ")}`));
  const room = h("div.room");
  place.append(room);
  /** @type {Play | null} */
  let play = null;
  const sit = (/** @type {string} */ token) => {
    play?.close();
    room.replaceChildren();
    play = new Play(room, data, {
      id,
      token,
      title: held.title,
      others: own.filter((other) => other !== token),
      onmoved: (view) => {
        const turn = Number(view.turn.slice(10));
        const mine = [turn, ...view.to_move].map((number) => tokens[number - 1]).find((other) => other);
        if (!view.your_turn && mine && mine !== token) setTimeout(() => sit(mine), 0);
      },
    });
  };
  sit(own[0]);
  return { leave: () => play?.close() };
}
