// A game at a real table, told to the page: the screen, the log, and what both kinds of assistant share.

import { showArrows, showCandidates } from "../board/marks.js";
import { api } from "../lib/api.js";
import { t } from "../lib/i18n.js";
import { toast } from "../lib/messages.js";
import { endOf, parseMove } from "../lib/moves.js";
import { detectiveNumber, detectiveSeat, seatName } from "../lib/seats.js";
import { memory } from "../lib/store.js";
import { faultText } from "../lib/text.js";
import { rideName } from "../lib/tickets.js";
import { GameScreen } from "../seat/game_screen.js";
import { Keys } from "../seat/keys.js";
import { TicketMenu } from "../seat/ticket_menu.js";
import { drawPapers } from "./papers.js";
import { RoundPlan } from "./round_plan.js";
import { TableLog } from "./table_log.js";

/** @typedef {import("../lib/rooms").Check} Check */
/** @typedef {import("../lib/rooms").Stage} Stage */
/** @typedef {import("../lib/types").Stock} Stock */
/** @typedef {import("../lib/types").Outcome} Outcome */
/** @typedef {import("../seat/move_picker.js").Option} Option */
/** @typedef {"start" | "mr_x" | "surfaced" | "detectives" | "over" | "wait" | "fault"} Phase */
/**
 * What both assistants are told.
 * @typedef {object} Answer
 * @property {string} turn
 * @property {number[]} candidates
 * @property {[number, number][]} belief
 * @property {[number, number][]} [likeliest]
 * @property {{ mr_x: Stock, detectives: Stock[] }} tickets
 * @property {Outcome | null} outcome
 */

/** No edition has more. */
const MOST_DETECTIVES = 5;

/** @template {Answer} A */
export class Table {
  /**
   * @param {HTMLElement} place
   * @param {import("../lib/types").BoardData} data
   * @param {TableLog} log
   */
  constructor(place, data, log) {
    this.data = data;
    this.log = log;
    /** @type {A | null} */
    this.answer = null;
    /** @type {RoundPlan | null} */
    this.plan = null;
    /** The detective who is chosen. */
    this.by = 1;
    /** What does not fit, and how it might. @type {Check | null} */
    this.doubt = null;
    this.thinking = false;
    this.asking = new AbortController();
    this.screen = new GameScreen(place, data, {
      pick: (station) => this.pick(station),
      miss: () => this.menu.close(),
      piece: (id) => this.select(detectiveNumber(id) ?? 0),
    });
    this.menu = new TicketMenu(this.screen.stage, this.screen.board);
    this.screen.onzoom = () => this.menu.place();
    this.keys = new Keys(this.screen, {
      enter: (station) => this.pick(station),
      escape: () => this.escape(),
      double: () => this.double(),
      next: () => this.next(),
      undo: () => this.undo(),
      help: () => {},
      confirm: () => false,
      busy: () => this.menu.open,
    });
    this.screen.panel.classList.add("assist-panel");
    this.screen.showTab("help");
    const tab = this.screen.panel.querySelector('.tabs [data-tab="help"]');
    if (tab) tab.textContent = t("assist.where");
    this.screen.bar.hidden = true;
  }

  /** What is to be told next. @returns {Phase} */
  get phase() {
    if (this.doubt) return "fault";
    if (!this.log.ready) return "start";
    if (this.log.caught || this.answer?.outcome) return "over";
    if (!this.answer) return "wait";
    if (this.answer.turn === "mr_x") return "mr_x";
    return this.answer.turn === "over" ? "over" : "detectives";
  }

  // Each kind of assistant has its own.

  /** @param {Stage} _stage @param {string[]} _moves of detectives that are settled @param {AbortSignal} _signal @returns {Promise<A>} */
  async ask(_stage, _moves, _signal) {
    throw new Error("every assistant asks in its own way");
  }

  /** A first answer has come, or a better one. @param {A} _answer @param {boolean} _fresh */
  took(_answer, _fresh) {}

  drawPanel() {}

  /** @param {number} _station @returns {void} */
  pickMrX(_station) {}

  /** Mr X makes a double move, or does not after all. */
  double() {}

  /** Takes back what is half told. @returns {boolean} whether there was something */
  back() {
    return false;
  }

  // Asking.

