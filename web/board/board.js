// Draws a board: paper, river, lines, badges. The layers above it (marks.js, targets.js, pieces.js) show what happens on it.

import { s } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { buildings, parks, showsCity } from "./city.js";
import { nearest, smoothPath } from "./geometry.js";
import { badge } from "./station_badge.js";
import { Viewport } from "./viewport.js";

/** @typedef {import("../lib/types").BoardData} BoardData */
/** @typedef {import("../lib/types").BoardStation} BoardStation */
/** @typedef {import("../lib/types").BoardLine} BoardLine */
/** @typedef {import("../lib/types").Transport} Transport */
/** @typedef {import("../lib/types").Ticket} Ticket */
/** @typedef {import("./geometry.js").Point} Point */

/**
 * Strokes of each transport, lowest first: a casing that parts crossing lines, the body, and a core as a pattern.
 * @type {Record<Transport, string[]>}
 */
export const STROKES = {
  ferry: ["body"],
  underground: ["case", "body", "core"],
  bus: ["case", "body", "core"],
  taxi: ["case", "body"],
};

/** Below this zoom neighbouring stations are nearer than a finger is broad. */
const TOO_FINE = 0.4;
/** So few stations are always far enough apart. */
const MANY = 60;

let boards = 0;

export class Board {
  /**
   * @param {BoardData} data
   * @param {{ pick?: (station: number) => void, miss?: () => void, refuse?: (station: number) => void, zoom?: (k: number) => void, drag?: () => void }} [listener] `refuse` hears of stations that may not be chosen
   */
  constructor(data, listener = {}) {
    this.data = data;
    this.listener = listener;
    this.key = `b${++boards}`;
    /** @type {Map<number, BoardStation>} */
    this.stations = new Map(data.stations.map((station) => [station.n, station]));
    /** @type {Map<string, SVGPathElement>} */
    this.paths = new Map();
    this.layers = {
      heat: s("g.heats"),
      trails: s("g.ways"),
      ways: s("g.ways"),
      targets: s("g.targets"),
      pieces: s("g.pieces"),
      labels: s("g.labels"),
      notes: s("g.labels"),
    };
    const stations = s(
      "g.stations",
      { "aria-hidden": "true" },
      data.stations.map((station) => badge(station, Boolean(data.grid))),
    );
    const { trails, heat, ways } = this.layers;
    // Cells of a grid are as large as the marks, which then lie on top of them.
    this.world = s(
      "g.world",
      {},
      this.ground(),
      ...(data.grid ? [] : [trails]),
      this.lines(),
      ...(data.grid ? [stations, trails, heat, ways] : [heat, ways, stations]),
      this.layers.targets,
      this.layers.labels,
      this.layers.notes,
      this.layers.pieces,
    );
    this.svg = /** @type {SVGSVGElement} */ (
      s("svg.board", { tabindex: "0", role: "group", "aria-roledescription": t("game.roledescription") }, this.world)
    );
    this.describe(t("game.board"));
    this.viewport = new Viewport(this.svg, this.world, data, {
      zoom: (k) => listener.zoom?.(k),
      click: (point, event) => this.clicked(point, event),
      drag: () => listener.drag?.(),
    });
  }

  /** @param {string} text for screen readers */
  describe(text) {
    this.svg.setAttribute("aria-label", text);
  }

  /** @param {number} n @returns {BoardStation} */
  station(n) {
    const station = this.stations.get(n);
    if (!station) throw new Error(`there is no station ${n} on this board`);
    return station;
  }

  /** Stations that may be clicked; the nearest within reach is taken. @type {Set<number>} */
  pickable = new Set();

