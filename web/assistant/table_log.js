// The log of a game at a real table, as the assistant keeps it. Pure: events in, record text out.

import { parseMove } from "../lib/moves.js";
import { recordHead, recordText } from "../lib/record.js";
import { LETTER } from "../lib/tickets.js";

/** @typedef {import("../lib/types").RulesInfo} RulesInfo */
/**
 * What was tapped in, in order. Undo takes the last one off.
 * @typedef {{ kind: "start", station: number } | { kind: "mr_x", move: string } | { kind: "detective", move: string } | { kind: "caught" }} Event
 */
/** @typedef {{ rules: string, count: number, events: Event[], begun?: string }} SavedLog */

export class TableLog {
  /**
   * @param {RulesInfo} rules
   * @param {number} count of detectives
   * @param {Event[]} [events]
   * @param {string} [begun] the day
   */
  constructor(rules, count, events = [], begun = new Date().toISOString().slice(0, 10)) {
    this.begun = begun;
    this.rules = rules;
    this.count = count;
    this.events = events;
  }

  /** @returns {number[]} the detectives' start stations */
  get starts() {
    return this.events.flatMap((event) => (event.kind === "start" ? [event.station] : []));
  }

  get ready() {
    return this.starts.length >= this.count;
  }

  get caught() {
    return this.events.some(({ kind }) => kind === "caught");
  }

  /** Log slots that Mr X has used. */
  get slots() {
    return this.entries().length;
  }

  /** @returns {string[]} */
  mrXMoves() {
    return this.events.flatMap((event) => (event.kind === "mr_x" ? [event.move] : []));
  }

  /** Whether he shows himself after a slot. @param {number} slot */
  surfaces(slot) {
    return this.rules.surfacings.includes(slot);
  }

  /** @param {Event} event */
  add(event) {
    this.events.push(event);
  }

  undo() {
    this.events.pop();
  }

  /** The log as a record with hidden stations (docs/RECORD.md). */
  record() {
    const { name, start_known: known, mr_x_starts: starts } = this.rules;
    const lines = recordHead(name, known && starts?.length === 1 ? starts[0] : null, this.starts);
    /** @type {{ mrX: string, detectives: string[] }[]} */
    const turns = [];
    for (const event of this.events) {
      if (event.kind === "mr_x") turns.push({ mrX: event.move, detectives: [] });
      if (event.kind === "detective") turns.at(-1)?.detectives.push(event.move);
    }
    turns.forEach(({ mrX, detectives }, i) => {
      lines.push(`${i + 1} ${mrX}${detectives.length ? ` | ${detectives.join(" ")}` : ""}`);
    });
    if (this.caught) lines.push("result detectives");
    return recordText(lines);
  }

  /**
   * Reads a log that {@link record} has written.
   * @param {string} text
   * @param {RulesInfo[]} all
   * @returns {TableLog | null} null when it is something else
   */
  static parse(text, all) {
    const lines = text
      .split("\n")
      .map((line) => line.replace(/(^|\s)#.*/, "").trim())
      .filter(Boolean);
    const rules = all.find(({ name }) => lines.includes(`rules ${name}`));
    const start = lines
      .find((line) => line.startsWith("start "))
      ?.split(/\s+/)
      .slice(2)
      .map(Number);
    if (!rules || !start || start.some(Number.isNaN)) return null;
    /** @type {Event[]} */
    const events = start.map((station) => ({ kind: "start", station }));
    for (const line of lines) {
      const match = /^\d+\s+([^\s|]+)\s*(?:\|\s*(.*))?$/.exec(line);
      if (!match) continue;
      events.push({ kind: "mr_x", move: match[1] });
      for (const move of (match[2] ?? "").split(/\s+/).filter(Boolean)) events.push({ kind: "detective", move });
    }
    if (lines.some((line) => line.startsWith("result detectives"))) events.push({ kind: "caught" });
    return new TableLog(rules, start.length, events);
  }

  /** What Mr X laid down, for the travel log. @returns {import("../lib/types").LogEntry[]} */
  entries() {
    const steps = this.mrXMoves().flatMap((text) => {
      const move = parseMove(text);
      return (move?.steps ?? []).map((step) => ({ ...step, double: move?.double ?? false }));
    });
    return steps.map(({ ticket, to, double }, i) => ({ slot: i + 1, ticket: LETTER[ticket], station: to, double }));
  }

  /** @returns {SavedLog} */
  save() {
    return { rules: this.rules.name, count: this.count, events: this.events, begun: this.begun };
  }
}

/**
 * Mr X's move while it is tapped in: tickets, and stations where he surfaces.
 */
export class MrXEntry {
  /** @param {TableLog} log */
  constructor(log) {
    this.log = log;
    this.double = false;
    /** @type {string[]} */
    this.steps = [];
    /** A ticket that waits for the station where he surfaced. @type {string | null} */
    this.open = null;
  }

  /** @param {string} letter @returns {string | null} the whole move, when it is complete */
  ticket(letter) {
    if (this.log.surfaces(this.log.slots + this.steps.length + 1)) {
      this.open = letter;
      return null;
    }
    return this.step(`${letter}?`);
  }

  /** @param {number} station @returns {string | null} */
  surfaced(station) {
    if (this.open === null) return null;
    const letter = this.open;
    this.open = null;
    return this.step(`${letter}${station}`);
  }

  /** @param {string} text */
  step(text) {
    this.steps.push(text);
    if (!this.double) return text;
    return this.steps.length === 2 ? `2${this.steps.join("")}` : null;
  }

  /** @returns {boolean} whether there was something to take back */
  back() {
    if (this.open !== null) this.open = null;
    else if (this.steps.length > 0) this.steps.pop();
    else if (this.double) this.double = false;
    else return false;
    return true;
  }
}