  /** Asks anew after every change; the record is the whole state. */
  async changed() {
    this.save();
    this.doubt = null;
    this.plan = null;
    this.asking.abort();
    this.asking = new AbortController();
    const { signal } = this.asking;
    if (!this.log.ready) {
      this.answer = null;
      this.draw();
      return;
    }
    this.thinking = true;
    this.draw();
    try {
      const quick = await this.ask("quick", [], signal);
      if (signal.aborted) return;
      this.settle(quick);
      if (this.phase !== "over" && this.wantsMore()) await this.sharpen(signal);
    } catch (fault) {
      if (!signal.aborted) await this.explain(fault, this.log.record());
    }
    if (signal.aborted) return;
    this.thinking = false;
    this.draw();
  }

  /** Whether a longer thought can tell more. */
  wantsMore() {
    return true;
  }

  /** @param {AbortSignal} signal */
  async sharpen(signal) {
    const answer = await this.ask("full", this.plan?.settled() ?? [], signal);
    if (signal.aborted) return;
    this.took(answer, false);
  }

  /** Thinks again around what people have decided. */
  async replan() {
    this.asking.abort();
    this.asking = new AbortController();
    const { signal } = this.asking;
    this.thinking = true;
    this.draw();
    try {
      for (const stage of /** @type {const} */ (["quick", "full"])) {
        const answer = await this.ask(stage, this.plan?.settled() ?? [], signal);
        if (signal.aborted) return;
        this.took(answer, false);
        this.draw();
      }
    } catch {
      // What is planned stays as it is.
    }
    if (signal.aborted) return;
    this.thinking = false;
    this.draw();
  }

  /** A new position. @param {A} answer */
  settle(answer) {
    this.answer = answer;
    const turn = detectiveNumber(answer.turn);
    const { order } = this.log.rules;
    const movers =
      turn === null ? this.log.unmoved() : Array.from({ length: this.log.count - turn + 1 }, (_, i) => turn + i);
    const stations = this.log.stations();
    this.plan =
      answer.turn === "mr_x" || answer.turn === "over"
        ? null
        : new RoundPlan({ order, movers, stations, tickets: answer.tickets.detectives, lines: this.data.lines });
    this.plan?.fillPasses();
    this.by = movers[0] ?? 1;
    this.took(answer, true);
    this.draw();
    this.screen.panel.scrollTop = 0;
  }

  /**
   * Says in words what does not fit, and which entry is probably wrong.
   * @param {unknown} fault
   * @param {string} record
   */
  async explain(fault, record) {
    const unknown = { ok: false, problem: { code: "", text: faultText(fault) }, corrections: [] };
    const check = await api.checkLog(record).catch(() => unknown);
    this.doubt = check.ok ? unknown : check;
    this.draw();
  }

  // Taps.

  /** @param {number} station */
  pick(station) {
    const { phase } = this;
    if (phase === "start") this.pickStart(station);
    else if (phase === "detectives") this.pickRide(station);
    else if (phase === "mr_x" || phase === "surfaced") this.pickMrX(station);
  }

  /** @param {number} station */
  pickStart(station) {
    const { log } = this;
    if (log.starts.includes(station)) return toast(t("assist.occupied"), "bad");
    const hides = log.starts.length >= log.count;
    if (hides && !this.cards().includes(station)) return toast(t("assist.no_card", { station }), "bad");
    log.add({ kind: hides ? "hide" : "start", station });
    void this.changed();
  }

  /** Where Mr X may start; anywhere when he joins in the middle. @returns {number[]} */
  cards() {
    const { rules, setup, starts } = this.log;
    const all = setup || !rules.mr_x_starts?.length ? [...this.screen.board.stations.keys()] : rules.mr_x_starts;
    return all.filter((station) => !starts.includes(station));
  }

  /** Where the chosen detective goes. @param {number} station */
  pickRide(station) {
    const { plan } = this;
    if (!plan) return;
    if (this.menu.open && this.menu.station === station) return this.menu.first?.();
    this.menu.close();
    const options = plan.options(this.by).filter(({ to }) => to === station);
    if (options.length === 0) {
      this.select(this.log.stations().indexOf(station) + 1);
      return;
    }
    const take = (/** @type {Option} */ { move }) => this.choose(move ?? "");
    if (options.length === 1) take(options[0]);
    else this.menu.ask(station, options, take);
  }

