// One seat of a game: its socket, the person's clicks and keys, and what they mean.

import { distance } from "../board/geometry.js";
import { recoverAddress } from "../lib/addresses.js";
import { api } from "../lib/api.js";
import { fill, h } from "../lib/dom.js";
import { orList, t } from "../lib/i18n.js";
import { announce, showFault } from "../lib/messages.js";
import { detectiveNumber, detectiveSeat, isWatching, roleText, sideOf } from "../lib/seats.js";
import { GameSocket } from "../lib/socket.js";
import { play } from "../lib/sound.js";
import { noteHint, onSettings, settings, updateGame } from "../lib/store.js";
import { rideName } from "../lib/tickets.js";
import { Company } from "./company.js";
import { hideEnd, showEnd } from "./end.js";
import { GameScreen } from "./game_screen.js";
import { HelpPanel } from "./help.js";
import { startsOf } from "./history.js";
import { Keys } from "./keys.js";
import { updateLinks } from "./links.js";
import { showMoment } from "./moments.js";
import { morePanel } from "./more_panel.js";
import { MovePicker } from "./move_picker.js";
import { nameField, sendName } from "./name_field.js";
import { paceControls } from "./pace.js";
import { hasCompany, ownName } from "./people.js";
import { agreement } from "./proposal.js";
import { soundQuestion } from "./sound_switch.js";
import { drawBar, proposalAsked, undoAsked } from "./state_bar.js";
import { StationCard } from "./station_card.js";
import { reachText } from "./station_facts.js";
import { drawStatus, warnings } from "./status.js";
import { TicketMenu } from "./ticket_menu.js";
import { lastMoveText, lastStation, mapText, pieceToMove, stationOf, turnText } from "./view.js";

/** @typedef {import("../lib/types").View} View */
/** @typedef {import("../lib/types").SeatKey} SeatKey */
/** @typedef {import("./move_picker.js").Option} Option */

