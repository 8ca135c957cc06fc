// One puzzle on the real board: the person moves, sees what the other side does, and moves again until it is solved. After each move
// one hears whether it was right and why.

import { showArrows, showCandidates } from "../board/marks.js";
import { api } from "../lib/api.js";
import { fill, h } from "../lib/dom.js";
import { orList, t } from "../lib/i18n.js";
import { icon } from "../lib/icons.js";
import { messageText } from "../lib/message_text.js";
import { announce, showFault } from "../lib/messages.js";
import { moveText, parseMove } from "../lib/moves.js";
import { detectiveNumber, detectiveSeat, seatName } from "../lib/seats.js";
import { capitalised } from "../lib/text.js";
import { rideName } from "../lib/tickets.js";
import { GameScreen } from "../seat/game_screen.js";
import { Keys } from "../seat/keys.js";
import { MovePicker } from "../seat/move_picker.js";
import { ticketSign } from "../seat/signs.js";
import { drawStatus } from "../seat/status.js";
import { TicketMenu } from "../seat/ticket_menu.js";
import { arrowsOf, isUntold, pieceToMove, stationOf } from "../seat/view.js";
import { afterMove, viewOf } from "./position.js";
import { verdict } from "./verdict.js";

/** @typedef {import("../lib/rooms").Puzzle} Puzzle */
/** @typedef {import("../lib/rooms").PuzzleAnswer} PuzzleAnswer */
/** @typedef {import("../seat/move_picker.js").Option} Option */

/** Milliseconds of a ride, when a move is played out. */
const RIDE = 600;

export class Solver {
  /**
   * @param {HTMLElement} place
   * @param {import("../lib/types").BoardData} data
   * @param {Puzzle} puzzle
   * @param {{ title: string, note: () => string, next: string | null, onanswer: (answer: PuzzleAnswer) => void, onlook: () => void }} options
   */
  constructor(place, data, puzzle, options) {
    this.puzzle = puzzle;
    this.options = options;
    this.now = puzzle.view;
    this.view = viewOf(puzzle, this.now);
    /** The good moves so far. @type {string[]} */
    this.line = [];
    this.picker = new MovePicker(this.view.legal);
    /** @type {PuzzleAnswer | null} */
    this.answer = null;
    /** @type {"open" | "asking" | "wrong" | "right" | "shown"} */
    this.state = "open";
    this.screen = new GameScreen(place, data, {
      pick: (station) => this.pick(station),
      miss: () => this.menu.close(),
      piece: (id) => this.reveal(id),
    });
    this.screen.root.classList.add("puzzle-table");
    this.menu = new TicketMenu(this.screen.stage, this.screen.board);
    this.screen.onzoom = () => this.menu.place();
    this.result = h("div.puzzle-result", { "aria-live": "polite" });
    this.keys = new Keys(this.screen, {
      enter: (station) => this.pick(station),
      escape: () => this.back(),
      double: () => this.toggleDouble(),
      next: () => this.nextDetective(),
      undo: () => this.state === "wrong" && this.again(),
      help: () => {},
      confirm: () => false,
      busy: () => this.menu.open,
    });
    this.drawPanel();
    void this.begin();
  }

  drawPanel() {
    const { puzzle, options } = this;
    fill(
      this.screen.status,
      h(
        "div.puzzle-head",
        {},
        h("p.eyebrow", {}, options.title, h(`span.grade.${puzzle.grade}`, {}, t(`puzzle.grade.${puzzle.grade}`))),
        h("h2.puzzle-goal", {}, messageText({ ...puzzle.goal, detective: detectiveNumber(this.view.turn) ?? 1 })),
      ),
      this.result,
      drawStatus(this.view),
      // The position is all there is to know; how it came about is not told.
      isUntold(this.view.log) ? h("p.quiet.no-log", {}, t(`puzzle.no_log.${puzzle.kind}`)) : null,
    );
    fill(
      this.screen.sections.more,
      h("h2", {}, t("puzzle.about")),
      h("p.quiet", {}, t(puzzle.kind === "catch" ? "puzzle.about.catch" : "puzzle.about.slip")),
      h("a.button", { href: "#/puzzles" }, t("puzzle.all")),
    );
  }

  /** Puts the pieces back as they were. */
  async begin() {
    this.screen.view = null;
    this.picker = new MovePicker(this.view.legal);
    await this.screen.render(this.view);
    const { candidates } = this.now;
    showCandidates(this.screen.board, this.puzzle.side === "detectives" ? (candidates ?? []) : [], []);
    this.light(true);
    this.screen.panel.scrollTop = 0;
  }

  /** @param {boolean} [fresh] */
  light(fresh = false) {
    const { view, picker, screen } = this;
    const options = this.state === "open" ? picker.targets() : new Map();
    /** @type {Map<number, string>} */
    const labels = new Map();
    for (const [station, list] of options) {
      const rides = orList(list.map((/** @type {Option} */ { ticket }) => rideName(ticket)));
      labels.set(station, t("target.station", { station, rides }));
    }
    screen.targets.show(labels, picker.double ? "second" : "");
    const mover = pieceToMove(view, picker.by);
    screen.pieces.light(this.state === "open" ? mover : null);
    if (picker.first) screen.pieces.put("mr_x", picker.first.to);
    else if (this.state === "open" && view.seat === "mr_x") screen.pieces.put("mr_x", view.stations.mr_x);
    screen.pieces.avoid([...options.keys()]);
    this.drawBar();
    const from = picker.first?.to ?? stationOf(view, mover);
    if (fresh && from !== null && options.size > 0) screen.follow([from, ...options.keys()]);
  }

