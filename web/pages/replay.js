// A finished game again, move by move, with either side's eyes.

import { addArrows, showWay } from "../board/marks.js";
import { api, rulesOf } from "../lib/api.js";
import { segmented } from "../lib/controls.js";
import { fill, h, isTaken } from "../lib/dom.js";
import { parts, t } from "../lib/i18n.js";
import { icon } from "../lib/icons.js";
import { showFault } from "../lib/messages.js";
import { moveText, parseMove } from "../lib/moves.js";
import { rulesTitle } from "../lib/rules.js";
import { detectiveNumber, seatName } from "../lib/seats.js";
import { tokenFor } from "../lib/store.js";
import { motionAllowed } from "../lib/theme.js";
import { drawCurve, followAnalysis } from "../seat/analysis.js";
import { SYMBOL } from "../seat/curve.js";
import { fileButtons } from "../seat/files.js";
import { GameScreen } from "../seat/game_screen.js";
import { drawStatus, warnings } from "../seat/status.js";
import { topbar } from "../seat/topbar.js";
import { arrowsOf, lastStation, movesSeenBy, outcomeText, wayOf } from "../seat/view.js";

/** @typedef {import("../lib/types").View} View */
/** @typedef {import("../lib/types").Side} Side */
/** @typedef {import("../lib/types").Analysis} Analysis */

/** Milliseconds between moves when it plays by itself. */
const STEP = 900;

/** How it ended, if it did. @param {View | undefined} view */
const lastText = (view) => (view?.outcome ? outcomeText(view) : t("replay.open"));

class Replay {
  /**
   * @param {HTMLElement} place
   * @param {import("../lib/types").BoardData} data
   * @param {import("../lib/types").SeatKey} seat
   * @param {View[]} views
   * @param {Side} eyes
   */
  constructor(place, data, seat, views, eyes) {
    this.seat = seat;
    this.eyes = eyes;
    /** @type {Partial<Record<Side, View[]>>} */
    this.known = { [eyes]: views };
    this.at = 0;
    this.playing = 0;
    /** @type {Analysis | null} */
    this.analysis = null;
    this.trail = eyes === "mr_x";
    this.screen = new GameScreen(place, data, {
      slot: (slot) => this.toSlot(slot),
      look: (round) => this.toSlot(round),
    });
    this.screen.starts = views[0]?.stations.detectives ?? null;
    this.screen.root.classList.add("replaying");
    this.slider = /** @type {HTMLInputElement} */ (
      h("input.replay-slider", {
        type: "range",
        min: 0,
        max: views.length - 1,
        value: 0,
        "aria-label": t("replay.move"),
        oninput: () => void this.show(Number(this.slider.value)),
      })
    );
    this.text = h("p.replay-text", { "aria-live": "polite" });
    this.curve = h("div.curve-place");
    this.playButton = h("button.icon", { "aria-label": t("replay.play"), onclick: () => this.toggle() }, icon("play"));
    this.giveMoves();
    this.build(views);
    this.listener = (/** @type {KeyboardEvent} */ event) => this.key(event);
    document.addEventListener("keydown", this.listener);
    void followAnalysis(
      seat,
      this.screen.stage,
      (analysis) => {
        const marks = () => this.analysis?.plies.find(({ ply }) => ply === this.at - 1)?.mark;
        const before = marks();
        this.analysis = analysis;
        this.drawCurve();
        // The move that is shown has been judged meanwhile.
        if (marks() !== before) void this.show(this.at);
      },
      () => {},
    );
  }

  get views() {
    return this.known[this.eyes] ?? [];
  }

  /** The moves so far, as these eyes knew them; the server sends them with the last view only. */
  giveMoves() {
    const all = movesSeenBy(this.eyes, this.views.at(-1)?.moves ?? []);
    for (const view of this.views) view.moves = all.slice(0, view.ply);
  }

  /** @param {View[]} views */
  build(views) {
    const button = (
      /** @type {import("../lib/icons.js").IconName} */ name,
      /** @type {string} */ label,
      /** @type {() => number} */ to,
    ) => h("button.icon", { "aria-label": label, onclick: () => void this.show(to()) }, icon(name));
    this.screen.setBar(
      h(
        "div.replay-bar",
        {},
        this.slider,
        h(
          "div.replay-buttons",
          {},
          button("first", t("replay.first"), () => 0),
          button("previous", t("replay.previous"), () => this.at - 1),
          this.playButton,
          button("next", t("replay.next"), () => this.at + 1),
          button("last", t("replay.last"), () => this.views.length - 1),
          this.text,
        ),
      ),
    );
    fill(
      this.screen.sections.help,
      h("h2", {}, t("eyes")),
      segmented(
        t("eyes"),
        [
          { id: "detectives", name: t("side.detectives") },
          { id: "mr_x", name: t("side.mr_x") },
        ],
        this.eyes,
        (eyes) => void this.look(eyes),
      ),
      this.curve,
    );
    fill(
      this.screen.sections.more,
      h("h2", {}, t("more.game")),
      h("p.quiet", {}, lastText(views.at(-1))),
      h(
        "div.button-grid",
        {},
        h(
          "button",
          {
            onclick: () => {
              this.trail = !this.trail;
              void this.show(this.at);
            },
          },
          icon("eye"),
          t("replay.way"),
        ),
        fileButtons(this.screen.board, this.seat),
      ),
    );
  }