  /** @param {string} move of the chosen detective */
  choose(move) {
    this.menu.close();
    this.plan?.choose(this.by, move);
    this.plan?.fillPasses();
    this.chosen();
  }

  /** A detective's move was chosen. */
  chosen() {
    this.by = this.plan?.open ?? this.by;
    this.draw();
  }

  /** @param {number} by */
  select(by) {
    if (!this.plan?.position.movers.includes(by)) return;
    this.by = by;
    this.draw(true);
  }

  /** The next detective. */
  next() {
    const movers = this.plan?.position.movers ?? [];
    if (movers.length > 0) this.select(movers[(movers.indexOf(this.by) + 1) % movers.length]);
  }

  escape() {
    if (!this.menu.open) return false;
    this.menu.close();
    return true;
  }

  /** Writes the moves of the round into the log. @param {string[]} [moves] */
  commit(moves = this.plan?.moves() ?? []) {
    this.menu.close();
    for (const move of moves) this.log.add({ kind: "detective", move });
    void this.changed();
  }

  undo() {
    this.menu.close();
    if (!this.doubt && this.back()) return this.draw();
    this.log.undo();
    void this.changed();
  }

  /** Goes on with another log: a correction, or a changed entry. @param {TableLog} log */
  replace(log) {
    this.log = log;
    void this.changed();
  }

  // What is shown.

  /** @param {boolean} [look] whether the map goes to the chosen detective */
  draw(look = false) {
    this.drawPieces();
    this.drawMarks();
    this.drawTargets(look);
    this.drawPanel();
    drawPapers(this);
  }

  drawPieces() {
    const { screen } = this;
    const stations = this.log.stations();
    for (let i = 0; i < MOST_DETECTIVES; i++) screen.pieces.put(detectiveSeat(i + 1), stations[i] ?? null);
    screen.pieces.light(this.phase === "detectives" ? detectiveSeat(this.by) : null);
  }

  drawMarks() {
    const { answer, screen, phase } = this;
    const shown = phase !== "over" && phase !== "start" ? answer : null;
    showCandidates(screen.board, shown?.candidates ?? [], shown?.belief ?? []);
  }

  /** Stations of the round that can be tapped. @returns {Map<number, string>} */
  targets() {
    /** @type {Map<number, string>} */
    const targets = new Map();
    const { log } = this;
    if (this.phase === "start" && log.starts.length >= log.count && !log.setup)
      for (const station of this.cards()) targets.set(station, t("assist.start.at", { station }));
    if (this.phase !== "detectives") return targets;
    const who = seatName(detectiveSeat(this.by));
    for (const { to, ticket } of this.plan?.options(this.by) ?? [])
      targets.set(to, t("assist.target", { who, ride: rideName(ticket), to }));
    return targets;
  }

  /** @param {boolean} look */
  drawTargets(look) {
    const { screen, plan } = this;
    const stations = this.log.stations();
    const targets = this.targets();
    screen.targets.show(targets);
    screen.pieces.avoid([...targets.keys()]);
    if (this.phase === "detectives")
      for (const by of plan?.position.movers ?? []) screen.board.pickable.add(stations[by - 1]);
    showArrows(screen.board, this.arrows());
    if (look && targets.size > 0) screen.follow([stations[this.by - 1], ...targets.keys()]);
  }

  /** @returns {{ from: number, to: number, weight: number }[]} */
  arrows() {
    const { plan } = this;
    if (!plan || this.phase !== "detectives") return [];
    return plan.position.movers.flatMap((by) => {
      const to = endOf(plan.planned.get(by)?.move ?? "");
      const from = plan.position.stations[by - 1];
      return to && plan.fits(by) ? [{ from, to, weight: by === this.by ? 1 : 0.55 }] : [];
    });
  }

  /** Who made a move of this round. @param {string} move @param {number} at its place in the round */
  moverOf(move, at) {
    return parseMove(move)?.by ?? at + 1;
  }

  save() {
    memory.write("assistant", this.log.save());
    if (this.log.ready) api.saveLog({ record: this.log.record(), name: tableName(this.log) }).catch(() => {});
  }

  close() {
    this.asking.abort();
    this.keys.close();
    this.screen.close();
  }
}

/** Under this name the server keeps a log; it has at most 40 letters. @param {TableLog} log */
const tableName = (log) => `${log.rules.name} ${log.begun} from ${log.starts.join("-")}`.slice(0, 40);
