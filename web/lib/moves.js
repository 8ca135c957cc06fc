// Moves in the notation of the server (docs/reference/notation.md), taken apart and put in words.

import { t } from "./i18n.js";
import { rideName, TICKET } from "./tickets.js";

/** @typedef {import("./types").Ticket} Ticket */
/** @typedef {import("./types").Letter} Letter */
/**
 * One step of a move: `T46`, `K?`.
 * @typedef {{ ticket: Ticket, to: number | null }} Step
 */
/** @typedef {{ by: number | null, double: boolean, steps: Step[] }} Move */

/**
 * @param {string} text
 * @returns {Move | null} `null` for a pass
 */
export function parseMove(text) {
  const match = /^(?:(\d):)?(2?)((?:[TBUK](?:\d+|\?)){1,2})$/i.exec(text);
  if (!match) return null;
  const steps = [...match[3].matchAll(/([TBUK])(\d+|\?)/gi)].map(([, letter, to]) => ({
    ticket: TICKET[/** @type {Letter} */ (letter.toUpperCase())],
    to: to === "?" ? null : Number(to),
  }));
  return { by: match[1] ? Number(match[1]) : null, double: match[2] === "2", steps };
}

/** @param {string} text `pass`, or `2:pass` where the detectives move in any order */
export const isPass = (text) => text === "pass" || text.endsWith(":pass");

/**
 * Where a move ends.
 * @param {string} text
 * @returns {number | null} null for a pass, and where the station is hidden
 */
export const endOf = (text) => parseMove(text)?.steps.at(-1)?.to ?? null;

/**
 * A move in words: "taxi to 46", "double move: black, then bus to 58".
 * @param {string} text
 */
export function moveText(text) {
  const move = parseMove(text);
  if (!move) return t("move.pass");
  const [first, second] = move.steps.map(({ ticket, to }) =>
    to === null ? rideName(ticket) : t("move.step", { ride: rideName(ticket), to }),
  );
  const steps = second === undefined ? first : t("move.then", { first, second });
  return move.double ? t("move.double", { steps }) : steps;
}

/** A move of Mr X as the detectives heard of it. @param {string} text */
export const hideStations = (text) => text.replaceAll(/([TBUK])\d+/g, "$1?");