  /** @param {number} to the number of moves made */
  async show(to) {
    const at = Math.max(0, Math.min(this.views.length - 1, to));
    this.at = at;
    const view = this.views[at];
    this.slider.value = String(at);
    this.slider.setAttribute("aria-valuetext", t("replay.after", { move: at }));
    fill(this.screen.status, drawStatus(view), warnings(view));
    const last = view.moves.at(-1);
    const judged = this.analysis?.plies.find(({ ply }) => ply === at - 1);
    fill(
      this.text,
      last
        ? h(
            "span",
            {},
            h("span.mistake-round", {}, t("feed.round", { round: Math.max(1, view.slot) })),
            " ",
            parts("mistake.row", { who: h("b", {}, seatName(last.by)), move: moveText(last.move) }),
          )
        : t("replay.start"),
      judged?.mark ? h("b", { class: judged.mark }, ` ${SYMBOL[judged.mark]}`) : null,
      judged?.mark && judged.best && judged.best !== judged.move
        ? h("span.replay-better", {}, t("replay.better", { move: moveText(judged.best) }))
        : null,
    );
    this.drawCurve();
    await this.screen.render(view, { time: this.playing ? 420 : 200, quiet: true });
    if (this.at !== at) return;
    const target = lastStation(view);
    if (target !== null) this.screen.follow([target]);
    showWay(this.screen.board, this.trail && this.eyes === "mr_x" ? wayOf(view) : []);
    this.showBetter(at);
  }

  /** Shows the better move beside one that went wrong. @param {number} at */
  showBetter(at) {
    const judged = this.analysis?.plies.find(({ ply }) => ply === at - 1);
    const [before, best] = [this.views[at - 1], judged?.mark ? judged.best : null];
    const move = best && best !== judged?.move ? parseMove(best) : null;
    if (!before || !move) return;
    const by = move.by ?? detectiveNumber(judged?.by ?? "");
    addArrows(this.screen.board, arrowsOf({ ...before, turn: judged?.by ?? before.turn }, { ...move, by }));
  }

  /** @param {number} slot */
  toSlot(slot) {
    const at = this.views.findIndex((view) => view.slot >= slot);
    if (at >= 0) void this.show(at);
  }

  drawCurve() {
    if (this.analysis)
      fill(
        this.curve,
        drawCurve(
          this.analysis,
          { side: this.eyes, own: false, moves: this.views.at(-1)?.moves ?? [] },
          (ply) => void this.show(ply + 1),
          Math.max(0, this.at - 1),
        ),
      );
  }

  /** @param {Side} eyes */
  async look(eyes) {
    try {
      this.known[eyes] ??= await api.replay(this.seat.id, this.seat.token, eyes);
      this.eyes = eyes;
      this.giveMoves();
      this.trail = eyes === "mr_x";
      this.slider.max = String(this.views.length - 1);
      await this.show(this.at);
    } catch (fault) {
      showFault(fault);
    }
  }

  toggle() {
    this.setPlaying(!this.playing);
  }

  /** @param {boolean} on whether it plays by itself */
  setPlaying(on) {
    clearInterval(this.playing);
    this.playing = 0;
    if (on) {
      if (this.at >= this.views.length - 1) void this.show(0);
      this.playing = setInterval(
        () => {
          void this.show(this.at + 1);
          if (this.at >= this.views.length - 1) this.setPlaying(false);
        },
        motionAllowed() ? STEP : STEP * 1.3,
      );
    }
    fill(this.playButton, icon(on ? "pause" : "play"));
    this.playButton.setAttribute("aria-label", on ? t("pace.pause") : t("replay.play"));
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (isTaken(event)) return;
    const target = /** @type {HTMLElement} */ (event.target);
    if (event.key === "ArrowRight") void this.show(this.at + 1);
    else if (event.key === "ArrowLeft") void this.show(this.at - 1);
    else if (event.key === "Home") void this.show(0);
    else if (event.key === "End") void this.show(this.views.length - 1);
    else if (event.key === " " && !target.closest("button, a")) this.toggle();
    else return;
    event.preventDefault();
  }

  close() {
    clearInterval(this.playing);
    document.removeEventListener("keydown", this.listener);
    this.screen.close();
  }
}

/**
 * `#/replay/ID/SEAT?ply=N&eyes=mr_x`, or with a token where the browser does not hold the seat
 * @type {import("../lib/router.js").Show}
 */
export async function showReplay(place, [id, key], query) {
  const token = tokenFor(id, key);
  const view = await api.view(id, token);
  /** @type {Side} */
  let eyes = query.get("eyes") === "mr_x" || (view.seat === "mr_x" && !query.get("eyes")) ? "mr_x" : "detectives";
  let views;
  try {
    views = await api.replay(id, token, eyes);
  } catch (fault) {
    // A record with hidden stations has the detectives' eyes only.
    if (eyes === "detectives") throw fault;
    eyes = "detectives";
    views = await api.replay(id, token, eyes);
  }
  const [data, rules] = await Promise.all([api.board(rulesOf(view)), api.oneRules(rulesOf(view))]);
  place.append(topbar(t("replay.title", { title: rulesTitle(rules) })));
  const replay = new Replay(place, data, { id, token }, views, eyes);
  const ply = query.get("ply");
  await replay.show(ply === null ? 0 : Number(ply));
  return { leave: () => replay.close() };
}
