// The log of a game at a real table, as the assistant keeps it. Pure: events in, record text out.

import { parseMove } from "../lib/moves.js";
import { recordHead, recordText } from "../lib/record.js";
import { LETTER } from "../lib/tickets.js";

/** @typedef {import("../lib/types").RulesInfo} RulesInfo */
/** @typedef {import("../lib/types").LogEntry} LogEntry */
/**
 * What was tapped in, in order. Undo takes the last one off.
 * @typedef {{ kind: "start", station: number } | { kind: "hide", station: number } | { kind: "mr_x", move: string } | { kind: "detective", move: string } | { kind: "caught" }} Event
 *   `hide` is where Mr X starts, where he keeps the log himself
 */
/**
 * Where a log begins that was not kept from the start: the words of a position (docs/reference/notation.md) besides the stations,
 * what is known of the slots before, and where he can be then (null when nobody knows).
 * @typedef {{ slot: number, words: string, known: LogEntry[], candidates?: number[] | null }} Setup
 */
/** Who keeps the log. @typedef {"detectives" | "mr_x"} Role */
/** @typedef {{ rules: string, count: number, events: Event[], begun?: string, role?: Role, setup?: Setup | null }} SavedLog */
/** The events of one turn, by their places in the log. @typedef {{ number: number, mrX: number | null, detectives: number[] }} Turn */

export class TableLog {
  /**
   * @param {RulesInfo} rules
   * @param {number} count of detectives
   * @param {Event[]} [events]
   * @param {{ begun?: string, role?: Role, setup?: Setup | null }} [more] `begun` is the day
   */
  constructor(rules, count, events = [], { begun = new Date().toISOString().slice(0, 10), role, setup } = {}) {
    this.begun = begun;
    this.rules = rules;
    this.count = count;
    this.events = events;
    /** @type {Role} */
    this.role = role ?? "detectives";
    this.setup = setup ?? null;
  }

  /** @returns {number[]} the detectives' start stations */
  get starts() {
    return this.events.flatMap((event) => (event.kind === "start" ? [event.station] : []));
  }

  /** Where Mr X started, when he keeps the log himself. @returns {number | null} */
  get hidden() {
    return this.events.flatMap((event) => (event.kind === "hide" ? [event.station] : []))[0] ?? null;
  }

  get ready() {
    return this.starts.length >= this.count && (this.role === "detectives" || this.hidden !== null);
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
    // The moves of a round were entered together, and so they are taken back.
    const last = this.events.at(-1)?.kind;
    do this.events.pop();
    while (last === "detective" && this.events.at(-1)?.kind === "detective");
  }

  /** @returns {Turn[]} */
  turns() {
    /** @type {Turn[]} */
    const turns = [];
    this.events.forEach(({ kind }, i) => {
      if (kind === "mr_x") turns.push({ number: turns.length + 1, mrX: i, detectives: [] });
      if (kind === "detective") turns.at(-1)?.detectives.push(i);
    });
    return turns;
  }

  /** Where the detectives stand now, by the moves that were told. @returns {number[]} */
  stations() {
    const stations = [...this.starts];
    for (const { detectives } of this.turns())
      detectives.forEach((at, i) => {
        const event = this.events[at];
        const move = "move" in event ? parseMove(event.move) : null;
        const to = move?.steps.at(-1)?.to ?? null;
        if (to !== null) stations[(move?.by ?? i + 1) - 1] = to;
      });
    return stations;
  }

  /** The detectives who have not moved in this turn. @returns {number[]} */
  unmoved() {
    const told = this.turns().at(-1)?.detectives ?? [];
    const moved = told.map((at, i) => {
      const event = this.events[at];
      return ("move" in event ? parseMove(event.move)?.by : null) ?? i + 1;
    });
    return Array.from({ length: this.count }, (_, i) => i + 1).filter((by) => !moved.includes(by));
  }

  /** Changes an entry. @param {number} at @param {string} move */
  change(at, move) {
    const event = this.events[at];
    if (event.kind === "mr_x" || event.kind === "detective") this.events[at] = { kind: event.kind, move };
  }

  /** The first lines of the record. */
  head() {
    const { name, start_known: known, mr_x_starts: starts } = this.rules;
    const mrX = this.hidden ?? (known && starts?.length === 1 ? starts[0] : null);
    if (!this.setup) return recordHead(name, mrX, this.starts);
    const places = this.setup.candidates?.filter((station) => !this.starts.includes(station)) ?? [];
    const words = `setup x ${mrX ?? "?"} detectives ${this.starts.join(",")} ${this.setup.words}`.trim();
    return ["yard-record 2", `rules ${name}`, places.length > 0 ? `${words} candidates ${places.join(",")}` : words];
  }

