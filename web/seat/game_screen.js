// A table on the screen: the map with its pieces, the log and the tickets. It shows a view and knows nothing of
// sockets; play.js and replay.js feed it.

import { Board } from "../board/board.js";
import { announce, fill, h } from "../lib/dom.js";
import { icon } from "../lib/icons.js";
import { drawLog, drawTickets } from "./travel_log.js";
import { Targets, addTrail, zoomChips } from "../board/marks.js";
import { Pieces } from "../board/pieces.js";
import { settings } from "../lib/store.js";
import { TICKET, parseMove, sign, tellMove, tellSide } from "../lib/tickets.js";

/** @typedef {import("../lib/types").View} View */
/** @typedef {import("../lib/types").BoardData} BoardData */

/** Panels beside the map; on a phone one of them at a time, chosen by tabs. */
const TABS = /** @type {const} */ ([
  ["log", "Log"],
  ["tickets", "Tickets"],
  ["help", "Help"],
  ["more", "More"],
]);

/** Room for the bar below the map, and around it, in pixels. */
const BAR = 72;
const BAR_GAP = 20;

export class Table {
  /**
   * @param {HTMLElement} place
   * @param {BoardData} data
   * @param {{ pick?: (station: number) => void, miss?: () => void, piece?: (id: string) => void, slot?: (slot: number) => void }} [listener]
   */
  constructor(place, data, listener = {}) {
    this.listener = listener;
    /** @type {View | null} */
    this.view = null;
    /** The person moved the map, so it stays where it is until the next turn. */
    this.held = false;
    this.board = new Board(data, {
      pick: (station) => listener.pick?.(station),
      miss: () => listener.miss?.(),
      zoom: (k) => {
        this.pieces?.zoomed(k);
        this.targets?.zoomed(k);
        if (this.board) zoomChips(this.board, k);
        this.onzoom?.();
      },
      drag: () => {
        this.held = true;
      },
    });
    this.pieces = new Pieces(this.board);
    this.targets = new Targets(this.board);
    this.bar = h("div.statebar", { role: "group", "aria-label": "Your move" });
    this.stage = h("section.stage", { "aria-label": "Map" }, this.board.svg, this.zoomButtons(), this.bar);
    this.status = h("div.status");
    this.sections = {
      log: h("section.panel-part.part-log", { "aria-label": "Travel log" }),
      tickets: h("section.panel-part.part-tickets", { "aria-label": "Tickets" }),
      help: h("section.panel-part.part-help", { "aria-label": "Help" }),
      more: h("section.panel-part.part-more", { "aria-label": "More" }),
    };
    this.panel = h("aside.panel", { "aria-label": "Game" }, this.status, this.tabs(), Object.values(this.sections));
    this.panel.dataset.tab = "log";
    this.root = h("div.table", {}, this.stage, this.panel);
    place.append(this.root);
    this.board.viewport.insets = { top: 8, right: 8, bottom: BAR, left: 8 };
    this.board.viewport.fit();
  }

  /** @type {(() => void) | undefined} */
  onzoom;

  tabs() {
    const bar = h("div.tabs", { role: "group", "aria-label": "Panels" });
    const show = (/** @type {string} */ id) => {
      this.panel.dataset.tab = id;
      for (const button of bar.children)
        button.setAttribute("aria-pressed", String(button.getAttribute("data-tab") === id));
    };
    for (const [id, name] of TABS) {
      bar.append(h("button", { "data-tab": id, "aria-pressed": String(id === "log"), onclick: () => show(id) }, name));
    }
    return bar;
  }

  zoomButtons() {
    const { viewport } = this.board;
    return h(
      "div.zoom",
      { role: "group", "aria-label": "Zoom" },
      h("button.icon", { "aria-label": "Zoom in", onclick: () => viewport.zoom(1.35) }, icon("plus")),
      h("button.icon", { "aria-label": "Zoom out", onclick: () => viewport.zoom(1 / 1.35) }, icon("minus")),
      h(
        "button.icon",
        {
          "aria-label": "Show the whole board",
          onclick: () => {
            this.held = true;
            viewport.fit(true);
          },
        },
        icon("fit"),
      ),
    );
  }

  /** Whether the map should go where the action is. */
  get follows() {
    if (this.held || settings.follow === "off") return false;
    return settings.follow === "on" || this.stage.clientWidth < 700;
  }

  /** @param {number[]} stations */
  follow(stations) {
    if (this.follows) {
      this.board.viewport.focus(
        stations.map((n) => this.board.station(n)),
        { least: 0.5, most: 0.95 },
      );
    }
  }

  /**
   * Shows a view. Pieces ride when it is the next one after the view before.
   * @param {View} view
   * @param {{ time?: number, quiet?: boolean }} [options] milliseconds of a ride; whether nothing is said aloud
   */
  async render(view, { time, quiet = false } = {}) {
    const before = this.view;
    this.view = view;
    const next = before !== null && before.id === view.id && view.ply === before.ply + 1;
    if (next && before) {
      this.leaveTrails(before, view);
      await this.rideTo(before, view, time);
    } else if (before?.ply !== view.ply) this.board.layers.trails.replaceChildren();
    this.putPieces(view);
    drawLog(this.sections.log, view, this.listener.slot);
    drawTickets(this.sections.tickets, view, this.listener.piece);
    if (next && !quiet) this.say(view);
    this.root.dataset.ply = String(view.ply);
  }

