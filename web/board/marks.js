// Marks on the map: lit targets, candidates, beliefs, ways and arrows.

import { s, set } from "../lib/dom.js";
import { clamp, inDirection } from "./geometry.js";

/** @typedef {import("./board.js").Board} Board */

/** @type {Record<string, { x: number, y: number }>} */
const WAYS = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};

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
    const way = WAYS[key];
    if (!way || this.buttons.size === 0) return false;
    const start = this.current ?? from;
    const stations = [...this.buttons.keys()].filter((n) => n !== this.current).map((n) => this.board.station(n));
    const next = start === null ? stations[0] : inDirection(this.board.station(start), stations, way);
    if (next) this.focus(next.n);
    return true;
  }

  /** @param {number[]} stations to stress, such as a hint's target */
  stress(stations) {
    for (const [n, button] of this.buttons) button.classList.toggle("hinted", stations.includes(n));
  }
}

/**
 * Where he can be, and how likely: a ring for each candidate, filled and numbered by probability.
 * @param {Board} board
 * @param {number[]} candidates
 * @param {[number, number][]} belief
 */
export function showCandidates(board, candidates, belief) {
  const { heat, labels } = board.layers;
  heat.replaceChildren();
  labels.replaceChildren();
  // Where everything is unlikely, nothing should glow.
  const most = Math.max(...belief.map(([, p]) => p), 0.15);
  for (const n of candidates) {
    const { x, y } = board.station(n);
    heat.append(s("circle.candidate", { cx: x, cy: y, r: 30 }));
  }
  for (const [n, p] of belief) {
    if (p <= 0) continue;
    const { x, y } = board.station(n);
    const circle = s("circle.heat", { cx: x, cy: y, r: (24 + 22 * Math.sqrt(p / most)).toFixed(1) });
    set(circle, { "fill-opacity": (0.16 + 0.62 * (p / most)).toFixed(2) });
    heat.append(circle);
    if (p >= 0.005) labels.append(chip(board, x, y + 33, percent(p)));
  }
}

/** @param {number} p */
export const percent = (p) => (p >= 0.0995 ? `${Math.round(p * 100)}%` : `${(p * 100).toFixed(1)}%`);

/**
 * A small label on the map; it stays readable when the map is small.
 * @param {Board} board
 * @param {number} x
 * @param {number} y
 * @param {string} text
 */
export function chip(board, x, y, text, kind = "") {
  const wide = 10 + text.length * 7.4;
  return s(
    `g.chip${kind ? `.${kind}` : ""}`,
    { "data-x": x, "data-y": y, transform: chipPlace(x, y, board.viewport.k), "aria-hidden": "true" },
    s("rect", { x: -wide / 2, y: -9, width: wide, height: 18, rx: 9 }),
    s("text", { y: 4.5 }, text),
  );
}

/** @param {number} x @param {number} y @param {number} k */
const chipPlace = (x, y, k) => `translate(${x} ${y}) scale(${clamp(0.72 / k, 1, 1.6).toFixed(2)})`;

/** Fits the labels to a new zoom. @param {Board} board @param {number} k */
export function zoomChips(board, k) {
  for (const layer of [board.layers.labels, board.layers.notes]) {
    for (const label of layer.children)
      label.setAttribute(
        "transform",
        chipPlace(Number(label.getAttribute("data-x")), Number(label.getAttribute("data-y")), k),
      );
  }
}

/**
 * Arrows for moves: the hint, or the probabilities of a solution.
 * @param {Board} board
 * @param {{ from: number, to: number, weight?: number, kind?: string }[]} arrows
 */
export function showArrows(board, arrows) {
  const layer = board.layers.ways;
  layer.replaceChildren();
  for (const { from, to, weight = 1, kind = "hint" } of arrows) {
    if (from === to) continue;
    const ride = board.ride(from, to, null);
    const points = Array.from({ length: 13 }, (_, i) => ride(0.1 + (0.76 * i) / 12));
    const [tip, before] = [points[12], points[11]];
    const angle = (Math.atan2(tip.y - before.y, tip.x - before.x) * 180) / Math.PI;
    const data = points.map(({ x, y }, i) => `${i ? "L" : "M"}${x.toFixed(1)} ${y.toFixed(1)}`).join("");
    layer.append(
      s(
        `g.arrow.${kind}`,
        { opacity: (0.35 + 0.65 * weight).toFixed(2) },
        s("path.shaft", { d: data, "stroke-width": (4 + 5 * weight).toFixed(1) }),
        s("path.tip", {
          d: "M16 0L-8 11L-3 0L-8 -11Z",
          transform: `translate(${tip.x.toFixed(1)} ${tip.y.toFixed(1)}) rotate(${angle.toFixed(1)})`,
        }),
      ),
    );
  }
}

/**
 * Leaves the line that a piece has ridden on the map, in the colour of the piece.
 * @param {Board} board
 * @param {string} kind class of the piece
 * @param {number} from
 * @param {number} to
 * @param {import("../lib/types").Ticket | null} ticket
 */
export function addTrail(board, kind, from, to, ticket) {
  const ride = board.ride(from, to, ticket);
  const points = Array.from({ length: 17 }, (_, i) => ride(i / 16));
  const d = points.map(({ x, y }, i) => `${i ? "L" : "M"}${x.toFixed(1)} ${y.toFixed(1)}`).join("");
  board.layers.trails.append(s(`path.trail.${kind}`, { d }));
}

/**
 * The way Mr X went, numbered by the slots of his log.
 * @param {Board} board
 * @param {{ station: number, ticket: import("../lib/types").Ticket | null, slot: number }[]} way
 */
export function showWay(board, way) {
  const layer = board.layers.ways;
  layer.replaceChildren();
  board.layers.notes.replaceChildren();
  /** @type {Map<number, number[]>} */
  const slots = new Map();
  for (let i = 0; i < way.length; i++) {
    const { station, ticket, slot } = way[i];
    slots.set(station, [...(slots.get(station) ?? []), slot]);
    if (i === 0) continue;
    const ride = board.ride(way[i - 1].station, station, ticket);
    const points = Array.from({ length: 17 }, (_, j) => ride(j / 16));
    const data = points.map(({ x, y }, j) => `${j ? "L" : "M"}${x.toFixed(1)} ${y.toFixed(1)}`).join("");
    // The older a step, the fainter.
    const opacity = (0.3 + 0.7 * (i / (way.length - 1)) ** 1.5).toFixed(2);
    layer.append(s("path.way-case", { d: data, opacity }), s("path.way", { d: data, opacity }));
  }
  for (const [station, numbers] of slots) {
    const { x, y } = board.station(station);
    const names = numbers.map((slot) => (slot === 0 ? "start" : String(slot)));
    const text = names.length > 2 ? `… ${names.slice(-2).join(" · ")}` : names.join(" · ");
    board.layers.notes.append(chip(board, x, y + 31, text, "way-chip"));
  }
}