  /**
   * The log as a record with hidden stations (docs/reference/record.md).
   * @param {string[]} [more] moves of detectives that are not written down yet
   */
  record(more = []) {
    const lines = this.head();
    const move = (/** @type {number} */ at) => {
      const event = this.events[at];
      return "move" in event ? event.move : "";
    };
    const turns = this.turns().map(({ mrX, detectives }) => [mrX ?? 0, ...detectives].map(move));
    turns.at(-1)?.push(...more);
    turns.forEach(([mrX, ...detectives], i) => {
      lines.push(`${i + 1} ${mrX}${detectives.length ? ` | ${detectives.join(" ")}` : ""}`);
    });
    // Where Mr X keeps the log himself, the capture follows from the stations or was not told to the end.
    if (this.caught && this.role === "detectives") lines.push("result detectives");
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
    const begin = parseStart(lines);
    if (!rules || !begin || begin.detectives.some(Number.isNaN)) return null;
    /** @type {Event[]} */
    const events = begin.detectives.map((station) => ({ kind: "start", station }));
    const role = begin.mrX !== null && !rules.start_known ? "mr_x" : "detectives";
    if (role === "mr_x" && begin.mrX !== null) events.push({ kind: "hide", station: begin.mrX });
    for (const line of lines) {
      const match = /^\d+\s+([^\s|]+)\s*(?:\|\s*(.*))?$/.exec(line);
      if (!match) continue;
      events.push({ kind: "mr_x", move: match[1] });
      for (const move of (match[2] ?? "").split(/\s+/).filter(Boolean)) events.push({ kind: "detective", move });
    }
    if (lines.some((line) => line.startsWith("result detectives"))) events.push({ kind: "caught" });
    return new TableLog(rules, begin.detectives.length, events, { role, setup: begin.setup });
  }

  /** What Mr X laid down, for the travel log. @returns {LogEntry[]} */
  entries() {
    const before = this.setup?.known ?? [];
    const steps = this.mrXMoves().flatMap((text) => {
      const move = parseMove(text);
      return (move?.steps ?? []).map((step) => ({ ...step, double: move?.double ?? false }));
    });
    const first = (this.setup?.slot ?? 0) + 1;
    const written = steps.map(({ ticket, to, double }, i) => {
      const slot = first + i;
      // Whoever keeps the log for Mr X knows all stations; the log shows the open ones.
      const open = this.role === "detectives" || this.surfaces(slot);
      return { slot, ticket: LETTER[ticket], station: open ? to : null, double };
    });
    return [...before, ...written];
  }

  /** Where Mr X has been, from his start on, when he keeps the log himself. @returns {number[]} */
  way() {
    const steps = this.mrXMoves().flatMap((text) => (parseMove(text)?.steps ?? []).map(({ to }) => to));
    return [this.hidden, ...steps].filter((station) => station !== null);
  }

  /** @returns {SavedLog} */
  save() {
    const { rules, count, events, begun, role, setup } = this;
    return { rules: rules.name, count, events, begun, role, setup };
  }

  /** @param {SavedLog} saved @param {RulesInfo} rules */
  static restore({ count, events, begun, role, setup }, rules) {
    return new TableLog(rules, count, events, { begun, role, setup });
  }
}

/**
 * The line with which a record begins.
 * @param {string[]} lines
 * @returns {{ mrX: number | null, detectives: number[], setup: Setup | null } | null}
 */
function parseStart(lines) {
  const known = (/** @type {string} */ word) => (word === "?" ? null : Number(word));
  const start = lines.find((line) => line.startsWith("start "))?.split(/\s+/);
  if (start) return { mrX: known(start[1]), detectives: start.slice(2).map(Number), setup: null };
  const match = /^setup x (\S+) detectives (\S+)\s*(.*)$/.exec(lines.find((line) => line.startsWith("setup ")) ?? "");
  if (!match) return null;
  const [, x, detectives, words] = match;
  const slot = Number(/\bslot (\d+)/.exec(words)?.[1] ?? 0);
  return {
    mrX: known(x),
    detectives: detectives.split(",").map(Number),
    setup: { slot, words, known: blankSlots(slot) },
  };
}

/** Slots of which nothing is known. @param {number} count @returns {LogEntry[]} */
export const blankSlots = (count) =>
  Array.from({ length: count }, (_, i) => ({
    slot: i + 1,
    ticket: /** @type {import("../lib/types").Letter} */ (/** @type {unknown} */ ("?")),
    station: null,
    double: false,
  }));

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