/** One seat at one table. */
export class Play {
  /**
   * @param {HTMLElement} place
   * @param {import("../lib/types").BoardData} data
   * @param {SeatKey & { title: string, others?: string[], medals?: () => Promise<Node | null>, onmoved?: (view: View) => void }} seat `others` are tokens of
   *   seats that the same person holds
   */
  constructor(place, data, seat) {
    this.seat = seat;
    /** @type {View[]} */
    this.queue = [];
    this.busy = false;
    this.sending = false;
    this.connected = false;
    this.picker = new MovePicker([]);
    /** A move that waits for "Confirm". @type {string | null} */
    this.pending = null;
    this.ended = false;
    this.closed = false;
    this.drawn = { more: "", pace: "", asked: "" };
    this.pace = h("div");
    this.asking = h("div");
    /** The seat has been given the name that this browser knows. */
    this.named = false;
    this.screen = new GameScreen(place, data, {
      pick: (station) => this.pick(station),
      miss: () => this.menu.close(),
      refuse: (station) => {
        this.menu.close();
        this.card.explain(station);
      },
      piece: (id) => this.selectPiece(id),
      look: (round) => this.look(round),
    });
    // What can be pressed stays where it is while the news above it change, and so keeps the focus.
    this.news = h("div.news");
    this.company = new Company(seat);
    this.screen.status.append(this.news, this.company.element, this.asking, this.pace);
    const question = soundQuestion(seat.id);
    if (question) this.screen.status.append(question);
    this.menu = new TicketMenu(this.screen.stage, this.screen.board);
    this.card = new StationCard(this.screen.stage, this.screen.board, (station) => this.reachText(station));
    this.screen.onzoom = () => {
      this.menu.place();
      this.card.close();
    };
    this.help = new HelpPanel(this.screen, seat);
    this.help.settled = () => !this.busy && !this.sending && this.queue.length === 0;
    this.help.onwait = () => drawBar(this);
    this.help.onused = () => noteHint(seat.id);
    this.help.onhint = ({ by, double }) => {
      if (by !== null) this.picker.select(by);
      this.picker.setDouble(double);
      this.light();
    };
    this.keys = new Keys(this.screen, {
      enter: (station) => this.pick(station),
      escape: () => this.back(),
      double: () => this.toggleDouble(),
      next: () => this.nextDetective(),
      undo: () => void this.undo(),
      help: (kind) => this.help.key(kind),
      confirm: () => this.pending !== null && this.confirm(),
      busy: () => this.menu.open,
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
    return this.screen.view;
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
      const before = this.view;
      // A pause changes only whose turn it is.
      const changed = /** @type {const} */ (["ply", "turn", "state", "your_turn"]).some(
        (key) => view[key] !== this.view?.[key],
      );
      if (changed) this.settle();
      await this.screen.render(view, { time });
      if (!before) this.announceStart(view);
      if (!this.closed) await showMoment(this.screen, before, view, waiting > 1);
      // Whoever shares the screen may have sat down elsewhere meanwhile.
      if (this.closed) return;
      this.shown(view, changed);
    }
    this.busy = false;
  }

  /** Who one is, what happened last, and whose turn it is: for those who cannot see it. @param {View} view */
  announceStart(view) {
    const last = lastMoveText(view) ?? (view.your_turn ? turnText(view) : "");
    announce(`${roleText(view.seat)}. ${last}`);
  }

  /** Forgets half-made moves. */
  settle() {
    this.menu.close();
    this.pending = null;
    this.sending = false;
    this.screen.targets.show(new Map());
  }

  /** @param {View} view @param {boolean} changed */
  shown(view, changed) {
    if (changed) {
      this.picker = new MovePicker(view.your_turn ? view.legal : []);
      this.screen.held = false;
    }
    this.help.update(view);
    this.drawStatus();
    this.drawMore(view);
    this.company.draw(view);
    updateLinks(view);
    if (changed) this.light(true);
    else if (!view.your_turn) drawBar(this);
    if (changed && view.your_turn && view.ply > 0) play("turn");
    if (view.ply > 0 && this.screen.starts === null) void this.loadStarts();
    const { title } = this.seat;
    document.title = t("game.page_title", { title: view.your_turn ? t("game.your_move", { title }) : title });
    this.seat.onmoved?.(view);
    if (view.outcome && !this.ended) {
      this.ended = true;
      updateGame(view.id, { over: true });
      this.showResult(view);
      if (!isWatching(view.seat)) play(view.outcome.winner === sideOf(view.seat) ? "win" : "lose");
    }
    if (!view.outcome) {
      this.ended = false;
      hideEnd(this.screen);
      if (changed) updateGame(view.id, { over: view.state === "cancelled" });
    }
  }

  /** The end panel; the bar brings it back when it was closed. @param {View} view */
  showResult(view) {
    const alone = !isWatching(view.seat) && !hasCompany(view);
    showEnd(this.screen, view, this.seat, {
      undo: alone ? () => void this.undo() : undefined,
      onclose: () => {
        drawBar(this);
        /** @type {HTMLElement | null} */ (this.screen.bar.querySelector(".result-button"))?.focus();
      },
    });
  }

  /** Where the detectives began stands in the record only. */
  async loadStarts() {
    this.screen.starts = [];
    try {
      this.screen.starts = startsOf(await api.record(this.seat.id, this.seat.token)) ?? [];
    } catch {
      // The feed then tells where moves led, not where they began.
      return;
    }
    if (this.view && !this.closed) this.screen.drawLog(this.view);
  }

  /** Looks at a round again, or away from it. @param {number} round */
  look(round) {
    const { view } = this;
    if (!view) return;
    if (this.screen.looked === round) {
      this.lookAway();
      return;
    }
    this.menu.close();
    this.screen.targets.show(new Map());
    this.screen.lookAt(round);
    drawBar(this);
    announce(t("look.round", { round }));
  }

  lookAway() {
    this.screen.lookAway();
    if (this.view) this.screen.drawLog(this.view);
    this.light();
  }

  /** @param {import("../lib/api.js").ApiError} fault */
  refused(fault) {
    if (fault.code === "not_found" || fault.code === "forbidden") {
      fill(
        this.screen.status,
        h(
          "p.fault",
          {},
          t("game.gone"),
          " ",
          h("a", { href: recoverAddress(this.seat.id) }, t("game.recover")),
          " ",
          h("a", { href: "#/" }, t("back_to_start")),
        ),
      );
    } else showFault(fault);
  }

  // What may be clicked.

  /** Lights the targets of the moment. @param {boolean} [fresh] a new turn began, so the map may move */
  light(fresh = false) {
    const { view, picker } = this;
    if (!view) return;
    const mayChoose = view.your_turn && !this.sending && this.pending === null && this.screen.looked === null;
    const options = mayChoose ? picker.targets() : new Map();
    const labels = new Map();
    for (const [n, list] of options) {
      labels.set(
        n,
        t("target.station", {
          station: n,
          rides: orList(list.map((/** @type {Option} */ { ticket }) => rideName(ticket))),
        }),
      );
    }
    this.screen.targets.show(labels, picker.double ? "second" : "");
    if (picker.movers.length > 1) {
      for (const by of picker.movers) this.screen.board.pickable.add(view.stations.detectives[by - 1]);
    }
    this.screen.pieces.light(view.turn === "over" ? null : pieceToMove(view, picker.by));
    if (picker.first) this.screen.pieces.put("mr_x", picker.first.to);
    else if (view.your_turn && view.seat === "mr_x") this.screen.pieces.put("mr_x", view.stations.mr_x);
    this.screen.pieces.avoid([...options.keys()]);
    this.help.stress();
    drawBar(this);
    const from = this.from();
    if (fresh && from !== null && options.size > 0) {
      const places = [from, ...options.keys(), ...this.danger(view, from)];
      if (this.screen.follows) this.screen.goTo(places);
      else this.screen.keepInSight(places);
    } else if (fresh && view.moves.length > 0) this.followLast(view);
    this.screen.board.describe(mapText(view, options.size));
  }

  /** The nearest detective, whom Mr X wants to see. @param {View} view @param {number} from @returns {number[]} */
  danger({ seat, stations }, from) {
    if (seat !== "mr_x") return [];
    const { board } = this.screen;
    const far = (/** @type {number} */ n) => distance(board.station(n), board.station(from));
    return [...stations.detectives].sort((a, b) => far(a) - far(b)).slice(0, 1);
  }

  /** @param {View} view */
  followLast(view) {
    const to = lastStation(view);
    if (to !== null) this.screen.follow([to]);
  }

  /** Where the piece to move stands. @returns {number | null} */
  from() {
    const { view, picker } = this;
    if (!view) return null;
    if (picker.first) return picker.first.to;
    return stationOf(view, pieceToMove(view, picker.by));
  }

  /** What one needs to get to a station, or why one does not. @param {number} station */
  reachText(station) {
    const { view, picker } = this;
    const from = this.from();
    if (!view?.your_turn || from === null || this.screen.looked !== null) return null;
    const piece = pieceToMove(view, picker.by);
    const offered = (picker.targets().get(station) ?? []).map(({ ticket }) => ticket);
    const who = piece === "mr_x" ? piece : String(detectiveNumber(piece) ?? "");
    return reachText(this.screen.board.data, view, { from, who, station, offered });
  }

  // Clicks.

  /** @param {number} station */
  pick(station) {
    const { view, picker } = this;
    if (!view?.your_turn || this.sending) return;
    if (this.menu.open && this.menu.station === station) {
      this.menu.first?.();
      return;
    }
    this.menu.close();
    const options = picker.targets().get(station);
    if (!options) {
      const by = view.stations.detectives.indexOf(station) + 1;
      if (by > 0 && picker.movers.includes(by)) this.selectPiece(detectiveSeat(by));
      return;
    }
    if (options.length === 1) this.take(options[0]);
    else this.menu.ask(station, options, (option) => this.take(option));
  }

  /** @param {Option} option */
  take(option) {
    const move = this.picker.take(option);
    if (move === null) {
      announce(t("target.first_step", { ride: rideName(option.ticket), to: option.to }));
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
      // Who has left the seat has seen what came of the move.
      if (this.closed) return;
      this.sending = false;
      this.pending = null;
      if (this.view === view) this.picker = new MovePicker(view.legal);
      this.light();
      showFault(fault);
    }
  }

  back() {
    if (this.screen.looked !== null) this.lookAway();
    else if (this.menu.open) this.menu.close();
    else if (this.pending !== null && !this.sending) {
      this.pending = null;
      this.light();
    } else if (this.picker.back()) this.light();
    else return false;
    return true;
  }

  toggleDouble() {
    if (!this.view?.your_turn || !this.picker.canDouble) return;
    this.menu.close();
    this.picker.setDouble(!this.picker.double);
    this.light();
  }

  nextDetective() {
    this.picker.next();
    this.light(true);
  }

  /** @param {string} id */
  selectPiece(id) {
    const by = detectiveNumber(id);
    if (by !== null && this.picker.movers.includes(by)) {
      this.picker.select(by);
      this.light(true);
    }
    const at = this.view ? stationOf(this.view, id) : null;
    if (at) this.screen.board.viewport.reveal(this.screen.board.station(at));
  }

  async undo() {
    try {
      const { id, token, others = [] } = this.seat;
      const { done } = await api.undo(id, token);
      if (done) return;
      // Whoever holds several seats agrees with himself.
      for (const other of others) if ((await api.view(id, other)).may_agree) return void (await api.undo(id, other));
    } catch (fault) {
      showFault(fault);
    }
  }

  /** Votes for what somebody asks. @param {import("../lib/types").Proposal} proposal */
  async agree(proposal) {
    const { id, token } = this.seat;
    const { route, body } = agreement(proposal);
    try {
      if (route === "pace") await api.pace(id, token, body);
      else await api[route](id, token);
    } catch (fault) {
      showFault(fault);
    }
  }

  /** @param {"proposal" | "undo"} what is turned down */
  async decline(what) {
    try {
      await api.decline(this.seat.id, this.seat.token, what);
    } catch (fault) {
      showFault(fault);
    }
  }

  // What is told.

  drawStatus() {
    const { view } = this;
    if (!view) return;
    fill(
      this.news,
      this.connected ? null : h("p.offline", { role: "status" }, t("game.offline")),
      drawStatus(view),
      undoAsked(this, view),
      proposalAsked(this, view),
      warnings(view),
      view.fault
        ? h(
            "p.fault",
            {},
            view.fault,
            " ",
            h(
              "button",
              {
                onclick: () => void api.resume(this.seat.id, this.seat.token).catch(showFault),
              },
              t("game.try_again"),
            ),
          )
        : null,
    );
    this.drawAsking(view);
    const pace = `${view.pace_ms} ${view.paused} ${Boolean(view.outcome)}`;
    if (isWatching(view.seat) && pace !== this.drawn.pace) {
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
      void sendName(this.seat, settings.name);
    }
    const key = String(nameless && !settings.name);
    if (key === this.drawn.asked) return;
    this.drawn.asked = key;
    fill(this.asking, key === "true" ? nameField("", (name) => void sendName(this.seat, name), t("game.name")) : null);
  }

  /** Buttons are made anew only when they change, so that they keep the focus. @param {View} view */
  drawMore(view) {
    const { state, outcome, taken_back, names, claims, both_sides, paused } = view;
    const key = JSON.stringify([state, Boolean(outcome), taken_back, names, claims, both_sides, paused]);
    if (key === this.drawn.more) return;
    this.drawn.more = key;
    fill(this.screen.sections.more, morePanel(view, this.seat, this.screen.board));
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
    this.company.close();
    this.socket.close();
    this.screen.close();
  }
}
