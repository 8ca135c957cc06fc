// A finished game again, move by move, with either side's eyes.

import { api } from "../lib/api.js";
import { fill, h, segmented, toast } from "../lib/dom.js";
import { drawCurve, follow, wayOf } from "../seat/end.js";
import { saveRecord } from "../seat/more_panel.js";
import { icon } from "../lib/icons.js";
import { showWay } from "../board/marks.js";
import { savePicture } from "../board/picture.js";
import { moves } from "../lib/store.js";
import { Table, statusOf } from "../seat/game_screen.js";
import { parseMove, tellMove, tellSide } from "../lib/tickets.js";
import { topbar } from "../seat/topbar.js";

/** @typedef {import("../lib/types").View} View */
/** @typedef {import("../lib/types").Side} Side */
/** @typedef {import("../lib/types").Analysis} Analysis */

/** Milliseconds between moves when it plays by itself. */
const STEP = 900;

class Replay {
  /**
   * @param {HTMLElement} place
   * @param {import("../lib/types").BoardData} data
   * @param {{ id: string, token: string, title: string }} seat
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
    this.table = new Table(place, data, { slot: (slot) => this.toSlot(slot) });
    this.table.stage.classList.add("replaying");
    this.slider = /** @type {HTMLInputElement} */ (
      h("input.replay-slider", {
        type: "range",
        min: 0,
        max: views.length - 1,
        value: 0,
        "aria-label": "Move",
        oninput: () => void this.show(Number(this.slider.value)),
      })
    );
    this.text = h("p.replay-text", { "aria-live": "polite" });
    this.curve = h("div.curve-place");
    this.playButton = h("button.icon", { "aria-label": "Play", onclick: () => this.toggle() }, icon("play"));
    this.spread();
    this.build(views);
    this.listener = (/** @type {KeyboardEvent} */ event) => this.key(event);
    document.addEventListener("keydown", this.listener);
    void follow(
      seat,
      this.table.stage,
      (analysis) => {
        this.analysis = analysis;
        this.drawCurve();
      },
      () => {},
    );
  }

  get views() {
    return this.known[this.eyes] ?? [];
  }

  /** The moves so far, as these eyes knew them; the server sends them with the last view only. */
  spread() {
    const all = this.views.at(-1)?.moves ?? [];
    for (const view of this.views) {
      view.moves = all
        .slice(0, view.ply)
        .map((move) => (this.eyes === "mr_x" || move.by !== "mr_x" ? move : { ...move, move: hide(move.move) }));
    }
  }

  /** @param {View[]} views */
  build(views) {
    const button = (
      /** @type {import("../lib/icons.js").IconName} */ name,
      /** @type {string} */ label,
      /** @type {() => number} */ to,
    ) => h("button.icon", { "aria-label": label, onclick: () => void this.show(to()) }, icon(name));
    this.table.setBar(
      h(
        "div.replay-bar",
        {},
        this.slider,
        h(
          "div.replay-buttons",
          {},
          button("first", "To the start", () => 0),
          button("previous", "One move back", () => this.at - 1),
          this.playButton,
          button("next", "One move on", () => this.at + 1),
          button("last", "To the end", () => this.views.length - 1),
          this.text,
        ),
      ),
    );
    fill(
      this.table.sections.help,
      h("h2", {}, "Eyes"),
      segmented(
        "Eyes",
        [
          { id: "detectives", name: "Detectives" },
          { id: "mr_x", name: "Mr X" },
        ],
        this.eyes,
        (eyes) => void this.look(eyes),
      ),
      this.curve,
    );
    fill(
      this.table.sections.more,
      h("h2", {}, "This game"),
      h("p.quiet", {}, views.at(-1)?.outcome?.text ?? "Not finished."),
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
          "Mr X's way on or off",
        ),
        h("button", { onclick: () => void saveRecord(this.seat) }, icon("save"), "Record file"),
        h(
          "button",
          { onclick: () => void savePicture(this.table.board, `yard-${this.seat.id}`, "png") },
          icon("picture"),
          "PNG picture",
        ),
        h(
          "button",
          { onclick: () => void savePicture(this.table.board, `yard-${this.seat.id}`, "svg") },
          icon("picture"),
          "SVG picture",
        ),
      ),
    );
  }

  /** @param {number} to the number of moves made */
  async show(to) {
    const at = Math.max(0, Math.min(this.views.length - 1, to));
    this.at = at;
    const view = this.views[at];
    this.slider.value = String(at);
    this.slider.setAttribute("aria-valuetext", `after move ${at}`);
    fill(this.table.status, statusOf(view));
    const last = view.moves.at(-1);
    const mark = this.analysis?.plies.find(({ ply }) => ply === at - 1)?.mark;
    fill(
      this.text,
      last ? h("span", {}, h("b", {}, tellSide(last.by)), `: ${tellMove(last.move)}`) : "The start",
      mark ? h("b", { class: mark }, mark === "blunder" ? " ??" : " ?!") : null,
    );
    this.drawCurve();
    await this.table.render(view, { time: this.playing ? 420 : 200, quiet: true });
    if (this.at !== at) return;
    const target = last ? parseMove(last.move)?.steps.at(-1)?.to : null;
    if (target) this.table.follow([target]);
    if (this.trail && this.eyes === "mr_x") showWay(this.table.board, wayOf(view));
    else showWay(this.table.board, []);
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
        drawCurve(this.analysis, (ply) => void this.show(ply + 1), Math.max(0, this.at - 1)),
      );
  }

  /** @param {Side} eyes */
  async look(eyes) {
    try {
      this.known[eyes] ??= await api.replay(this.seat.id, this.seat.token, eyes);
      this.eyes = eyes;
      this.spread();
      this.trail = eyes === "mr_x";
      this.slider.max = String(this.views.length - 1);
      await this.show(this.at);
    } catch (fault) {
      toast(fault instanceof Error ? fault.message : String(fault), "bad");
    }
  }

  toggle() {
    this.stopOr(!this.playing);
  }

  /** @param {boolean} on */
  stopOr(on) {
    clearInterval(this.playing);
    this.playing = 0;
    if (on) {
      if (this.at >= this.views.length - 1) void this.show(0);
      this.playing = setInterval(
        () => {
          void this.show(this.at + 1);
          if (this.at >= this.views.length - 1) this.stopOr(false);
        },
        moves() ? STEP : STEP * 1.3,
      );
    }
    fill(this.playButton, icon(on ? "pause" : "play"));
    this.playButton.setAttribute("aria-label", on ? "Pause" : "Play");
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const target = /** @type {HTMLElement} */ (event.target);
    if (target.closest("input, select, textarea, [role=radiogroup]") || document.querySelector("dialog[open]")) return;
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
    this.table.close();
  }
}

/** A move of Mr X as the detectives heard of it. @param {string} move */
const hide = (move) => move.replaceAll(/([TBUK])\d+/g, "$1?");

/**
 * `#/replay/ID/TOKEN?ply=N&eyes=mr_x`
 * @type {import("../lib/router.js").Show}
 */
export async function showReplay(place, [id, token], query) {
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
  const [data, { title }] = await Promise.all([api.board(view.rules), api.oneRules(view.rules)]);
  place.append(topbar(`Replay – ${title}`));
  const replay = new Replay(place, data, { id, token, title }, views, eyes);
  const ply = query.get("ply");
  await replay.show(ply === null ? 0 : Number(ply));
  return { leave: () => replay.close() };
}
