// Everything that this browser remembers as one text, for another device, and back.

import { t } from "./i18n.js";

const PREFIX = "yard.";

/** @typedef {import("./store.js").HeldGame} HeldGame */

/** All that is remembered here, as a text. @param {Storage} storage */
export function pack(storage = localStorage) {
  /** @type {Record<string, string>} */
  const items = {};
  for (let i = 0; i < storage.length; i++) {
    const key = storage.key(i);
    if (key?.startsWith(PREFIX)) items[key.slice(PREFIX.length)] = storage.getItem(key) ?? "null";
  }
  return JSON.stringify({ version: 1, items });
}

/**
 * Joins what another device remembered with what is here: its person, its settings, and the games of both.
 * @param {string} text
 * @param {Storage} storage
 * @returns {string | null} the owner's token that was here before and is not the person's
 */
export function unpack(text, storage = localStorage) {
  const { version, items } = JSON.parse(text);
  if (version !== 1 || typeof items?.owner !== "string") throw new Error(t("moving.bad"));
  const before = JSON.parse(storage.getItem(`${PREFIX}owner`) ?? "null");
  for (const [key, value] of Object.entries(items)) {
    const own = storage.getItem(PREFIX + key);
    storage.setItem(PREFIX + key, key === "games" && own !== null ? joined(own, String(value)) : String(value));
  }
  return before && before !== JSON.parse(items.owner) ? before : null;
}

/** Both lists of games, each game once as it was opened last. @param {string} own @param {string} others */
function joined(own, others) {
  /** @type {Map<string, HeldGame>} */
  const games = new Map();
  for (const game of [...JSON.parse(own), ...JSON.parse(others)]) {
    const known = games.get(game.id);
    if (!known || known.at < game.at) games.set(game.id, game);
  }
  return JSON.stringify([...games.values()].sort((a, b) => b.at - a.at));
}
