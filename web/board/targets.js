// The stations that may be chosen, lit on the map.

import { s } from "../lib/dom.js";
import { DIRECTIONS } from "../lib/keys.js";
import { clamp, inDirection } from "./geometry.js";

/** @typedef {import("./board.js").Board} Board */

/** The stations that may be chosen now: buttons for the mouse, the keyboard and screen readers alike. */
export class Targets {
  /** @param {Board} board */
  constructor(board) {
    this.board = board;
    /** @type {Map<number, SVGElement>} */
    this.buttons = new Map();
    /** @type {number | null} */
    this.current = null;
    this.size = 1;
  }

  /**
   * @param {Map<number, string>} targets station → what to say about it
   * @param {string} [kind] extra class
   */
  show(targets, kind = "") {
    const hadFocus = this.board.layers.targets.contains(document.activeElement);
    this.board.layers.targets.replaceChildren();
    this.buttons.clear();
    this.board.pickable = new Set(targets.keys());
    this.current = null;
    for (const [n, label] of targets) {
      const { x, y } = this.board.station(n);
      const button = s(
        `g.target${kind ? `.${kind}` : ""}`,
        {
          role: "button",
          tabindex: "-1",
          "aria-label": label,
          "data-station": n,
          transform: `translate(${x} ${y})`,
          onfocus: () => this.focused(n),
        },
        s(
          "g",
          { transform: `scale(${this.size})` },
          s("circle.hit", { r: 32 }),
          s("circle.pulse", { r: 25 }),
          s("circle.lit", { r: 25 }),
        ),
      );
      this.buttons.set(n, button);
      this.board.layers.targets.append(button);
    }
    if (hadFocus) this.board.svg.focus({ preventScroll: true });
  }

  /** Targets stay easy to see when the map is small. @param {number} k */
  zoomed(k) {
    this.size = clamp(0.8 / k, 1, 1.5);
    for (const button of this.buttons.values())
      button.firstElementChild?.setAttribute("transform", `scale(${this.size})`);
  }

  /** @param {number} n */
  focused(n) {
    this.current = n;
    for (const [other, button] of this.buttons) button.classList.toggle("current", other === n);
    // A mouse that presses a target has found it already; the map must not slip away under it.
    if (this.buttons.get(n)?.matches(":focus-visible")) this.board.viewport.reveal(this.board.station(n));
  }

  /** @param {number} n @returns {boolean} whether it is a target */
  focus(n) {
    const button = this.buttons.get(n);
    button?.focus({ preventScroll: true });
    return Boolean(button);
  }

  /**
   * Walks to the next target in the direction of an arrow key.
   * @param {string} key
   * @param {number | null} from where to start when no target has the focus
   */
  walk(key, from) {
    const direction = DIRECTIONS[key];
    if (!direction || this.buttons.size === 0) return false;
    const start = this.current ?? from;
    const stations = [...this.buttons.keys()].filter((n) => n !== this.current).map((n) => this.board.station(n));
    const next = start === null ? stations[0] : inDirection(this.board.station(start), stations, direction);
    if (next) this.focus(next.n);
    return true;
  }

  /** @param {number[]} stations to stress, such as a hint's target */
  stress(stations) {
    for (const [n, button] of this.buttons) button.classList.toggle("hinted", stations.includes(n));
  }
}
