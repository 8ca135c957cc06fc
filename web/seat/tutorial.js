// The tutorial: ten short lessons on the real board, played by mouse, touch or keyboard. No server is asked.

import { showCandidates } from "../board/marks.js";
import { api } from "../lib/api.js";
import { fill, h } from "../lib/dom.js";
import { byCode, orList, t } from "../lib/i18n.js";
import { announce, showFault } from "../lib/messages.js";
import { parseMove } from "../lib/moves.js";
import { detectiveSeat, seatName } from "../lib/seats.js";
import { memory } from "../lib/store.js";
import { rideName } from "../lib/tickets.js";
import { GameScreen } from "./game_screen.js";
import { rowText } from "./history.js";
import { showHowToPlay } from "./how_to_play.js";
import { Keys } from "./keys.js";
import { showMoment } from "./moments.js";
import { simplest } from "./new_game.js";
import { startGame } from "./start_game.js";
import { drawStatus } from "./status.js";
import { TicketMenu } from "./ticket_menu.js";
import { LESSONS, optionsOf, played, START, seated } from "./tutorial_steps.js";
import { pieceToMove, stationOf } from "./view.js";

/** @typedef {import("./move_picker.js").Option} Option */

/** Milliseconds of the learner's rides, and of those of the others. */
const [RIDE, OTHERS] = [700, 450];

/**
 * What the others do before a lesson, in words: "Meanwhile: Detective 2: taxi 85 → 103."
 * @param {import("../lib/types").View} view
 * @param {string[]} moves
 */
function meanwhileText(view, moves) {
  const told = moves.filter((move) => !move.startsWith("x"));
  if (told.length === 0) return "";
  const at = [...view.stations.detectives];
  const rows = told.map((move) => {
    const [who, written] = move.split(" ");
    const rides = (parseMove(written)?.steps ?? []).map((step) => ({ ...step, from: at[Number(who) - 1] }));
    at[Number(who) - 1] = rides[0].to ?? at[Number(who) - 1];
    const row = rowText({ ply: 0, round: 0, detective: Number(who), rides, seen: null });
    return row.replace(/^\d/, seatName(detectiveSeat(Number(who))));
  });
  return t("learn.meanwhile", { moves: rows.join(" · ") });
}

/** Whether somebody has finished the tutorial, or does not want it. */
export const knowsTheGame = () => memory.read("learned", false);

/** Remembers that the tutorial need not be offered any more. */
export const noteLearned = () => memory.write("learned", true);

export class Tutorial {
  /** @param {HTMLElement} place @param {import("../lib/types").BoardData} data */
  constructor(place, data) {
    this.at = 0;
    this.view = START;
    /** @type {number | null} */
    this.first = null;
    this.double = false;
    this.done = false;
    /** The others are moving, so the learner waits. */
    this.riding = false;
    this.closed = false;
    /** What the others did. */
    this.meanwhile = "";
    this.screen = new GameScreen(place, data, {
      pick: (station) => this.pick(station),
      refuse: (station) => this.wrong(station),
      miss: () => this.menu.close(),
    });
    this.screen.root.classList.add("learning");
    this.menu = new TicketMenu(this.screen.stage, this.screen.board);
    this.screen.onzoom = () => this.menu.place();
    this.note = h("p.learn-note", { role: "status" });
    this.keys = new Keys(this.screen, {
      enter: (station) => this.pick(station),
      escape: () => this.back(),
      double: () => this.startDouble(),
      next: () => {},
      undo: () => {},
      help: () => {},
      confirm: () => this.next(),
      busy: () => this.menu.open,
    });
    void this.show(0);
  }

  get lesson() {
    return LESSONS[this.at];
  }

