// Several seats at one screen, one after the other.

import { api, rulesOf } from "../lib/api.js";
import { h } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { heldGame, updateGame } from "../lib/store.js";
import { useEdition } from "./how_to_play.js";
import { Play } from "./play.js";
import { topbar } from "./topbar.js";

/** @typedef {import("../lib/types").View} View */
/** @typedef {import("../lib/store.js").HeldGame} HeldGame */

/**
 * @typedef {object} SharedScreen
 * @property {HTMLElement} room the place below the bar at the top
 * @property {string[]} tokens of the seats
 * @property {View} first what the first of them sees
 * @property {(token: string, others: string[], onmoved: (view: View) => void) => void} sit changes to a seat
 * @property {() => void} leave closes the seat
 */

/**
 * Opens a game of which this browser holds several seats.
 * @param {HTMLElement} place
 * @param {string} id
 * @param {(held: HeldGame) => { tokens: (string | null)[], title: string }} choose the seats to share; all of them must
 *   be there
 * @returns {Promise<SharedScreen>}
 */
export async function openSharedScreen(place, id, choose) {
  const held = heldGame(id);
  const { tokens: wanted, title } = held ? choose(held) : { tokens: [], title: "" };
  const tokens = wanted.filter((token) => token !== null);
  if (!held || tokens.length === 0 || tokens.length < wanted.length) throw new Error(t("game.no_links"));
  updateGame(id, { at: Date.now() });
  const first = await api.view(id, tokens[0]);
  const data = await api.board(rulesOf(first));
  const rules = await api.oneRules(rulesOf(first));
  const room = h("div.room");
  place.append(topbar(t("game.title", { role: held.title, title })), room);
  useEdition(rules, first.stations.detectives.length);
  /** @type {Play | null} */
  let play = null;
  const leave = () => {
    play?.close();
    play = null;
  };
  return {
    room,
    tokens,
    first,
    leave,
    sit: (token, others, onmoved) => {
      leave();
      room.replaceChildren();
      const name = Object.entries(held.seats ?? {}).find(([, known]) => known === token)?.[0];
      play = new Play(room, data, { id, token, name, title: held.title, others, onmoved });
    },
  };
}
