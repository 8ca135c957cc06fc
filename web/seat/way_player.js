// Mr X's way on the map, step by step, with a slider.

import { showWay } from "../board/marks.js";
import { h } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { icon } from "../lib/icons.js";
import { announce } from "../lib/messages.js";
import { detectiveSeat } from "../lib/seats.js";
import { motionAllowed } from "../lib/theme.js";
import { rideName } from "../lib/tickets.js";
import { atRound, historyOf } from "./history.js";
import { wayOf } from "./view.js";

/** @typedef {import("./game_screen.js").GameScreen} GameScreen */

/** Milliseconds between two steps. */
const STEP = 620;

export class WayPlayer {
  /**
   * @param {GameScreen} screen
   * @param {import("../lib/types").View} view after the end
   * @param {() => void} onclose called when the way is left; the bar is the caller's again
   */
  constructor(screen, view, onclose) {
    this.screen = screen;
    this.view = view;
    this.way = wayOf(view);
    this.rows = historyOf(view, screen.starts);
    this.onclose = onclose;
    this.timer = 0;
    this.at = 0;
    this.slider = /** @type {HTMLInputElement} */ (
      h("input.way-slider", {
        type: "range",
        min: 0,
        max: this.way.length - 1,
        value: 0,
        "aria-label": t("way.slider"),
        oninput: () => {
          this.pause();
          this.show(Number(this.slider.value));
        },
      })
    );
    this.button = h("button.icon", { "aria-label": t("replay.play"), onclick: () => this.toggle() }, icon("play"));
    this.text = h("p.way-text", { "aria-live": "polite" });
    screen.setBar(
      this.button,
      this.slider,
      this.text,
      h("button.primary.result-button", { onclick: () => this.leave() }, t("end.result")),
    );
    screen.board.viewport.fit(true);
    if (motionAllowed()) this.play();
    else this.show(this.way.length - 1);
    announce(t("end.way"));
    this.slider.focus({ preventScroll: true });
  }

  /** @param {number} at the number of steps that are shown */
  show(at) {
    this.at = at;
    const { station, slot, ticket } = this.way[at];
    this.slider.value = String(at);
    const text =
      ticket === null ? t("way.begin", { station }) : t("way.step", { slot, ride: rideName(ticket), station });
    this.slider.setAttribute("aria-valuetext", text);
    this.text.textContent = text;
    showWay(this.screen.board, this.way.slice(0, at + 1));
    this.screen.pieces.put("mr_x", station);
    this.putDetectives(slot);
  }

  /** The detectives stand where they were when he had moved and they had answered. @param {number} slot */
  putDetectives(slot) {
    const { detectives } = atRound(this.rows, slot, this.screen.starts);
    this.view.stations.detectives.forEach((last, i) => {
      this.screen.pieces.put(detectiveSeat(i + 1), detectives[i] ?? last);
    });
  }

  toggle() {
    if (this.timer) this.pause();
    else this.play();
  }

  play() {
    if (this.at >= this.way.length - 1) this.at = -1;
    const step = () => {
      if (!this.slider.isConnected) return this.pause();
      this.show(this.at + 1);
      if (this.at >= this.way.length - 1) this.pause();
    };
    this.timer = setInterval(step, STEP);
    this.paint("pause", t("pace.pause"));
    step();
  }

  pause() {
    clearInterval(this.timer);
    this.timer = 0;
    this.paint("play", t("replay.play"));
  }

  /** @param {import("../lib/icons.js").IconName} name @param {string} label */
  paint(name, label) {
    this.button.replaceChildren(icon(name));
    this.button.setAttribute("aria-label", label);
  }

  /** Back to the result. */
  leave() {
    this.pause();
    this.show(this.way.length - 1);
    this.onclose();
    /** @type {HTMLElement | null} */ (this.screen.root.querySelector(".statebar .result-button"))?.click();
  }
}
