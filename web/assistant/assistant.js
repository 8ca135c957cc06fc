// The assistant for the detectives of a real table: two taps a round, Mr X's ticket and "All as suggested".

import { showCandidates } from "../board/marks.js";
import { api } from "../lib/api.js";
import { t } from "../lib/i18n.js";
import { reasonText } from "../lib/message_text.js";
import { spread } from "../lib/reach.js";
import { TICKET } from "../lib/tickets.js";
import { showFrames } from "./frames.js";
import { Panel } from "./panel.js";
import { mayHaveCaught } from "./round_plan.js";
import { Table } from "./table.js";
import { MrXEntry } from "./table_log.js";

/** @typedef {import("../lib/rooms").TableAssist} TableAssist */
/** @typedef {import("../lib/types").Letter} Letter */

/** @extends {Table<TableAssist>} */
export class Assistant extends Table {
  /**
   * @param {HTMLElement} place
   * @param {import("../lib/types").BoardData} data
   * @param {import("./table_log.js").TableLog} log
   */
  constructor(place, data, log) {
    super(place, data, log);
    this.entry = new MrXEntry(log);
    /** Where he could be before the detectives moved. @type {number[]} */
    this.before = [];
    this.panel = new Panel(this);
    void this.changed();
  }

  /** @returns {import("./table.js").Phase} */
  get phase() {
    const phase = super.phase;
    return phase === "mr_x" && this.entry?.open ? "surfaced" : phase;
  }

  async changed() {
    if (this.answer && this.answer.turn !== "mr_x") this.before = this.answer.candidates;
    this.entry = new MrXEntry(this.log);
    await super.changed();
  }

  /** @param {import("../lib/rooms").Stage} stage @param {string[]} moves @param {AbortSignal} signal */
  ask(stage, moves, signal) {
    return api.assist({ record: this.log.record(moves), suggest: true, stage }, signal);
  }

  /** @param {TableAssist} answer @param {boolean} fresh */
  took(answer, fresh) {
    this.plan?.suggest(answer.suggestions.map((one) => ({ ...one, reason: reasonText(one) })));
    this.plan?.fillPasses();
    // Suggestions around settled moves come from a later position; the map stays with this one.
    if (!fresh && this.plan && !this.plan.changed) this.answer = answer;
    if (fresh) this.look(answer);
  }

  wantsMore() {
    return this.phase === "detectives";
  }

  chosen() {
    this.by = this.plan?.open ?? this.by;
    void this.replan();
  }

  /** The map shows what matters now: where he probably is, and who goes there. @param {TableAssist} answer */
  look(answer) {
    const likely = (answer.likeliest ?? []).map(([station]) => station);
    const all = answer.turn === "mr_x" ? likely : [...likely, ...answer.detectives];
    if (all.length > 0) this.screen.follow(all);
  }

  // Mr X.

  /** Where he can have shown himself with the ticket that waits for a station. @returns {number[]} */
  possible() {
    const { answer, entry, data } = this;
    const letter = /** @type {Letter | null} */ (entry.open);
    if (!answer || !letter) return [];
    const told = entry.steps.length === 0 ? answer.surfacing?.[letter] : undefined;
    if (told) return told;
    let places = answer.candidates;
    for (const step of [...entry.steps, letter])
      places = spread(data.lines, places, TICKET[/** @type {Letter} */ (step[0])], answer.detectives);
    return places;
  }

  /** @param {Letter} letter */
  ticket(letter) {
    this.told(this.entry.ticket(letter));
  }

  double() {
    if (this.phase !== "mr_x" || !this.answer?.may_double || this.entry.steps.length > 0) return;
    this.entry.double = !this.entry.double;
    this.entry.steps = [];
    this.entry.open = null;
    this.draw();
  }

  /** @param {number} station where he surfaced */
  pickMrX(station) {
    if (this.entry.open === null) return;
    const fits = this.possible().includes(station);
    const record = this.tentative(station);
    if (fits) this.told(this.entry.surfaced(station));
    else if (record === null) this.doubtPlace(station);
    else void this.explain(t("assist.not_there", { station }), record);
  }

  /** The log as it would be if he had shown himself there; null in the middle of a double move. @param {number} station */
  tentative(station) {
    const { entry } = this;
    if (entry.double) return null;
    return `${this.log.record()}${this.log.turns().length + 1} ${entry.open}${station}\n`;
  }

  /** @param {number} station */
  doubtPlace(station) {
    this.doubt = { ok: false, problem: { code: "", text: t("assist.not_there", { station }) }, corrections: [] };
    this.draw();
  }

  /** @param {string | null} move complete, or null while steps are missing */
  told(move) {
    if (move === null) {
      const places = this.possible();
      this.draw();
      if (places.length > 0) this.screen.follow(places);
      return;
    }
    this.log.add({ kind: "mr_x", move });
    void this.changed();
  }

  back() {
    if (this.entry.back()) return true;
    const own = this.plan?.position.movers.filter((by) => this.plan?.planned.get(by)?.own).at(-1);
    if (own === undefined) return false;
    this.plan?.release(own);
    this.by = own;
    void this.replan();
    return true;
  }

  /** A doubt about something that was never written down is simply put aside. */
  undo() {
    if (this.doubt && this.entry.open !== null) {
      this.doubt = null;
      this.draw();
      return;
    }
    super.undo();
  }

  // The capture.

  /** Moves of this round that may have caught him: written down, or still planned. */
  captures() {
    const { plan, log, answer } = this;
    if (log.caught || this.doubt) return [];
    const turn = log.turns().at(-1);
    const made = (turn?.detectives ?? []).map((at) => /** @type {{ move: string }} */ (log.events[at]).move);
    if (plan && answer) return mayHaveCaught(plan.moves(), answer.candidates).map((one) => ({ ...one, planned: true }));
    return mayHaveCaught(
      made,
      this.before.length ? this.before : made.map((move) => Number(/\d+$/.exec(move)?.[0])),
    ).map((one) => ({ ...one, planned: false }));
  }

  /** @param {{ at: number, planned: boolean }} capture the last move of the game */
  caught({ at, planned }) {
    const turn = this.log.turns().at(-1);
    if (planned)
      for (const move of this.plan?.moves().slice(0, at + 1) ?? []) this.log.add({ kind: "detective", move });
    else if (turn) this.log.events.splice((turn.detectives[at] ?? 0) + 1);
    this.log.add({ kind: "caught" });
    void this.changed();
  }

  // What is shown.

  drawPieces() {
    super.drawPieces();
    const seen = this.log.entries().findLast(({ station }) => station !== null);
    const now = seen && seen.slot === this.log.slots;
    this.screen.pieces.put("mr_x", now ? seen.station : null);
    this.screen.pieces.put("seen", seen && !now ? seen.station : null);
  }

  drawMarks() {
    super.drawMarks();
    // While a station is asked for, the lit ones should be easy to see.
    if (this.phase === "surfaced") showCandidates(this.screen.board, [], []);
    const shown = this.phase === "mr_x" || this.phase === "detectives";
    showFrames(this.screen.board, shown ? (this.answer?.likeliest ?? []).map(([station]) => station) : []);
  }

  targets() {
    if (this.phase !== "surfaced") return super.targets();
    return new Map(this.possible().map((station) => [station, t("assist.surfaced.at", { station })]));
  }

  drawPanel() {
    this.panel?.draw();
  }
}
