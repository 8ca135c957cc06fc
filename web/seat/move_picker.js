// Turns clicks on stations into a move. Pure: it knows the legal moves and what was clicked, and draws nothing.

import { isPass } from "../lib/moves.js";
import { plainFirst } from "../lib/tickets.js";

/** @typedef {import("../lib/types").Legal} Legal */
/** @typedef {import("../lib/types").Single} Single */
/** @typedef {import("../lib/types").Double} Double */
/** @typedef {import("../lib/types").Ticket} Ticket */
/** @typedef {{ ticket: Ticket, to: number, move: string | null }} Option `move` is null for the first step of two */

/** @param {Legal} legal @returns {legal is Double} */
const isDouble = (legal) => Array.isArray(legal.tickets);

/** The detectives who may move, where the team chooses. @param {Single[]} moves */
export const moversOf = (moves) => [...new Set(moves.flatMap(({ by }) => (by === undefined ? [] : [by])))];

export class MovePicker {
  /** @param {Legal[]} legal */
  constructor(legal) {
    this.singles = /** @type {Single[]} */ (legal.filter((move) => !isDouble(move) && !isPass(move.move)));
    this.doubles = legal.filter(isDouble);
    this.pass = legal.find(({ move }) => isPass(move))?.move ?? null;
    /** The detectives who may move, where the team chooses. @type {number[]} */
    this.movers = moversOf(this.singles);
    /** @type {number | null} */
    this.by = this.movers[0] ?? null;
    this.double = false;
    /** The first step of a double move. @type {{ ticket: Ticket, to: number } | null} */
    this.first = null;
  }

  get canDouble() {
    return this.doubles.length > 0;
  }

  /** @param {number} by */
  select(by) {
    if (this.movers.includes(by)) this.by = by;
  }

  /** The next detective who may move. */
  next() {
    if (this.movers.length > 1) this.by = this.movers[(this.movers.indexOf(this.by ?? 0) + 1) % this.movers.length];
  }

  /** @param {boolean} on */
  setDouble(on) {
    this.double = on && this.canDouble;
    this.first = null;
  }

  /** Takes the last click back: first the step, then the wish for a double move. @returns {boolean} whether there was one */
  back() {
    if (this.first) this.first = null;
    else if (this.double) this.double = false;
    else return false;
    return true;
  }

  /** What each station offers now. @returns {Map<number, Option[]>} */
  targets() {
    /** @type {Option[]} */
    let options;
    const { first } = this;
    if (!this.double) {
      const mine = this.singles.filter((move) => move.by === undefined || move.by === this.by);
      options = mine.flatMap(({ ticket, to, move }) => (to === null ? [] : [{ ticket: ticket ?? "taxi", to, move }]));
    } else if (!first) {
      options = this.doubles.map(({ tickets, via }) => ({ ticket: tickets[0], to: via, move: null }));
    } else {
      const rest = this.doubles.filter(({ via, tickets }) => via === first.to && tickets[0] === first.ticket);
      options = rest.map(({ tickets, to, move }) => ({ ticket: tickets[1], to, move }));
    }
    /** @type {Map<number, Option[]>} */
    const targets = new Map();
    for (const option of options) {
      const others = targets.get(option.to) ?? [];
      if (!others.some((other) => other.ticket === option.ticket)) others.push(option);
      targets.set(option.to, others);
    }
    for (const list of targets.values()) list.sort(plainFirst);
    return targets;
  }

  /**
   * Takes an option of {@link targets}.
   * @param {Option} option
   * @returns {string | null} the whole move, or null when a second step is to come
   */
  take(option) {
    if (option.move !== null) return option.move;
    this.first = { ticket: option.ticket, to: option.to };
    return null;
  }
}
