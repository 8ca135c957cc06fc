// Tickets and moves as words.

import { h, s } from "./dom.js";

/** @typedef {import("./types").Ticket} Ticket */
/** @typedef {import("./types").Letter} Letter */

/** @type {Record<Letter, Ticket>} */
export const TICKET = { T: "taxi", B: "bus", U: "underground", K: "black" };
/** @type {Record<Ticket, Letter>} */
export const LETTER = { taxi: "T", bus: "B", underground: "U", black: "K" };
/** @type {Record<Ticket | "double", string>} */
export const NAME = { taxi: "Taxi", bus: "Bus", underground: "Underground", black: "Black", double: "Double" };
/** @type {(Ticket | "double")[]} */
export const KINDS = ["taxi", "bus", "underground", "black", "double"];

/**
 * A ticket as a small sign: colour, shape and letter all tell the kind.
 * @param {Ticket | "double"} kind
 * @param {boolean} [named] with its name beside the letter
 */
export function sign(kind, named = false) {
  const letter = kind === "double" ? "2×" : LETTER[kind];
  return h(
    `span.sign.${kind}`,
    named ? {} : { title: NAME[kind] },
    h("b", { "aria-hidden": named ? "true" : false }, letter),
    named ? h("span", {}, NAME[kind]) : null,
  );
}

/**
 * One step of a move: `T46`, `K?`.
 * @typedef {{ ticket: Ticket, to: number | null }} Step
 */

/**
 * Reads a move; `null` for a pass.
 * @param {string} text
 * @returns {{ by: number | null, double: boolean, steps: Step[] } | null}
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

/**
 * A move in words: "taxi to 46", "double: black, then bus to 58".
 * @param {string} text
 */
export function tellMove(text) {
  const move = parseMove(text);
  if (!move) return "pass";
  const step = (/** @type {Step} */ { ticket, to }) => NAME[ticket].toLowerCase() + (to === null ? "" : ` to ${to}`);
  return (move.double ? "double move: " : "") + move.steps.map(step).join(", then ");
}

/** @param {string} by `mr_x` or `detective-2` */
export const tellSide = (by) =>
  by === "mr_x" ? "Mr X" : by.startsWith("detective-") ? `Detective ${by.slice(10)}` : "The detectives";

/** The coloured dot of a piece, for lists. @param {string} id */
export function dot(id) {
  const number = id.startsWith("detective-") ? id.slice(10) : "X";
  const kind = number === "X" ? "mr-x" : `d${number}`;
  return s(
    `svg.dot.${kind}`,
    { viewBox: "-12 -12 24 24", "aria-hidden": "true" },
    s("circle.piece-ring", { r: 10.5 }),
    s("text", { y: 4.5 }, number),
  );
}
