// Marks on the map: candidates, beliefs, ways and arrows.

import { s, set } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { shortPercent } from "../lib/text.js";
import { clamp, pointsAlong, straightPath } from "./geometry.js";

/** @typedef {import("./board.js").Board} Board */

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
    if (p >= 0.005) labels.append(chip(board, x, y + 33, shortPercent(p)));
  }
}

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
  board.layers.ways.replaceChildren();
  addArrows(board, arrows);
}

/**
 * Arrows besides what is there.
 * @param {Board} board
 * @param {{ from: number, to: number, weight?: number, kind?: string }[]} arrows
 */
export function addArrows(board, arrows) {
  const layer = board.layers.ways;
  for (const { from, to, weight = 1, kind = "hint" } of arrows) {
    if (from === to) continue;
    const ride = board.ride(from, to, null);
    const points = pointsAlong(ride, 12, 0.1, 0.86);
    const [before, tip] = points.slice(-2);
    const angle = (Math.atan2(tip.y - before.y, tip.x - before.x) * 180) / Math.PI;
    layer.append(
      s(
        `g.arrow.${kind}`,
        { opacity: (0.35 + 0.65 * weight).toFixed(2) },
        s("path.shaft", { d: straightPath(points), "stroke-width": (4 + 5 * weight).toFixed(1) }),
        s("path.tip", {
          d: "M16 0L-8 11L-3 0L-8 -11Z",
          transform: `translate(${tip.x.toFixed(1)} ${tip.y.toFixed(1)}) rotate(${angle.toFixed(1)})`,
        }),
      ),
    );
  }
}

/**
 * The line between two stations.
 * @param {Board} board
 * @param {number} from
 * @param {number} to
 * @param {import("../lib/types").Ticket | null} ticket
 */
const linePath = (board, from, to, ticket) => straightPath(pointsAlong(board.ride(from, to, ticket), 16));

/**
 * Leaves the line that a piece has ridden on the map, in the colour of the piece.
 * @param {Board} board
 * @param {string} kind class of the piece
 * @param {number} from
 * @param {number} to
 * @param {import("../lib/types").Ticket | null} ticket
 */
export function addTrail(board, kind, from, to, ticket) {
  board.layers.trails.append(s(`path.trail.${kind}`, { d: linePath(board, from, to, ticket) }));
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
    const d = linePath(board, way[i - 1].station, station, ticket);
    // The older a step, the fainter.
    const opacity = (0.3 + 0.7 * (i / (way.length - 1)) ** 1.5).toFixed(2);
    layer.append(s("path.way-case", { d, opacity }), s("path.way", { d, opacity }));
  }
  for (const [station, numbers] of slots) {
    const { x, y } = board.station(station);
    const names = numbers.map((slot) => (slot === 0 ? t("way.start") : String(slot)));
    const text = names.length > 2 ? `… ${names.slice(-2).join(" · ")}` : names.join(" · ");
    board.layers.notes.append(chip(board, x, y + 31, text, "way-chip"));
  }
}
