// Keeps the diary: games that ended are looked up once, also those that ended while this browser was closed.

import { tokenOf } from "../lib/addresses.js";
import { ApiError, api } from "../lib/api.js";
import { heldGames, memory } from "../lib/store.js";
import { entryOf, keptFacts, withEntry } from "./entries.js";

/** @typedef {import("./entries.js").Entry} Entry */

/** More games than anybody looks back at. */
const MOST = 500;
/** Games that are looked up at a time, so that nobody waits long. */
const AT_ONCE = 8;

/** @returns {Entry[]} the latest first */
export const readDiary = () => memory.read("diary", /** @type {Entry[]} */ ([]));

/** @param {Entry} entry */
const keep = (entry) => memory.write("diary", withEntry(readDiary(), entry, MOST));

/** Games that prove nothing or are gone, so that they are asked for once only. @returns {string[]} */
const skipped = () => memory.read("diary-skipped", /** @type {string[]} */ ([]));

/** @param {string} id */
const skip = (id) => memory.write("diary-skipped", [id, ...skipped()].slice(0, MOST));

/** Games that were asked for since the page was opened: one that was ended without a result is asked for once a visit. @type {Set<string>} */
const asked = new Set();

/** @param {unknown} fault */
const isGone = (fault) => fault instanceof ApiError && (fault.code === "not_found" || fault.code === "forbidden");

/** @param {import("../lib/store.js").HeldGame} game @param {number} at */
async function note(game, at) {
  const token = tokenOf(game);
  if (!token) return skip(game.id);
  try {
    const view = await api.view(game.id, token);
    if (!view.outcome) return;
    const entry = entryOf(view, at, game.hints);
    if (entry) keep(entry);
    else skip(game.id);
  } catch (fault) {
    if (isGone(fault)) skip(game.id);
  }
}

/** @param {Entry} entry */
async function addFacts(entry) {
  const game = heldGames().find(({ id }) => id === entry.id);
  const token = game ? tokenOf(game) : null;
  if (!token) return keep({ ...entry, facts: null });
  try {
    const facts = keptFacts(await api.facts(entry.id, token), entry.side);
    if (facts) keep({ ...entry, facts });
  } catch (fault) {
    if (isGone(fault)) keep({ ...entry, facts: null });
  }
}

/**
 * Brings the diary up to date, the latest games first.
 * @param {{ facts?: boolean, ended?: Map<string, number> }} [options] whether the reviews are asked for too; `ended` are
 *   games that the server knows to be over, with their times
 * @returns {Promise<Entry[]>}
 */
export async function updateDiary({ facts = false, ended = new Map() } = {}) {
  const known = new Set([...readDiary().map(({ id }) => id), ...skipped()]);
  const fresh = heldGames().filter(({ id, over }) => (ended.has(id) || (over && !asked.has(id))) && !known.has(id));
  for (const { id } of fresh.slice(0, AT_ONCE)) asked.add(id);
  await Promise.all(fresh.slice(0, AT_ONCE).map((game) => note(game, ended.get(game.id) ?? game.at)));
  if (facts) {
    const bare = readDiary().filter((entry) => entry.facts === undefined);
    // One after the other: each is worked out on the server.
    for (const entry of bare.slice(0, AT_ONCE)) await addFacts(entry);
  }
  return readDiary();
}
