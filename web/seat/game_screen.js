// The screen of a game: the map with its pieces, the log and the tickets. It shows a view and knows nothing of sockets;
// a seat, a replay or the assistant feeds it.

import { Board } from "../board/board.js";
import { addTrail, zoomChips } from "../board/marks.js";
import { Pieces } from "../board/pieces.js";
import { Targets } from "../board/targets.js";
import { fill, h, keepFocus } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { icon } from "../lib/icons.js";
import { announce } from "../lib/messages.js";
import { detectiveSeat, pieceClass } from "../lib/seats.js";
import { play } from "../lib/sound.js";
import { settings } from "../lib/store.js";
import { drawFeed } from "./feed.js";
import { atRound, historyOf } from "./history.js";
import { drawTickets } from "./ticket_table.js";
import { drawLog } from "./travel_log.js";
import { lastMoveText, lastRide, shownMrX } from "./view.js";

/** @typedef {import("../lib/types").View} View */
/** @typedef {import("../lib/types").BoardData} BoardData */

/** Panels beside the map; on a phone one of them at a time, chosen by tabs. */
const TABS = /** @type {const} */ (["log", "tickets", "help", "more"]);

/** Zooms at which a map that goes somewhere by itself can be read. */
const [LEAST_ZOOM, MOST_ZOOM] = [0.28, 0.95];

