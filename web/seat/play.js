// The page of a game: a seat's socket, the person's clicks and keys, and what they mean.

import { ApiError, GameSocket, api } from "../lib/api.js";
import { Chooser } from "./ticket_menu.js";
import { announce, fill, h, toast } from "../lib/dom.js";
import { showEnd } from "./end.js";
import { HelpPanel } from "./help.js";
import { Keys } from "./keys.js";
import { morePanel, paceControls } from "./more_panel.js";
import { hasCompany, nameField, ownName, tellName } from "./names.js";
import { Picker } from "./move_picker.js";
import { holdGame, heldGame, settings, updateGame, onSettings } from "../lib/store.js";
import { drawBar, undoAsked } from "./state_bar.js";
import { Table, statusOf } from "./game_screen.js";
import { NAME, parseMove } from "../lib/tickets.js";
import { topbar } from "./topbar.js";

/** @typedef {import("../lib/types").View} View */
/** @typedef {import("../lib/types").RulesInfo} RulesInfo */

/** One seat at one table. */
export class Play {
  /**
   * @param {HTMLElement} place
   * @param {import("../lib/types").BoardData} data
   * @param {{ id: string, token: string, title: string, others?: string[], onmoved?: (view: View) => void }} seat
   */
  constructor(place, data, seat) {
    this.place = place;
    this.seat = seat;
    /** @type {View[]} */
    this.queue = [];
    this.busy = false;
    this.sending = false;
    this.connected = false;
    this.picker = new Picker([]);
    /** A move that waits for "Confirm". @type {string | null} */
    this.pending = null;
    this.ended = false;
    this.closed = false;
    this.drawn = { more: "", pace: "", asked: "" };
    this.pace = h("div");
    this.asking = h("div");
    /** The seat has been given the name that this browser knows. */
    this.named = false;
    this.table = new Table(place, data, {
      pick: (station) => this.pick(station),
      miss: () => this.chooser.close(),
      piece: (id) => this.selectPiece(id),
    });
    // What can be pressed stays where it is while the news above it change, and so keeps the focus.
    this.news = h("div.news");
    this.table.status.append(this.news, this.asking, this.pace);
    this.chooser = new Chooser(this.table.stage, this.table.board);
    this.table.onzoom = () => this.chooser.place();
    this.help = new HelpPanel(this.table, seat);
    this.help.onhint = ({ by, double }) => {
      if (by !== null) this.picker.select(by);
      this.picker.setDouble(double);
      this.light();
    };
    this.keys = new Keys(this.table, {
      enter: (station) => this.pick(station),
      escape: () => this.back(),
      double: () => this.toggleDouble(),
      next: () => this.nextDetective(),
      undo: () => void this.undo(),
      help: (kind) => this.help.key(kind),
      confirm: () => this.pending !== null && this.confirm(),
      busy: () => this.chooser.open,
    });
    this.unwatch = onSettings(() => this.help.refresh());
    this.socket = new GameSocket(seat.id, seat.token, {
      view: (view) => this.receive(view),
      state: (open) => {
        this.connected = open;
        this.drawStatus();
      },
      refused: (fault) => this.refused(fault),
    });
  }

  get view() {
    return this.table.view;
  }

  /** @param {View} view */
  receive(view) {
    if (this.closed) return;
    this.queue.push(view);
    void this.work();
  }

  /** Shows the views that have come, one after the other; rides are short when many wait. */
  async work() {
    if (this.busy) return;
    this.busy = true;
    for (let view = this.queue.shift(); view; view = this.queue.shift()) {
      const waiting = this.queue.length;
      const time = waiting > 5 ? 0 : waiting > 1 ? 160 : Math.min(460, Math.max(0, view.pace_ms ?? 460));
      const changed = view.ply !== this.view?.ply || view.turn !== this.view?.turn || view.state !== this.view?.state;
      if (changed) this.settle();
      await this.table.render(view, { time });
      // Whoever shares the screen may have sat down elsewhere meanwhile.
      if (this.closed) return;
      this.shown(view, changed);
    }
    this.busy = false;
  }

  /** Forgets half-made moves. */
  settle() {
    this.chooser.close();
    this.pending = null;
    this.sending = false;
    this.table.targets.show(new Map());
  }

