// The pieces on the map, and how they ride.

import { s } from "../lib/dom.js";
import { detectiveNumber, pieceClass } from "../lib/seats.js";
import { motionAllowed } from "../lib/theme.js";
import { clamp, eased } from "./geometry.js";
import { HAT, HEAD, hangsDown, PIN } from "./pins.js";

/** @typedef {import("./board.js").Board} Board */
/** @typedef {import("../lib/types").Ticket} Ticket */
/** @typedef {import("./geometry.js").Point} Point */

/** How long a ride takes, in milliseconds. */
const RIDE = 460;

export class Pieces {
  /** @param {Board} board */
  constructor(board) {
    this.board = board;
    this.size = 1;
    /** @type {Map<string, { group: SVGElement, inner: SVGElement, at: number }>} */
    this.pieces = new Map();
  }

  /** Pins keep a readable size when the map is small. @param {number} k */
  zoomed(k) {
    if (this.board.data.grid) return;
    this.size = clamp(0.62 / k, 1, 2.1);
    for (const { inner } of this.pieces.values()) inner.setAttribute("transform", `scale(${this.size})`);
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
      const inner = s(
        "g.pin",
        {},
        s("circle.pin-shape", { cx: 21, cy: -21, r: 13 }),
        s("text.pin-tag", { x: 21, y: -16 }, number ?? letter),
      );
      return this.add(id, kind, inner);
    }
    const face =
      number !== null
        ? [s("text.pin-text", { y: -39 }, number)]
        : [s("path.pin-hat", { d: HAT }), s("text.pin-x", { y: -24.5 }, letter)];
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
      s(`circle.piece-ring${this.board.data.grid ? ".disc" : ""}`, { r: 24 }),
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
      return;
    }
    const piece = known ?? this.make(id);
    piece.at = station;
    this.place(piece.group, this.board.station(station));
    this.sort();
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
    piece.at = to;
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
    if (this.board.data.grid) return;
    for (const { inner, at } of this.pieces.values()) {
      const { data, stations } = this.board;
      const down = hangsDown(this.board.station(at), this.size, stations.values(), targets, data.height);
      inner.firstElementChild?.setAttribute("transform", down ? "scale(1 -1)" : "");
      inner.lastElementChild?.setAttribute("transform", down ? `translate(0 ${2 * HEAD})` : "");
    }
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