export class GameScreen {
  /**
   * @param {HTMLElement} place
   * @param {BoardData} data
   * @param {{ pick?: (station: number) => void, miss?: () => void, refuse?: (station: number) => void, piece?: (id: string) => void, slot?: (slot: number) => void, look?: (round: number) => void }} [listener]
   */
  constructor(place, data, listener = {}) {
    this.listener = listener;
    /** @type {View | null} */
    this.view = null;
    /** The person moved the map, so it stays where it is until the next turn. */
    this.held = false;
    /** The detectives' start stations, where they are known. @type {number[] | null} */
    this.starts = null;
    /** The round that is looked at again. @type {number | null} */
    this.looked = null;
    this.board = new Board(data, {
      pick: (station) => listener.pick?.(station),
      miss: () => listener.miss?.(),
      refuse: listener.refuse ? (station) => listener.refuse?.(station) : undefined,
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
    this.bar = h("div.statebar", { role: "group", "aria-label": t("game.bar") });
    this.actions = h("div.actionbar", {}, this.bar, this.zoomButtons());
    this.stage = h("section.stage", { "aria-label": t("game.map") }, this.board.svg);
    this.status = h("div.status");
    this.sections = {
      // On a phone the log scrolls, so that the keyboard must reach it.
      log: h("section.panel-part.part-log", { "aria-label": t("game.log"), tabindex: "0" }),
      tickets: h("section.panel-part.part-tickets", { "aria-label": t("game.tickets") }),
      help: h("section.panel-part.part-help", { "aria-label": t("tab.help") }),
      more: h("section.panel-part.part-more", { "aria-label": t("tab.more") }),
    };
    this.panel = h(
      "aside.panel",
      { "aria-label": t("game.panel") },
      this.status,
      this.tabs(),
      Object.values(this.sections),
    );
    this.showTab("log");
    this.root = h("div.table", {}, this.stage, this.actions, this.panel);
    place.append(this.root);
    this.board.viewport.insets = { top: 8, right: 8, bottom: 8, left: 8 };
    this.board.viewport.fit();
  }

  /** @type {(() => void) | undefined} */
  onzoom;

  tabs() {
    return h(
      "div.tabs",
      { role: "group", "aria-label": t("game.panels") },
      TABS.map((id) => h("button", { "data-tab": id, onclick: () => this.showTab(id) }, t(`tab.${id}`))),
    );
  }

  /** @param {typeof TABS[number]} id the panel that a phone shows */
  showTab(id) {
    this.panel.dataset.tab = id;
    for (const button of this.panel.querySelectorAll(".tabs [data-tab]"))
      button.setAttribute("aria-pressed", String(button.getAttribute("data-tab") === id));
  }

  zoomButtons() {
    const { viewport } = this.board;
    return h(
      "div.zoom",
      { role: "group", "aria-label": t("zoom") },
      h("button.icon.zoom-step", { "aria-label": t("zoom.in"), onclick: () => viewport.zoom(1.35) }, icon("plus")),
      h(
        "button.icon.zoom-step",
        { "aria-label": t("zoom.out"), onclick: () => viewport.zoom(1 / 1.35) },
        icon("minus"),
      ),
      h(
        "button.icon",
        {
          "aria-label": t("zoom.fit"),
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
    if (this.follows) this.goTo(stations);
  }

  /** @param {number[]} stations */
  goTo(stations) {
    const points = stations.map((n) => this.board.station(n));
    this.board.viewport.focus(points, { least: LEAST_ZOOM, most: MOST_ZOOM });
  }

  /** Goes to stations that may be chosen if one of them is out of sight. @param {number[]} stations */
  keepInSight(stations) {
    const { viewport } = this.board;
    if (stations.some((n) => !viewport.shows(this.board.station(n)))) this.goTo(stations);
  }

  /**
   * Shows a view. Pieces ride when it is the next one after the view before.
   * @param {View} view
   * @param {{ time?: number, quiet?: boolean }} [options] milliseconds of a ride; whether nothing is said aloud
   */
  async render(view, { time, quiet = false } = {}) {
    const before = this.view;
    this.view = view;
    if (this.looked !== null) this.lookAway();
    const next = before !== null && before.id === view.id && view.ply === before.ply + 1;
    if (next && before) await this.rideTo(before, view, time);
    else if (before?.ply !== view.ply) this.board.layers.trails.replaceChildren();
    this.putPieces(view);
    this.drawLog(view);
    drawTickets(this.sections.tickets, view, this.listener.piece);
    const text = next && !quiet ? lastMoveText(view) : null;
    if (text) announce(text);
    this.root.dataset.ply = String(view.ply);
  }

  /** The log, and below it the moves. @param {View} view */
  drawLog(view) {
    const { log: place } = this.sections;
    const look = this.listener.look ? (/** @type {number} */ round) => this.listener.look?.(round) : undefined;
    const scrolled = place.querySelector(".feed-rounds")?.scrollTop ?? 0;
    keepFocus(place, () => {
      drawLog(place, view, this.listener.slot ?? look);
      const feed = look ? drawFeed(historyOf(view, this.starts), look, this.looked) : null;
      if (feed) place.append(feed);
    });
    const list = place.querySelector(".feed-rounds");
    // Whoever looks back reads on where they were; a new move is at the top.
    if (list && this.looked !== null) list.scrollTop = scrolled;
  }

  /** Shows a past round again: where everybody stood, and what was ridden. @param {number} round */
  lookAt(round) {
    const { view, starts } = this;
    if (!view) return;
    this.looked = round;
    const { detectives, mrX, rows } = atRound(historyOf(view, starts), round, starts);
    detectives.forEach((station, i) => {
      this.pieces.put(detectiveSeat(i + 1), station ?? view.stations.detectives[i]);
    });
    const seen = view.log[round - 1]?.station ?? null;
    this.pieces.put("mr_x", mrX ?? seen);
    this.pieces.put("seen", null);
    this.board.layers.trails.replaceChildren();
    for (const { detective, rides } of rows) {
      const kind = pieceClass(detective === null ? "mr_x" : detectiveSeat(detective));
      for (const { from, to, ticket } of rides) {
        if (from !== null && to !== null) addTrail(this.board, kind, from, to, ticket);
      }
    }
    this.root.classList.add("looking-back");
    this.drawLog(view);
  }

  /** Back to now. */
  lookAway() {
    this.looked = null;
    this.root.classList.remove("looking-back");
    this.board.layers.trails.replaceChildren();
    if (this.view) this.putPieces(this.view);
  }

  /**
   * Makes the last move on the map. What the others did since Mr X's last move stays there as trails.
   * @param {View} before
   * @param {View} view
   * @param {number} [time]
   */
  async rideTo(before, view, time) {
    if (view.moves.at(-1)?.by === "mr_x") this.board.layers.trails.replaceChildren();
    const ride = lastRide(before, view);
    if (!ride) return;
    play("ride");
    for (const { from, to, ticket } of ride.steps) addTrail(this.board, ride.kind, from, to, ticket);
    for (const { to, ticket } of ride.steps) await this.pieces.ride(ride.piece, to, ticket, time);
  }

  /** @param {View} view */
  putPieces(view) {
    view.stations.detectives.forEach((station, i) => {
      this.pieces.put(detectiveSeat(i + 1), station);
    });
    const { now, seen } = shownMrX(view);
    this.pieces.put("mr_x", now);
    this.pieces.put("seen", seen);
    this.pieces.avoid([...this.targets.buttons.keys()]);
    this.pieces.light(view.turn === "over" ? null : view.turn);
  }

  /** @param {(Node | null)[]} content of the bar below the map */
  setBar(...content) {
    fill(this.bar, content);
    this.bar.hidden = content.every((part) => part === null);
  }

  close() {
    this.board.close();
  }
}