  /** What the others did since Mr X's last move stays on the map. @param {View} before @param {View} view */
  leaveTrails(before, view) {
    const last = view.moves.at(-1);
    const move = last ? parseMove(last.move) : null;
    if (last?.by === "mr_x") this.board.layers.trails.replaceChildren();
    if (!move) return;
    let from = before.stations.mr_x;
    const moved = view.stations.detectives.findIndex((at, i) => at !== before.stations.detectives[i]);
    if (last?.by !== "mr_x" && moved >= 0) from = before.stations.detectives[moved];
    for (const { to, ticket } of move.steps) {
      if (from !== null && to !== null)
        addTrail(this.board, last?.by === "mr_x" ? "mr-x" : `d${moved + 1}`, from, to, ticket);
      from = to;
    }
  }

  /** @param {View} before @param {View} view @param {number} [time] */
  async rideTo(before, view, time) {
    const last = view.moves.at(-1);
    const move = last ? parseMove(last.move) : null;
    if (!last || !move) return;
    if (last.by === "mr_x") {
      if (before.stations.mr_x === null || view.stations.mr_x === null) return;
      for (const { to, ticket } of move.steps) {
        if (to !== null) await this.pieces.ride("mr_x", to, ticket, time);
      }
      return;
    }
    const moved = view.stations.detectives.findIndex((at, i) => at !== before.stations.detectives[i]);
    if (moved >= 0)
      await this.pieces.ride(`detective-${moved + 1}`, view.stations.detectives[moved], move.steps[0].ticket, time);
  }

  /** @param {View} view */
  putPieces(view) {
    const { mr_x: at, mr_x_seen: seen, detectives } = view.stations;
    detectives.forEach((station, i) => this.pieces.put(`detective-${i + 1}`, station));
    // He who has just surfaced is where he was seen.
    const now = at ?? (seen?.slot === view.slot ? seen.station : null);
    this.pieces.put("mr_x", now);
    this.pieces.put("seen", now === null && seen ? seen.station : null);
    this.pieces.avoid([...this.targets.buttons.keys()]);
    this.pieces.light(view.turn === "over" ? null : view.turn);
  }

  /** @param {View} view */
  say(view) {
    const last = view.moves.at(-1);
    if (!last) return;
    const shown =
      last.by === "mr_x" && view.stations.mr_x_seen?.slot === view.slot
        ? `, seen at ${view.stations.mr_x_seen.station}`
        : "";
    announce(
      `${tellSide(last.by)}: ${tellMove(last.move)}${shown}. ${view.outcome ? view.outcome.text : view.your_turn ? "Your turn." : ""}`,
    );
  }

  /** @param {(Node | null)[]} content of the bar over the map */
  setBar(...content) {
    fill(this.bar, content);
    this.bar.hidden = content.every((part) => part === null);
    // A map that is shown whole stays whole when the bar grows.
    const { viewport } = this.board;
    const room = Math.max(BAR, this.bar.hidden ? 0 : this.bar.offsetHeight + BAR_GAP);
    if (room === viewport.insets.bottom) return;
    viewport.insets.bottom = room;
    if (viewport.fitted) viewport.fit();
  }

  close() {
    this.board.close();
  }
}

/** What Mr X laid down last. @param {View} view */
function lastTickets(view) {
  const last = view.log.at(-1);
  if (!last || view.outcome) return null;
  const pair =
    last.double && view.log.at(-2)?.double
      ? [/** @type {import("../lib/types").LogEntry} */ (view.log.at(-2)), last]
      : [last];
  return h(
    "p.last-tickets",
    {},
    "Mr X: ",
    pair.length > 1 ? sign("double") : null,
    pair.map(({ ticket }) => sign(TICKET[ticket], pair.length === 1)),
  );
}

/**
 * Round, surfacing and whose turn it is.
 * @param {View} view
 */
export function statusOf(view) {
  const seen = view.stations.mr_x_seen;
  const wait = view.next_surfacing === null ? null : view.next_surfacing - view.slot;
  const surfacing = view.outcome
    ? ""
    : wait === null
      ? view.surfacings.length
        ? "No surfacing left"
        : "He never surfaces"
      : wait === 1
        ? "Surfaces on the next move"
        : `Surfaces in ${wait} moves`;
  return h(
    "div.rounds",
    {},
    h(
      "div.round",
      {},
      h("span.round-now", {}, Math.min(view.slot + (view.turn === "mr_x" ? 1 : 0), view.slots)),
      h("span.round-of", {}, `of ${view.slots}`),
    ),
    h(
      "div.round-text",
      {},
      h("p.surfacing-text", {}, surfacing),
      lastTickets(view),
      seen
        ? h(
            "p.quiet",
            {},
            seen.slot === 0 ? `Started at ${seen.station}` : `Last seen at ${seen.station} in slot ${seen.slot}`,
          )
        : view.outcome
          ? null
          : h("p.quiet", {}, "Not seen yet"),
    ),
  );
}