  /** @param {View} view @param {boolean} changed */
  shown(view, changed) {
    if (changed) {
      this.picker = new Picker(view.your_turn ? view.legal : []);
      this.table.held = false;
    }
    this.help.update(view);
    this.drawStatus();
    this.drawMore(view);
    if (changed) this.light(true);
    else if (!view.your_turn) drawBar(this);
    document.title = `${view.your_turn ? "● Your move – " : ""}${this.seat.title} · Yard`;
    this.seat.onmoved?.(view);
    if (view.outcome && !this.ended) {
      this.ended = true;
      updateGame(view.id, { over: true });
      const alone = !view.seat.startsWith("watch") && !hasCompany(view);
      showEnd(this.place, this.table, view, this.seat, alone ? () => void this.undo() : undefined);
    }
    if (!view.outcome) {
      this.ended = false;
      this.table.stage.querySelector(".end")?.remove();
      if (changed) updateGame(view.id, { over: view.state === "cancelled" });
    }
  }

  /** @param {ApiError} fault */
  refused(fault) {
    if (fault.code === "not_found" || fault.code === "forbidden") {
      fill(
        this.table.status,
        h("p.fault", {}, "This game is not here, or the link is wrong. ", h("a", { href: "#/" }, "Back to the start")),
      );
    } else toast(fault.message, "bad");
  }

  // What may be clicked.

  /** Lights the targets of the moment. @param {boolean} [fresh] a new turn began, so the map may move */
  light(fresh = false) {
    const { view, picker } = this;
    if (!view) return;
    const options = view.your_turn && !this.sending && this.pending === null ? picker.targets() : new Map();
    const labels = new Map();
    for (const [n, list] of options) {
      labels.set(
        n,
        `Station ${n}: ${list.map((/** @type {import("./move_picker.js").Option} */ { ticket }) => NAME[ticket].toLowerCase()).join(" or ")}`,
      );
    }
    this.table.targets.show(labels, picker.double ? "second" : "");
    if (picker.movers.length > 1) {
      for (const by of picker.movers) this.table.board.pickable.add(view.stations.detectives[by - 1]);
    }
    this.table.pieces.light(view.turn === "over" ? null : picker.by ? `detective-${picker.by}` : view.turn);
    if (picker.first) this.table.pieces.put("mr_x", picker.first.to);
    else if (view.your_turn && view.seat === "mr_x") this.table.pieces.put("mr_x", view.stations.mr_x);
    this.table.pieces.avoid([...options.keys()]);
    this.help.stress();
    drawBar(this);
    const from = this.from();
    if (fresh && from !== null && options.size > 0) this.table.follow([from, ...options.keys()]);
    else if (fresh && view.moves.length > 0) this.followLast(view);
    this.table.board.describe(this.describe(options.size));
  }

  /** @param {View} view */
  followLast(view) {
    const last = view.moves.at(-1);
    const to = last ? parseMove(last.move)?.steps.at(-1)?.to : null;
    if (to) this.table.follow([to]);
  }

  /** Where the piece to move stands. @returns {number | null} */
  from() {
    const { view, picker } = this;
    if (!view) return null;
    if (picker.first) return picker.first.to;
    if (view.turn === "mr_x") return view.stations.mr_x;
    const by = picker.by ?? Number(view.turn.slice(10));
    return view.stations.detectives[by - 1] ?? null;
  }

  /** @param {number} targets */
  describe(targets) {
    const { view } = this;
    if (!view) return "Map";
    const where = view.stations.detectives.map((at, i) => `detective ${i + 1} at ${at}`).join(", ");
    const x = view.stations.mr_x === null ? "Mr X is hidden" : `Mr X at ${view.stations.mr_x}`;
    return `Map. ${x}, ${where}. ${targets ? `${targets} stations can be reached; arrow keys walk them, Enter moves.` : ""}`;
  }

  // Clicks.

  /** @param {number} station */
  pick(station) {
    const { view, picker } = this;
    if (!view?.your_turn || this.sending) return;
    if (this.chooser.open && this.chooser.station === station) {
      this.chooser.first?.();
      return;
    }
    this.chooser.close();
    const options = picker.targets().get(station);
    if (!options) {
      const by = view.stations.detectives.indexOf(station) + 1;
      if (by > 0 && picker.movers.includes(by)) this.selectPiece(`detective-${by}`);
      return;
    }
    if (options.length === 1) this.take(options[0]);
    else this.chooser.ask(station, options, (option) => this.take(option));
  }

  /** @param {import("./move_picker.js").Option} option */
  take(option) {
    const move = this.picker.take(option);
    if (move === null) {
      announce(`First step: ${NAME[option.ticket]} to ${option.to}. Choose the second.`);
      this.light(true);
      return;
    }
    this.pending = move;
    if (settings.confirm) this.light();
    else void this.confirm();
  }

  async confirm() {
    const move = this.pending;
    const { view } = this;
    if (move === null || !view || this.sending) return;
    this.sending = true;
    this.light();
    try {
      await this.socket.move(move, view.ply);
    } catch (fault) {
      this.sending = false;
      this.pending = null;
      if (this.view === view) this.picker = new Picker(view.legal);
      this.light();
      toast(fault instanceof ApiError ? fault.message : String(fault), "bad");
    }
  }

