// The kinds of tickets: their letters, names and order.

import { t } from "./i18n.js";

/** @typedef {import("./types").Ticket} Ticket */
/** @typedef {import("./types").Letter} Letter */
/** @typedef {import("./types").Stock} Stock */

/** @type {Record<Letter, Ticket>} */
export const TICKET = { T: "taxi", B: "bus", U: "underground", K: "black" };
/** @type {Record<Ticket, Letter>} */
export const LETTER = { taxi: "T", bus: "B", underground: "U", black: "K" };
/** What a kind is called on a button or in a table. @param {Ticket | "double" | "ferry"} kind */
export const ticketName = (kind) => t(`ticket.${kind}`);
/** What a kind is called in a sentence. @param {Ticket} kind */
export const rideName = (kind) => t(`ride.${kind}`);
/** From the plain to the precious. @type {(Ticket | "double")[]} */
export const KINDS = ["taxi", "bus", "underground", "black", "double"];

/** Sorts the plain tickets first. @param {{ ticket: Ticket }} a @param {{ ticket: Ticket }} b */
export const plainFirst = (a, b) => KINDS.indexOf(a.ticket) - KINDS.indexOf(b.ticket);

/** Whether somebody holds such a ticket; `null` stands for any number. @param {number | null | undefined} count */
export const holds = (count) => count === null || (count ?? 0) > 0;

/** @param {number | null | undefined} count */
export const amount = (count) => (count === null ? "∞" : String(count ?? 0));

/** The kinds that anybody still holds. @param {Stock[]} stocks */
export const kindsHeld = (stocks) => KINDS.filter((kind) => stocks.some((stock) => holds(stock?.[kind])));