  /** @param {number} at */
  async show(at) {
    this.at = at;
    this.first = null;
    this.double = false;
    const { view, meanwhile = [], candidates, offers, tab } = this.lesson;
    this.done = offers === undefined;
    this.riding = meanwhile.length > 0;
    this.say("");
    if (tab) this.screen.showTab(tab);
    this.screen.panel.scrollTop = 0;
    this.screen.targets.show(new Map());
    showCandidates(this.screen.board, [], []);
    const turn = view?.turn ?? this.view.turn;
    this.meanwhile = meanwhileText(this.view, meanwhile);
    this.view = seated(this.view, { ...view, turn: this.view.turn });
    this.draw();
    await this.screen.render(this.view, { quiet: true });
    for (const move of meanwhile) {
      const before = this.view;
      this.view = played(before, move);
      await this.screen.render(this.view, { time: OTHERS, quiet: true });
      await showMoment(this.screen, before, this.view, false);
      if (this.at !== at || this.closed) return;
    }
    this.view = { ...this.view, turn };
    await this.screen.render(this.view, { quiet: true });
    if (this.at !== at || this.closed) return;
    this.riding = false;
    showCandidates(this.screen.board, candidates ?? [], []);
    this.light();
    const { id } = this.lesson;
    announce([`${t(`learn.${id}.title`)}.`, t(`learn.${id}.text`), this.meanwhile, this.task()].join(" "));
    // Enter goes on from every lesson that only tells something.
    if (this.done)
      /** @type {HTMLElement | null} */ (this.screen.bar.querySelector(".primary"))?.focus({ preventScroll: true });
  }

  /** What is to be done now, in a few words. */
  task() {
    const { id } = this.lesson;
    if (this.riding) return t("learn.riding");
    if (this.done) return id === "end" ? "" : t("learn.press_next");
    const touch = matchMedia("(pointer: coarse)").matches;
    if (id === "double" && !this.double && touch) return t("learn.double.touch");
    if (id === "double")
      return t(this.double ? (this.first ? "learn.double.second" : "learn.double.first") : "learn.double.task");
    if (id === "move" && touch) return t("learn.move.touch");
    return byCode(`learn.${id}.task`, "");
  }

  /** What can be chosen now. */
  options() {
    const { offers, second, id } = this.lesson;
    if (this.done || this.riding || !offers || (id === "double" && !this.double)) return new Map();
    return optionsOf(this.first !== null && second ? second : offers);
  }

  light() {
    const options = this.options();
    const labels = new Map(
      [...options].map(([station, list]) => [
        station,
        // Where the learner is to find out what leads there, the ring does not tell.
        this.lesson.wrong
          ? t("station.title", { station })
          : t("target.station", {
              station,
              rides: orList(list.map((/** @type {Option} */ { ticket }) => rideName(ticket))),
            }),
      ]),
    );
    this.screen.targets.show(labels, this.double ? "second" : "");
    // Where Mr X is sought, nobody is to move.
    const piece = this.lesson.wrong ? "" : pieceToMove(this.view, null);
    this.screen.pieces.light(options.size > 0 ? piece : null);
    if (this.first !== null) this.screen.pieces.put("mr_x", this.first);
    this.screen.pieces.avoid([...options.keys()]);
    const from = this.first ?? stationOf(this.view, piece) ?? this.view.stations.mr_x_seen?.station ?? null;
    const places = [...options.keys(), ...(from === null ? [] : [from])];
    if (places.length > 1)
      this.screen.board.viewport.focus(
        places.map((n) => this.screen.board.station(n)),
        { least: 0.5, most: 0.9, margin: 110 },
      );
    this.draw();
  }

  /** @param {number} station */
  pick(station) {
    const list = this.options().get(station);
    if (!list) return this.wrong(station);
    if (this.menu.open && this.menu.station === station) return this.menu.first?.();
    this.menu.close();
    if (list.length > 1) this.menu.ask(station, list, (option) => this.take(option));
    else this.take(list[0]);
  }

  /** @param {Option} option */
  take({ ticket, to }) {
    const { pay, second, wrong, made, id } = this.lesson;
    const why = wrong?.[to];
    if (why) return this.say(t(`learn.read.${why}`, { station: to }), true);
    if (pay && ticket !== pay) return this.say(t("learn.black.wrong"), true);
    if (second && this.first === null) {
      this.first = to;
      this.light();
      announce(this.task());
      return;
    }
    void this.finish(made, byCode(`learn.${id}.done`, "", { station: to }));
  }

