// The pieces on the map, and how they ride.

import { s } from "../lib/dom.js";
import { detectiveNumber, pieceClass } from "../lib/seats.js";
import { motionAllowed } from "../lib/theme.js";
import { clamp, eased } from "./geometry.js";
import { HAT, hangsDown, headOf, leaning, PIN } from "./pins.js";

/** @typedef {import("./board.js").Board} Board */
/** @typedef {import("../lib/types").Ticket} Ticket */
/** @typedef {import("./geometry.js").Point} Point */

/** How long a ride takes, in milliseconds. */
const RIDE = 460;
/** The ring of a piece, and how much wider that of the next one on the same station is. */
const [RING, WIDER] = [24, 7];
/** Where the tags of pieces that share a cell of a grid are. */
const CORNERS = [
  [21, -21],
  [-21, -21],
  [21, 21],
  [-21, 21],
];

/** @typedef {{ group: SVGElement, inner: SVGElement, at: number }} Piece */

export class Pieces {
  /** @param {Board} board */
  constructor(board) {
    this.board = board;
    this.size = 1;
    /** @type {Map<string, Piece>} */
    this.pieces = new Map();
    /** Stations that pins should not cover. @type {number[]} */
    this.avoided = [];
  }

  /** Pins keep a readable size when the map is small. @param {number} k */
  zoomed(k) {
    if (this.board.data.grid) return;
    const size = clamp(0.62 / k, 1, 2.1);
    if (size === this.size) return;
    this.size = size;
    for (const { inner } of this.pieces.values()) inner.setAttribute("transform", `scale(${size})`);
    // A larger pin may cover what a smaller one did not.
    this.avoid(this.avoided);
  }

  /**
   * @param {string} id a seat, or `seen` for where Mr X was seen last
   */
  make(id) {
    const number = detectiveNumber(id);
    const kind = pieceClass(id);
    const letter = id === "seen" ? "?" : "X";
    if (this.board.data.grid) {
      // A pin would cover the next cell, so the piece is a ring with a tag inside its own.
      const inner = s("g.pin", {}, s("circle.pin-shape", { r: 13 }), s("text.pin-tag", { y: 5 }, number ?? letter));
      return this.add(id, kind, inner);
    }
    const face =
      number !== null
        ? [s("text.pin-text", { y: 7.5 }, number)]
        : [s("path.pin-hat", { d: HAT }), s("text.pin-x", { y: 14 }, letter)];
    const inner = s(
      "g.pin",
      { transform: `scale(${this.size})` },
      s("path.pin-shape", { d: PIN }),
      s("g.pin-face", {}, face),
    );
    return this.add(id, kind, inner);
  }

  /** @param {string} id @param {string} kind @param {SVGElement} inner */
  add(id, kind, inner) {
    const group = s(
      `g.piece.${kind}`,
      { "data-piece": id, "aria-hidden": "true" },
      s(`circle.piece-ring${this.board.data.grid ? ".disc" : ""}`, { r: RING }),
      inner,
    );
    this.board.layers.pieces.append(group);
    const piece = { group, inner, at: 0 };
    this.pieces.set(id, piece);
    return piece;
  }

  /** @param {string} id @param {number | null} station */
  put(id, station) {
    const known = this.pieces.get(id);
    if (station === null) {
      known?.group.remove();
      this.pieces.delete(id);
      if (known) this.arrange(known.at);
      return;
    }
    const piece = known ?? this.make(id);
    const before = piece.at;
    piece.at = station;
    this.place(piece.group, this.board.station(station));
    this.sort();
    if (before && before !== station) this.arrange(before);
    this.arrange(station);
  }

  /** All pieces on one station, detectives first. @param {number} station @returns {Piece[]} */
  on(station) {
    const all = [...this.pieces].filter(([, { at }]) => at === station);
    return all.sort(([a], [b]) => (a < b ? -1 : 1)).map(([, piece]) => piece);
  }

  /** Shows every piece of a station: the pins lean apart, and each ring is wider than the one before. @param {number} station */
  arrange(station) {
    const { data, stations } = this.board;
    const here = this.on(station);
    const down =
      !data.grid && hangsDown(this.board.station(station), this.size, stations.values(), this.avoided, data.height);
    here.forEach(({ group, inner }, i) => {
      group.firstElementChild?.setAttribute("r", String(RING + i * WIDER));
      if (data.grid) {
        const [x, y] = CORNERS[i % CORNERS.length];
        inner.setAttribute("transform", `translate(${x} ${y})`);
        return;
      }
      const degrees = leaning(i, here.length, down);
      const { x, y } = headOf(degrees);
      inner.firstElementChild?.setAttribute("transform", `rotate(${degrees})`);
      inner.lastElementChild?.setAttribute("transform", `translate(${x.toFixed(1)} ${y.toFixed(1)})`);
    });
  }

  /** @param {SVGElement} group @param {Point} point */
  place(group, point) {
    group.setAttribute("transform", `translate(${point.x.toFixed(1)} ${point.y.toFixed(1)})`);
  }

  /** Pins in front cover those behind. */
  sort() {
    const all = [...this.pieces.values()];
    all.sort((a, b) => this.board.station(a.at).y - this.board.station(b.at).y);
    const layer = this.board.layers.pieces;
    all.forEach(({ group }, i) => {
      if (layer.children[i] !== group) layer.insertBefore(group, layer.children[i] ?? null);
    });
  }

  /**
   * Rides along the line; done at once when nothing may move.
   * @param {string} id
   * @param {number} to
   * @param {Ticket | null} ticket
   * @param {number} [time]
   */
  async ride(id, to, ticket, time = RIDE) {
    const piece = this.pieces.get(id);
    if (!piece || piece.at === to || !motionAllowed() || time < 30 || document.hidden) {
      this.put(id, to);
      return;
    }
    const along = this.board.ride(piece.at, to, ticket);
    const left = piece.at;
    piece.at = to;
    this.arrange(left);
    this.board.layers.pieces.append(piece.group);
    piece.group.classList.add("riding");
    const begun = performance.now();
    await new Promise((done) => {
      const step = (/** @type {number} */ now) => {
        const t = clamp((now - begun) / time, 0, 1);
        this.place(piece.group, along(eased(t)));
        if (t < 1) requestAnimationFrame(step);
        else done(undefined);
      };
      requestAnimationFrame(step);
      // A hidden tab gets no frames; the ride must not hold up the game.
      setTimeout(done, time + 400);
    });
    piece.group.classList.remove("riding");
    // The piece may have been taken off or put elsewhere meanwhile.
    if (this.pieces.get(id) === piece && piece.at === to) this.put(id, to);
  }

  /**
   * Lets pins hang down where they cover less that way; what may be chosen counts most.
   * @param {number[]} targets
   */
  avoid(targets) {
    this.avoided = targets;
    for (const station of new Set([...this.pieces.values()].map(({ at }) => at))) this.arrange(station);
  }

  /** @param {string | null} id the piece whose turn it is */
  light(id) {
    for (const [name, { group }] of this.pieces) group.classList.toggle("active", name === id);
  }

  /** Where the piece stands whose turn it is. */
  get lit() {
    for (const { group, at } of this.pieces.values()) {
      if (group.classList.contains("active")) return at;
    }
    return null;
  }
}
