// Help that teaches: where he can be, how likely, and a hint with its reason.

import { showArrows, showCandidates } from "../board/marks.js";
import { api } from "../lib/api.js";
import { toggle } from "../lib/controls.js";
import { fill, h } from "../lib/dom.js";
import { number, parts, t } from "../lib/i18n.js";
import { icon } from "../lib/icons.js";
import { reasonText } from "../lib/message_text.js";
import { announce, showFault } from "../lib/messages.js";
import { moveText, parseMove } from "../lib/moves.js";
import { isWatching } from "../lib/seats.js";
import { changeSettings, settings } from "../lib/store.js";
import { faultText } from "../lib/text.js";
import { chanceList } from "./chance_list.js";
import { arrowsOf } from "./view.js";

/** @typedef {import("../lib/types").View} View */
/** @typedef {import("../lib/types").Hint} Hint */
/** @typedef {import("./game_screen.js").GameScreen} GameScreen */

/** Stations listed with their probability. */
const LISTED = 6;
/** Milliseconds without a move before help is asked for. */
const REST = 120;

export class HelpPanel {
  /**
   * @param {GameScreen} screen
   * @param {import("../lib/types").SeatKey} seat
   */
  constructor(screen, seat) {
    this.screen = screen;
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
    /** A hint was asked for and has not come yet: for this move, or for the next one of this seat. @type {"now" | "next" | null} */
    this.wanted = null;
    this.hintAbort = new AbortController();
    this.facts = h("div.facts");
    this.hintPlace = h("div.hint-place");
  }

  /** Called when a hint has come, with its move. @type {((move: { by: number | null, double: boolean }) => void) | undefined} */
  onhint;

  /** Called when the person waits for a hint, and when one was given. @type {(() => void) | undefined} */
  onwait;
  /** @type {(() => void) | undefined} */
  onused;

  /** Whether nothing is being sent or shown, so that a hint is about what the person sees. @type {() => boolean} */
  settled = () => true;

  /** @param {View} view */
  update(view) {
    const fresh = this.view?.ply !== view.ply || this.view?.id !== view.id;
    this.view = view;
    if (fresh) {
      this.hint = null;
      this.hintAbort.abort();
      // Whoever moved without waiting for the hint does not need it any more.
      if (this.wanted === "now" || view.outcome) this.wanted = null;
      showArrows(this.screen.board, []);
      this.draw();
    }
    if (this.wanted === "next" && view.your_turn) void this.loadHint(view);
    this.refresh();
  }

  draw() {
    const { view } = this;
    if (!view) return;
    const may = view.help ?? {};
    const his = view.seat === "mr_x";
    const watching = isWatching(view.seat);
    fill(
      this.screen.sections.help,
      h("h2", {}, t("help.title")),
      may.candidates === false
        ? null
        : toggle(
            his ? t("help.candidates.own") : t("help.candidates"),
            settings.candidates,
            (on) => changeSettings({ candidates: on }),
            { "data-help": "candidates" },
          ),
      may.belief === false
        ? null
        : toggle(t("help.belief"), settings.belief, (on) => changeSettings({ belief: on }), { "data-help": "belief" }),
      may.hints === false || watching
        ? null
        : h(
            "button.hint-button",
            { onclick: () => this.askHint(), disabled: Boolean(view.outcome) },
            icon("bulb"),
            t("help.ask"),
          ),
      may.candidates === false && may.belief === false && may.hints === false ? h("p.quiet", {}, t("help.off")) : null,
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
      showFault(fault);
    }
    showCandidates(this.screen.board, this.candidates, this.belief);
    this.drawFacts();
  }

  drawFacts() {
    const count = this.candidates.length;
    fill(
      this.facts,
      count
        ? h(
            "p",
            {},
            parts(this.view?.seat === "mr_x" ? "help.possible.own" : "help.possible", {
              n: count,
              count: h("b", {}, number(count)),
            }),
          )
        : null,
      chanceList(this.belief, LISTED),
    );
  }

  /** Asks for a hint; one that is asked for too early comes as soon as it is this person's turn. */
  askHint() {
    const { view } = this;
    if (!view || view.outcome || view.help?.hints === false || isWatching(view.seat) || view.state === "cancelled")
      return;
    this.drawWaiting();
    if (view.your_turn && this.settled()) {
      if (this.wanted === "now") return;
      this.wanted = "now";
      void this.loadHint(view);
    } else this.wanted = "next";
  }

  drawWaiting() {
    fill(this.hintPlace, h("p.quiet", { role: "status" }, t("help.thinking")));
    announce(t("help.thinking"));
  }

  /** @param {View} view */
  async loadHint(view) {
    this.wanted = "now";
    this.onwait?.();
    this.hintAbort.abort();
    this.hintAbort = new AbortController();
    const { signal } = this.hintAbort;
    try {
      const { hint } = await api.help(this.seat.id, this.seat.token, "hint", signal);
      if (signal.aborted) return;
      this.wanted = null;
      this.hint = hint;
      this.onused?.();
      this.drawHint();
      this.showHint();
    } catch (fault) {
      // A hint that comes too late, after the move or the end, is nobody's fault.
      if (signal.aborted || this.view?.ply !== view.ply) return;
      this.wanted = null;
      this.onwait?.();
      fill(this.hintPlace, h("p.fault", {}, faultText(fault)));
    }
  }

  drawHint() {
    const { hint } = this;
    if (!hint) {
      if (this.wanted) this.drawWaiting();
      else fill(this.hintPlace);
      return;
    }
    const text = moveText(hint.move);
    const reason = reasonText(hint);
    announce(t("hint.said", { move: text, reason }));
    fill(this.hintPlace, h("div.hint", {}, h("p.hint-move", {}, text), h("p", {}, reason)));
  }

  showHint() {
    const { hint, view } = this;
    const move = hint ? parseMove(hint.move) : null;
    if (!move || !view) return;
    const arrows = arrowsOf(view, move);
    showArrows(this.screen.board, arrows);
    this.stress();
    this.screen.follow(arrows.flatMap(({ from: a, to: b }) => [a, b]));
    this.onhint?.(move);
  }

  /** Stresses the hint's target among the lit ones. */
  stress() {
    const move = this.hint ? parseMove(this.hint.move) : null;
    this.screen.targets.stress(move ? move.steps.flatMap(({ to }) => (to === null ? [] : [to])) : []);
  }

  /** @param {"candidates" | "belief" | "hint"} kind */
  key(kind) {
    if (kind === "hint") this.askHint();
    else {
      changeSettings({ [kind]: !settings[kind] });
      this.draw();
    }
  }

  close() {
    this.abort.abort();
    this.hintAbort.abort();
  }
}