  /** @param {string | undefined} made the learner's move, if a piece moves @param {string} praise */
  async finish(made, praise) {
    const before = this.view;
    const { answer } = this.lesson;
    this.done = true;
    this.screen.targets.show(new Map());
    if (made) {
      this.view = played(before, made);
      await this.screen.render(this.view, { time: RIDE, quiet: true });
      await showMoment(this.screen, before, this.view, false);
    }
    if (answer) showCandidates(this.screen.board, answer, []);
    this.say(praise);
    this.draw();
    /** @type {HTMLElement | null} */ (this.screen.bar.querySelector(".primary"))?.focus({ preventScroll: true });
  }

  /** @param {number} station */
  wrong(station) {
    if (this.done || this.options().size === 0) return;
    const text =
      this.lesson.id === "read"
        ? t("learn.read.no_line", { station })
        : t("learn.other", { station, task: this.task() });
    this.say(text, true);
  }

  /** @param {string} text @param {boolean} [wrong] the learner has to try again */
  say(text, wrong = false) {
    this.note.textContent = text;
    this.note.classList.toggle("wrong", wrong);
  }

  startDouble() {
    if (this.lesson.id !== "double" || this.done || this.double) return;
    this.double = true;
    this.light();
    announce(this.task());
  }

  back() {
    if (this.menu.open) this.menu.close();
    else if (this.first !== null) {
      this.first = null;
      this.screen.pieces.put("mr_x", this.view.stations.mr_x);
      this.light();
    } else return false;
    return true;
  }

  /** Goes on to the next lesson. @returns {boolean} whether there is one */
  next() {
    if (!this.done || this.riding || this.at >= LESSONS.length - 1) return false;
    void this.show(this.at + 1);
    if (this.at >= LESSONS.length - 2) noteLearned();
    return true;
  }

  draw() {
    const { id } = this.lesson;
    const last = this.at === LESSONS.length - 1;
    fill(
      this.screen.status,
      h(
        "div.lesson",
        {},
        h(
          "p.lesson-count",
          { role: "img", "aria-label": t("learn.progress", { step: this.at + 1, of: LESSONS.length }) },
          LESSONS.map((_, i) => h(`i${i < this.at ? ".past" : i === this.at ? ".now" : ""}`)),
        ),
        h("h2", {}, t(`learn.${id}.title`)),
        h("p", {}, t(`learn.${id}.text`)),
        this.meanwhile ? h("p.quiet.learn-meanwhile", {}, this.meanwhile) : null,
        this.note,
      ),
      // What is to be done stands where it is explained.
      this.screen.actions,
      last ? null : drawStatus(this.view),
    );
    this.screen.setBar(
      h("p.bar-ask", {}, this.task()),
      id === "double" && !this.done && !this.double
        ? h("button.double-button.primary", { onclick: () => this.startDouble() }, t("bar.double"))
        : null,
      this.done && !this.riding && !last
        ? h("button.primary.learn-next", { onclick: () => this.next() }, t("learn.next"))
        : null,
      last ? h("button.primary", { onclick: () => void this.play("detectives") }, t("learn.play.detectives")) : null,
      last ? h("button", { onclick: () => void this.play("mr_x") }, t("learn.play.mr_x")) : null,
      last ? h("button", { onclick: () => showHowToPlay() }, t("how.title")) : null,
      last ? null : h("a.button.quiet-button", { href: "#/", onclick: noteLearned }, t("learn.leave")),
    );
  }

  /** Starts the first game, against the easiest. @param {import("../lib/types").Side} side */
  async play(side) {
    if (this.starting) return;
    this.starting = true;
    try {
      const rules = await api.oneRules(START.rules);
      const [level] = rules.levels;
      memory.write("home", { level: level.id });
      await startGame(simplest(side, rules, level));
    } catch (fault) {
      showFault(fault);
    }
    this.starting = false;
  }

  close() {
    this.closed = true;
    this.keys.close();
    this.screen.close();
  }
}
