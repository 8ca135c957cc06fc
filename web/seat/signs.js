// Small signs for tickets and pieces, in lists and sentences.

import { h, s } from "../lib/dom.js";
import { detectiveNumber, pieceClass } from "../lib/seats.js";
import { LETTER, ticketName } from "../lib/tickets.js";

/**
 * A ticket: colour, shape and letter all tell the kind.
 * @param {import("../lib/types").Ticket | "double"} kind
 * @param {boolean} [named] with its name beside the letter
 */
export function ticketSign(kind, named = false) {
  const letter = kind === "double" ? "2×" : LETTER[kind];
  return h(
    `span.sign.${kind}`,
    named ? {} : { title: ticketName(kind) },
    h("b", { "aria-hidden": named ? "true" : false }, letter),
    named ? h("span", {}, ticketName(kind)) : null,
  );
}

/** The coloured dot of a piece. @param {string} piece a seat */
export function pieceDot(piece) {
  return s(
    `svg.dot.${pieceClass(piece)}`,
    { viewBox: "-12 -12 24 24", "aria-hidden": "true" },
    s("circle.piece-ring", { r: 10.5 }),
    s("text", { y: 4.5 }, detectiveNumber(piece) ?? "X"),
  );
}
