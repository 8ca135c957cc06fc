// The keyboard on the page of a game.

import { isTaken } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { DIRECTIONS } from "../lib/keys.js";
import { announce } from "../lib/messages.js";
import { showHowToPlay } from "./how_to_play.js";

/** @typedef {import("./game_screen.js").GameScreen} GameScreen */

/** Digits typed within this time belong to one number, in milliseconds. */
const TYPING = 1200;
/** How far Shift and an arrow move the map, in pixels. */
const PAN = 80;

export class Keys {
  /**
   * @param {GameScreen} screen
   * @param {{
   *   enter: (station: number) => void, escape: () => boolean, double: () => void, next: () => void, undo: () => void,
   *   help: (kind: "candidates" | "belief" | "hint") => void, confirm: () => unknown, busy: () => boolean,
   * }} actions
   */
  constructor(screen, actions) {
    this.screen = screen;
    this.actions = actions;
    this.digits = "";
    this.timer = 0;
    this.listener = (/** @type {KeyboardEvent} */ event) => this.key(event);
    document.addEventListener("keydown", this.listener);
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || isTaken(event)) return;
    const target = /** @type {HTMLElement} */ (event.target);
    if (this.handle(event.key, event.shiftKey, target)) event.preventDefault();
  }

  /**
   * @param {string} key
   * @param {boolean} shift
   * @param {HTMLElement} target
   * @returns {boolean} whether the key meant something
   */
  handle(key, shift, target) {
    const { screen, actions } = this;
    const { viewport } = screen.board;
    if (key === "Escape") return actions.escape();
    if (actions.busy()) return false;
    const direction = DIRECTIONS[key];
    if (direction && !shift) return screen.targets.walk(key, this.start());
    if (direction) {
      viewport.pan(-direction.x * PAN, -direction.y * PAN);
      return true;
    }
    if (key === "Enter" || key === " ") return this.enter(target);
    if (/^\d$/.test(key)) return this.digit(key);
    switch (key.toLowerCase()) {
      case "+":
      case "=":
        viewport.zoom(1.25);
        return true;
      case "-":
        viewport.zoom(0.8);
        return true;
      case "f":
        viewport.fit(true);
        return true;
      case "d":
        actions.double();
        return true;
      case "n":
        actions.next();
        return true;
      case "z":
        actions.undo();
        return true;
      case "c":
        actions.help("candidates");
        return true;
      case "p":
        actions.help("belief");
        return true;
      case "h":
        actions.help("hint");
        return true;
      case "?":
        showHowToPlay();
        return true;
      default:
        return false;
    }
  }

  /** @param {HTMLElement} target */
  enter(target) {
    const typed = Number(this.digits);
    // What is typed next is a new number.
    this.digits = "";
    if (typed > 0 && !this.screen.targets.buttons.has(typed)) return this.refuse(typed);
    // A focused button works by itself, except the buttons on the map.
    if (target.closest("button, a, summary")) return false;
    const { current } = this.screen.targets;
    if (current !== null) this.actions.enter(current);
    else if (!this.actions.confirm()) return false;
    return true;
  }

  /** Says why a number that was typed cannot be chosen. @param {number} typed @returns {boolean} */
  refuse(typed) {
    if (!this.screen.board.stations.has(typed)) announce(t("assist.no_station", { station: typed }));
    else this.screen.listener.refuse?.(typed);
    return true;
  }

  /** @param {string} digit */
  digit(digit) {
    clearTimeout(this.timer);
    this.digits = (this.digits + digit).slice(-3);
    this.timer = setTimeout(() => {
      this.digits = "";
    }, TYPING);
    const n = Number(this.digits);
    // Whoever types 86 does not want to see 8: the map waits while the number can still become a lit station.
    const begun = [...this.screen.targets.buttons.keys()].some((one) => String(one).startsWith(this.digits));
    if (!this.screen.targets.focus(n) && !begun && this.screen.board.stations.has(n)) {
      this.screen.board.viewport.reveal(this.screen.board.station(n));
    }
    return true;
  }

  /** Where arrows start when nothing has the focus: the piece whose turn it is. */
  start() {
    return this.screen.pieces.lit;
  }

  close() {
    document.removeEventListener("keydown", this.listener);
    clearTimeout(this.timer);
  }
}