  drawBar() {
    const { picker, screen, view } = this;
    if (this.state === "asking") screen.setBar(h("p.waiting", {}, t("puzzle.asking")));
    else if (this.state !== "open") screen.setBar(null);
    else if (picker.double)
      screen.setBar(
        h("p", {}, t(picker.first ? "puzzle.second_step" : "puzzle.first_step")),
        h("button.quiet-button", { onclick: () => this.back() }, t(picker.first ? "bar.take_back" : "cancel")),
      );
    else
      screen.setBar(
        h("p", {}, h("b", {}, `${seatName(pieceToMove(view, picker.by))}: `), t("bar.choose")),
        picker.canDouble
          ? h(
              "button.double-button",
              { onclick: () => this.toggleDouble(), title: t("bar.double.title") },
              ticketSign("double"),
              h("span", {}, t("bar.double")),
            )
          : null,
        picker.movers.length > 1
          ? h("button.quiet-button", { onclick: () => this.nextDetective() }, t("bar.next"))
          : null,
      );
  }

  // The move.

  /** @param {number} station */
  pick(station) {
    if (this.state !== "open") return;
    if (this.menu.open && this.menu.station === station) return this.menu.first?.();
    this.menu.close();
    const options = this.picker.targets().get(station);
    if (!options) return;
    if (options.length === 1) this.take(options[0]);
    else this.menu.ask(station, options, (option) => this.take(option));
  }

  /** @param {Option} option */
  take(option) {
    const move = this.picker.take(option);
    if (move !== null) return void this.send(move);
    announce(t("target.first_step", { ride: rideName(option.ticket), to: option.to }));
    this.light(true);
  }

  /** @param {string} move */
  async send(move) {
    this.state = "asking";
    this.light();
    try {
      const answer = await api.answerPuzzle(this.puzzle.id, [...this.line, move].join(" "));
      this.answer = answer;
      this.options.onanswer(answer);
      await this.playOut([{ by: this.mover(move), move }, ...answer.replies]);
      if (answer.next) return await this.goOn(move, answer);
      this.state = answer.correct ? "right" : "wrong";
    } catch (fault) {
      this.state = "open";
      showFault(fault);
      await this.begin();
    }
    this.drawResult();
    this.light();
  }

  /** The right move of several: what comes next is asked for. @param {string} move @param {PuzzleAnswer} answer */
  async goOn(move, answer) {
    this.line.push(move);
    this.now = answer.next ?? this.now;
    this.view = viewOf(this.puzzle, this.now);
    this.state = "open";
    this.answer = null;
    const text = t(this.puzzle.kind === "catch" ? "puzzle.go_on.catch" : "puzzle.go_on.slip");
    fill(this.result, h("p.puzzle-on", {}, h("span", { "aria-hidden": "true" }, "✓ "), text));
    this.drawPanel();
    await this.begin();
  }

  /** Who makes a move now. @param {string} move */
  mover(move) {
    const { turn } = this.view;
    if (turn === "mr_x") return turn;
    return detectiveSeat(parseMove(move)?.by ?? detectiveNumber(turn) ?? 1);
  }

  /** Plays moves on the board, one after the other. @param {import("../lib/rooms").PuzzleReply[]} moves */
  async playOut(moves) {
    let view = this.view;
    for (const { by, move } of moves) {
      view = afterMove(view, move, by);
      await this.screen.render(view, { time: RIDE, quiet: true });
    }
    const last = moves.at(-1);
    const at = last ? stationOf(view, last.by) : null;
    if (at !== null) this.screen.follow([at]);
  }

  async showSolution() {
    const { answer } = this;
    if (!answer) return;
    this.options.onlook();
    this.state = "shown";
    this.drawResult();
    await this.begin();
    const { solution } = answer;
    const move = parseMove(solution);
    if (move) showArrows(this.screen.board, arrowsOf(this.view, move));
    await this.playOut([{ by: this.mover(solution), move: solution }]);
    announce(t("puzzle.solution", { move: capitalised(moveText(solution)) }));
    this.light();
  }

  again() {
    this.state = "open";
    this.answer = null;
    fill(this.result);
    showArrows(this.screen.board, []);
    void this.begin();
    this.screen.board.svg.focus({ preventScroll: true });
  }

  drawResult() {
    const { answer, state, options } = this;
    if (!answer || state === "open" || state === "asking") return fill(this.result);
    const good = state === "right";
    fill(
      this.result,
      verdict(answer, good ? "right" : state === "shown" ? "shown" : "wrong"),
      good ? h("p.puzzle-note", {}, options.note()) : null,
      h(
        "div.row-buttons",
        {},
        good ? null : h("button.primary", { onclick: () => this.again() }, icon("undo"), t("puzzle.again")),
        state === "wrong"
          ? h("button", { onclick: () => void this.showSolution() }, icon("eye"), t("puzzle.show"))
          : null,
        good && options.next
          ? h("a.button.primary", { href: `#/puzzles/${options.next}` }, t("puzzle.next"), icon("next"))
          : null,
        good ? h("a.button", { href: "#/puzzles" }, t("puzzle.all")) : null,
      ),
    );
    this.screen.panel.scrollTo?.({ top: 0 });
  }

  back() {
    if (this.menu.open) this.menu.close();
    else if (this.state === "open" && this.picker.back()) this.light();
    else return false;
    return true;
  }

  toggleDouble() {
    if (this.state !== "open" || !this.picker.canDouble) return;
    this.menu.close();
    this.picker.setDouble(!this.picker.double);
    this.light();
  }

  nextDetective() {
    this.picker.next();
    this.light(true);
  }

  /** @param {string} piece */
  reveal(piece) {
    const at = stationOf(this.view, piece);
    if (at) this.screen.board.viewport.reveal(this.screen.board.station(at));
  }

  close() {
    this.keys.close();
    this.screen.close();
  }
}
