// The next game after this one: the same again, or with the sides changed.

import { api } from "../lib/api.js";
import { heldGame } from "../lib/store.js";
import { startGame } from "./start_game.js";

/** @typedef {import("./new_game.js").Choices} Choices */
/** How a game was started, as the browser keeps it. @typedef {Omit<Choices, "rules" | "seed"> & { rules: string }} Again */

/** The other seat of a person against agents. @type {Partial<Record<Choices["mode"], Choices["mode"]>>} */
const OTHER_SIDE = { mr_x: "detectives", detectives: "mr_x" };

/** How a game of this browser was started. @param {string} id @returns {Again | null} */
export const startOf = (id) => heldGame(id)?.again ?? null;

/** Whether the person can take the other side next time. @param {string} id */
export const canSwap = (id) => OTHER_SIDE[startOf(id)?.mode ?? "watch"] !== undefined;

/**
 * Starts the next game at once, as the last one was started.
 * @param {string} id of the last game
 * @param {boolean} swap whether the person takes the other side
 */
export async function playAgain(id, swap = false) {
  const again = startOf(id);
  if (!again) return;
  const mode = swap ? (OTHER_SIDE[again.mode] ?? again.mode) : again.mode;
  await startGame({ ...again, mode, rules: await api.oneRules(again.rules), seed: null });
}
