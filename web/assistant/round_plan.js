// What the detectives do in one round at a real table: the suggestions, and what people change in them. Pure.

import { endOf, isPass, parseMove } from "../lib/moves.js";
import { rides } from "../lib/reach.js";

/** @typedef {import("../lib/types").BoardLine} BoardLine */
/** @typedef {import("../lib/types").Stock} Stock */
/** @typedef {{ move: string, own: boolean, reason: string }} Planned `own` when a person chose it */
/**
 * Where the round stands.
 * @typedef {object} Position
 * @property {"fixed" | "any"} order
 * @property {number[]} movers who have still to move, in their order
 * @property {number[]} stations of all detectives
 * @property {Stock[]} tickets of all detectives
 * @property {BoardLine[]} lines
 */

export class RoundPlan {
  /** @param {Position} position */
  constructor(position) {
    this.position = position;
    /** @type {Map<number, Planned>} */
    this.planned = new Map();
  }

  /** How moves of a detective are written under these rules. @param {number} by @param {string} ride */
  write(by, ride) {
    return this.position.order === "any" ? `${by}:${ride}` : ride;
  }

  /** Where everybody else is when a detective moves. @param {number} by */
  blocked(by) {
    const { order, stations } = this.position;
    return stations.flatMap((at, i) => {
      const other = i + 1;
      if (other === by) return [];
      const goesFirst = order === "any" || other < by;
      const to = endOf(this.planned.get(other)?.move ?? "");
      return [goesFirst && to !== null ? to : at];
    });
  }

  /** Where a detective may go, as the plan stands. @param {number} by */
  options(by) {
    const { lines, stations, tickets } = this.position;
    return rides(lines, stations[by - 1], tickets[by - 1], this.blocked(by)).map((ride) => ({
      ...ride,
      move: this.write(by, ride.move),
    }));
  }

  /** Whether what is planned for a detective is possible beside the others. @param {number} by */
  fits(by) {
    const plan = this.planned.get(by);
    if (!plan) return false;
    if (isPass(plan.move)) return this.options(by).length === 0;
    const [ride] = plan.move.split(":").slice(-1);
    return this.options(by).some(({ move }) => move.split(":").at(-1) === ride);
  }

  /**
   * Takes over suggestions; what a person chose stays.
   * @param {{ detective: number, move: string, reason: string }[]} suggestions
   */
  suggest(suggestions) {
    const kept = this.frozen();
    for (const by of [...this.planned.keys()]) if (!kept.includes(by)) this.planned.delete(by);
    for (const { detective, move, reason } of suggestions) {
      if (this.position.movers.includes(detective) && !kept.includes(detective))
        this.planned.set(detective, { move, reason, own: false });
    }
  }

  /** @param {number} by @param {string} move */
  choose(by, move) {
    this.planned.set(by, { move, own: true, reason: "" });
  }

  /** The detective is undecided again. @param {number} by @returns {boolean} whether a choice was taken back */
  release(by) {
    const own = this.planned.get(by)?.own ?? false;
    if (own) this.planned.delete(by);
    return own;
  }

  /** Whoever cannot move passes, where the order is fixed. */
  fillPasses() {
    if (this.position.order === "any") return;
    for (const by of this.position.movers)
      if (!this.planned.has(by) && this.options(by).length === 0)
        this.planned.set(by, { move: "pass", own: false, reason: "" });
  }

  get changed() {
    return [...this.planned.values()].some(({ own }) => own);
  }

  /** The detectives who go, in the order of play. */
  get goers() {
    const { order, movers } = this.position;
    return order === "fixed" ? movers : movers.filter((by) => this.planned.has(by) || this.options(by).length > 0);
  }

  get complete() {
    return this.goers.length > 0 && this.goers.every((by) => this.fits(by));
  }

  /** The next detective about whom nothing is decided. @returns {number | null} */
  get open() {
    return this.goers.find((by) => !this.fits(by)) ?? null;
  }

  /** The moves of a round in an order in which they can be made. @param {number[]} [some] of these detectives only */
  moves(some = this.goers) {
    const waiting = some.filter((by) => this.planned.has(by));
    if (this.position.order === "fixed") return waiting.map((by) => this.planned.get(by)?.move ?? "");
    const at = new Map(this.position.stations.map((station, i) => [i + 1, station]));
    /** @type {string[]} */
    const made = [];
    while (waiting.length > 0) {
      // Whoever enters a colleague's station goes after that colleague.
      const free = waiting.findIndex((by) => {
        const to = endOf(this.planned.get(by)?.move ?? "");
        return ![...at].some(([other, station]) => other !== by && station === to);
      });
      const [by] = waiting.splice(Math.max(0, free), 1);
      const move = this.planned.get(by)?.move ?? "";
      at.set(by, endOf(move) ?? at.get(by) ?? 0);
      made.push(move);
    }
    return made;
  }

  /** The detectives whose moves stand: those that people chose, and in fixed order everybody before them. @returns {number[]} */
  frozen() {
    const { order, movers } = this.position;
    const own = movers.filter((by) => this.planned.get(by)?.own);
    if (own.length === 0 || order === "any") return own;
    return movers.slice(0, movers.indexOf(own[own.length - 1]) + 1);
  }

  /** What is settled, so that the others can be planned anew around it. @returns {string[]} */
  settled() {
    return this.moves(this.frozen());
  }
}

/** Detectives whose move may have been the capture. @param {string[]} moves @param {number[]} candidates where Mr X could be */
export const mayHaveCaught = (moves, candidates) =>
  moves.flatMap((move, i) => {
    const to = endOf(move);
    return to !== null && candidates.includes(to) ? [{ at: i, by: parseMove(move)?.by ?? null, to }] : [];
  });