  /**
   * @param {Point} point
   * @param {MouseEvent} event
   */
  clicked(point, event) {
    // A click without a mouse comes from the keyboard or a screen reader, and knows its target.
    const target = event.detail === 0 ? /** @type {Element} */ (event.target).closest("[data-station]") : null;
    if (target) {
      this.listener.pick?.(Number(target.getAttribute("data-station")));
      return;
    }
    // On a small screen the whole map is too fine for a finger: the first tap goes nearer, the second chooses.
    if (this.pickable.size === 0 && this.viewport.k < TOO_FINE && this.stations.size > MANY) {
      this.viewport.focus([point], { most: 0.85, least: 0.85 });
      return;
    }
    const some = this.pickable.size > 0 ? [...this.pickable].map((n) => this.station(n)) : this.stations.values();
    const best = nearest(point, some, this.reach());
    const other = best ? null : this.near(point);
    if (best) this.listener.pick?.(best.n);
    else if (other !== null && this.listener.refuse) this.listener.refuse(other);
    else this.listener.miss?.();
  }

  /** How far from a station a click still means it, on the paper. */
  reach() {
    return Math.max(32, 26 / this.viewport.k);
  }

  /** The station at a point of the paper. @param {Point} point @returns {number | null} */
  near(point) {
    return nearest(point, this.stations.values(), Math.min(this.reach(), 40))?.n ?? null;
  }

  ground() {
    const { width, height, river } = this.data;
    const ground = s("g.ground", { "aria-hidden": "true" });
    ground.append(s("rect.paper", { x: 0, y: 0, width, height, rx: 26 }));
    const inCity = showsCity(this.data);
    if (river) {
      const clip = `${this.key}-clip`;
      ground.append(s("clipPath", { id: clip }, s("rect", { x: 0, y: 0, width, height, rx: 26 })));
      const water = s("g", { "clip-path": `url(#${clip})` });
      if (inCity) water.append(parks());
      for (const [name, more] of /** @type {const} */ ([
        ["shore", 36],
        ["land", 33],
        ["shore", 20],
        ["land", 17],
        ["bank", 5],
        ["water", 0],
      ])) {
        water.append(s(`path.river.${name}`, { d: river.path, "stroke-width": river.width + more }));
      }
      if (inCity) water.append(buildings());
      ground.append(water);
    }
    ground.append(s("rect.frame", { x: 0, y: 0, width, height, rx: 26 }));
    return ground;
  }

  /** Every line is written once; its strokes are uses of the same paths. */
  lines() {
    const all = s("g.lines", { "aria-hidden": "true" });
    for (const [transport, strokes] of Object.entries(STROKES)) {
      const lines = this.data.lines.filter((line) => line.transport === transport);
      if (lines.length === 0) continue;
      const group = s("g", { id: `${this.key}-${transport}` });
      for (const line of lines) {
        const path = /** @type {SVGPathElement} */ (s("path", { d: this.pathOf(line) }));
        this.paths.set(`${transport} ${line.from} ${line.to}`, path);
        group.append(path);
      }
      all.append(s("defs", {}, group));
      for (const stroke of strokes)
        all.append(s(`use.line.${transport}.${stroke}`, { href: `#${this.key}-${transport}` }));
    }
    return all;
  }

  /** @param {BoardLine} line */
  pathOf(line) {
    if (line.path) return line.path;
    if (line.points && line.points.length > 1) return smoothPath(line.points);
    const [a, b] = [this.station(line.from), this.station(line.to)];
    return `M${a.x} ${a.y}L${b.x} ${b.y}`;
  }

  /**
   * Points along the line between two stations, for a piece that rides it.
   * @param {number} from
   * @param {number} to
   * @param {Ticket | null} ticket
   * @returns {(t: number) => Point} from 0 to 1
   */
  ride(from, to, ticket) {
    const kinds = /** @type {Transport[]} */ (
      ticket && ticket !== "black" ? [ticket] : ["taxi", "bus", "underground", "ferry"]
    );
    for (const kind of kinds) {
      const there = this.paths.get(`${kind} ${from} ${to}`);
      const back = this.paths.get(`${kind} ${to} ${from}`);
      const path = there ?? back;
      if (!path) continue;
      const length = path.getTotalLength();
      return (t) => path.getPointAtLength((there ? t : 1 - t) * length);
    }
    const [a, b] = [this.station(from), this.station(to)];
    return (t) => ({ x: a.x + (b.x - a.x) * t, y: a.y + (b.y - a.y) * t });
  }

  close() {
    this.viewport.close();
  }
}