  back() {
    if (this.chooser.open) this.chooser.close();
    else if (this.pending !== null && !this.sending) {
      this.pending = null;
      this.light();
    } else if (this.picker.back()) this.light();
    else return false;
    return true;
  }

  toggleDouble() {
    if (!this.view?.your_turn || !this.picker.canDouble) return;
    this.chooser.close();
    this.picker.setDouble(!this.picker.double);
    this.light();
  }

  nextDetective() {
    this.picker.next();
    this.light(true);
  }

  /** @param {string} id */
  selectPiece(id) {
    const by = Number(id.slice(10));
    if (this.picker.movers.includes(by)) {
      this.picker.select(by);
      this.light(true);
    }
    const { view } = this;
    const at = id === "mr_x" ? view?.stations.mr_x : view?.stations.detectives[by - 1];
    if (at) this.table.board.viewport.reveal(this.table.board.station(at));
  }

  async undo() {
    try {
      const { id, token, others = [] } = this.seat;
      const { done } = await api.undo(id, token);
      if (done) return;
      // Whoever holds several seats agrees with himself.
      for (const other of others) if ((await api.view(id, other)).may_agree) return void (await api.undo(id, other));
    } catch (fault) {
      toast(fault instanceof Error ? fault.message : String(fault), "bad");
    }
  }

  // What is told.

  drawStatus() {
    const { view } = this;
    if (!view) return;
    fill(
      this.news,
      this.connected ? null : h("p.offline", { role: "status" }, "Connection lost – trying again …"),
      statusOf(view),
      undoAsked(this, view),
      view.fault
        ? h(
            "p.fault",
            {},
            view.fault,
            " ",
            h(
              "button",
              {
                onclick: () =>
                  void api.resume(this.seat.id, this.seat.token).catch((fault) => toast(fault.message, "bad")),
              },
              "Try again",
            ),
          )
        : null,
    );
    this.drawAsking(view);
    const pace = `${view.pace_ms} ${view.paused} ${Boolean(view.outcome)}`;
    if (view.seat.startsWith("watch") && pace !== this.drawn.pace) {
      this.drawn.pace = pace;
      fill(this.pace, paceControls(view, this.seat));
    }
  }

  /**
   * Whoever comes by a link has no name yet: the one this browser knows is told, and otherwise asked for.
   * @param {View} view
   */
  drawAsking(view) {
    const nameless = ownName(view) === "" && hasCompany(view) && !view.outcome && !this.seat.onmoved;
    if (nameless && settings.name && !this.named) {
      this.named = true;
      void tellName(this.seat, settings.name);
    }
    const key = String(nameless && !settings.name);
    if (key === this.drawn.asked) return;
    this.drawn.asked = key;
    fill(
      this.asking,
      key === "true" ? nameField("", (name) => void tellName(this.seat, name), "What are you called?") : null,
    );
  }

  /** Buttons are made anew only when they change, so that they keep the focus. @param {View} view */
  drawMore(view) {
    const key = `${view.state} ${Boolean(view.outcome)} ${view.taken_back} ${JSON.stringify(view.names)}`;
    if (key === this.drawn.more) return;
    this.drawn.more = key;
    fill(this.table.sections.more, morePanel(view, this.seat, this));
  }

  passed() {
    this.pending = this.picker.pass;
    void this.confirm();
  }

  close() {
    this.closed = true;
    this.unwatch();
    this.keys.close();
    this.help.close();
    this.socket.close();
    this.table.close();
  }
}

/**
 * `#/game/ID/TOKEN`
 * @type {import("../lib/router.js").Show}
 */
export async function showGame(place, [id, token]) {
  const view = await api.view(id, token);
  const [data, { title }] = await Promise.all([api.board(view.rules), api.oneRules(view.rules)]);
  if (!heldGame(id)) holdGame({ id, title, seat: `#/game/${id}/${token}`, links: {}, at: Date.now() });
  else
    updateGame(id, {
      at: Date.now(),
      seat: heldGame(id)?.seat === "hot" ? `#/game/${id}/${token}` : heldGame(id)?.seat,
    });
  place.append(topbar(`${seatName(view.seat)} – ${title}`));
  const play = new Play(place, data, { id, token, title });
  return { leave: () => play.close() };
}

/** @param {string} seat */
export function seatName(seat) {
  if (seat === "mr_x") return "You are Mr X";
  if (seat === "detectives") return "You are the detectives";
  if (seat.startsWith("detective-")) return `You are detective ${seat.slice(10)}`;
  return "Watching";
}
