// Help that teaches: where he can be, how likely, and a hint with its reason.

import { api } from "../lib/api.js";
import { announce, fill, h, toggle, toast } from "../lib/dom.js";
import { icon } from "../lib/icons.js";
import { percent, showArrows, showCandidates } from "../board/marks.js";
import { change, settings } from "../lib/store.js";
import { parseMove, tellMove } from "../lib/tickets.js";

/** @typedef {import("../lib/types").View} View */
/** @typedef {import("../lib/types").Hint} Hint */
/** @typedef {import("./game_screen.js").Table} Table */

/** Stations listed with their probability. */
const LISTED = 6;
/** Milliseconds without a move before help is asked for. */
const REST = 120;

export class HelpPanel {
  /**
   * @param {Table} table
   * @param {{ id: string, token: string }} seat
   */
  constructor(table, seat) {
    this.table = table;
    this.seat = seat;
    /** @type {View | null} */
    this.view = null;
    /** @type {number[]} */
    this.candidates = [];
    /** @type {[number, number][]} */
    this.belief = [];
    /** @type {Hint | null} */
    this.hint = null;
    this.asked = "";
    this.abort = new AbortController();
    this.facts = h("div.facts");
    this.hintPlace = h("div.hint-place");
  }

  /** Called when a hint has come, with its move. @type {((move: { by: number | null, double: boolean }) => void) | undefined} */
  onhint;

  /** @param {View} view */
  update(view) {
    const fresh = this.view?.ply !== view.ply || this.view?.id !== view.id;
    this.view = view;
    if (fresh) {
      this.hint = null;
      showArrows(this.table.board, []);
      this.draw();
    }
    this.refresh();
  }

  draw() {
    const { view } = this;
    if (!view) return;
    const may = view.help ?? {};
    const his = view.seat === "mr_x";
    const watching = view.seat.startsWith("watch");
    fill(
      this.table.sections.help,
      h("h2", {}, "Help"),
      may.candidates === false
        ? null
        : toggle(
            his ? "Where they think I can be" : "Where he can be",
            settings.candidates,
            (on) => change({ candidates: on }),
            { "data-help": "candidates" },
          ),
      may.belief === false
        ? null
        : toggle("Probabilities", settings.belief, (on) => change({ belief: on }), { "data-help": "belief" }),
      may.hints === false || watching
        ? null
        : h(
            "button.hint-button",
            { onclick: () => void this.askHint(), disabled: !view.your_turn },
            icon("bulb"),
            "Give me a hint",
          ),
      may.candidates === false && may.belief === false && may.hints === false
        ? h("p.quiet", {}, "Help is switched off in this game.")
        : null,
      this.hintPlace,
      this.facts,
    );
    this.drawHint();
  }

  /** Asks for what is switched on and not known yet. */
  refresh() {
    const { view } = this;
    if (!view) return;
    const key = `${view.ply} ${view.turn} ${settings.candidates} ${settings.belief}`;
    if (key === this.asked) return;
    this.asked = key;
    this.abort.abort();
    this.abort = new AbortController();
    const { signal } = this.abort;
    // Agents may move many times a second; only the place where they come to rest is worth a question.
    setTimeout(() => signal.aborted || void this.load(view, signal), REST);
  }

  /** @param {View} view @param {AbortSignal} signal */
  async load(view, signal) {
    const { id, token } = this.seat;
    const wanted = !view.outcome;
    try {
      const [candidates, belief] = await Promise.all([
        wanted && settings.candidates && view.help?.candidates !== false
          ? api.help(id, token, "candidates", signal)
          : { candidates: [] },
        wanted && settings.belief && view.help?.belief !== false
          ? api.help(id, token, "belief", signal)
          : { belief: [] },
      ]);
      if (signal.aborted) return;
      this.candidates = candidates.candidates;
      this.belief = belief.belief;
    } catch (fault) {
      if (signal.aborted) return;
      this.candidates = [];
      this.belief = [];
      toast(fault instanceof Error ? fault.message : String(fault), "bad");
    }
    if (!view.outcome) showCandidates(this.table.board, this.candidates, this.belief);
    else showCandidates(this.table.board, [], []);
    this.drawFacts();
  }

  drawFacts() {
    const ranked = [...this.belief].sort((a, b) => b[1] - a[1]).slice(0, LISTED);
    const count = this.candidates.length;
    fill(
      this.facts,
      count
        ? h("p", {}, h("b", {}, String(count)), count === 1 ? " station is possible." : " stations are possible.")
        : null,
      ranked.length
        ? h(
            "ol.chances",
            {},
            ranked.map(([n, p]) => chanceRow(n, p, ranked[0][1])),
          )
        : null,
    );
  }

  async askHint() {
    const { view } = this;
    if (!view?.your_turn || view.help?.hints === false) return;
    fill(this.hintPlace, h("p.quiet", {}, "Thinking …"));
    try {
      const { hint } = await api.help(this.seat.id, this.seat.token, "hint", this.abort.signal);
      if (this.view?.ply !== view.ply) return;
      this.hint = hint;
      this.drawHint();
      this.showHint();
    } catch (fault) {
      if (!this.abort.signal.aborted)
        fill(this.hintPlace, h("p.fault", {}, fault instanceof Error ? fault.message : String(fault)));
    }
  }

  drawHint() {
    const { hint } = this;
    if (!hint) {
      fill(this.hintPlace);
      return;
    }
    const text = `${tellMove(hint.move)}`;
    announce(`Hint: ${text}: ${hint.reason}`);
    fill(this.hintPlace, h("div.hint", {}, h("p.hint-move", {}, text), h("p", {}, hint.reason)));
  }

  showHint() {
    const { hint, view } = this;
    const move = hint ? parseMove(hint.move) : null;
    if (!move || !view) return;
    let from =
      view.turn === "mr_x"
        ? view.stations.mr_x
        : view.stations.detectives[(move.by ?? Number(view.turn.slice(10))) - 1];
    const arrows = [];
    for (const { to } of move.steps) {
      if (from && to) arrows.push({ from, to });
      from = to;
    }
    showArrows(this.table.board, arrows);
    this.stress();
    this.table.follow(arrows.flatMap(({ from: a, to: b }) => [a, b]));
    this.onhint?.(move);
  }

  /** Stresses the hint's target among the lit ones. */
  stress() {
    const move = this.hint ? parseMove(this.hint.move) : null;
    this.table.targets.stress(move ? move.steps.flatMap(({ to }) => (to === null ? [] : [to])) : []);
  }

  /** @param {"candidates" | "belief" | "hint"} kind */
  key(kind) {
    if (kind === "hint") void this.askHint();
    else {
      change({ [kind]: !settings[kind] });
      this.draw();
    }
  }

  close() {
    this.abort.abort();
  }
}

/** @param {number} n @param {number} p @param {number} most */
export function chanceRow(n, p, most) {
  const bar = h("span.chance-bar", { "aria-hidden": "true" });
  bar.style.setProperty("inline-size", `${(p / most) * 100}%`);
  return h("li", {}, h("b", {}, String(n)), h("span.chance-track", {}, bar), h("span", {}, percent(p)));
}
