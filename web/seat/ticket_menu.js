// The small menu at a station that asks which ticket is meant.

import { clamp } from "../board/geometry.js";
import { h } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { arrowStep } from "../lib/keys.js";
import { ticketName } from "../lib/tickets.js";
import { ticketSign } from "./signs.js";

/** @typedef {import("./move_picker.js").Option} Option */
/** @typedef {import("../board/board.js").Board} Board */

export class TicketMenu {
  /**
   * @param {HTMLElement} stage the place over the map
   * @param {Board} board
   */
  constructor(stage, board) {
    this.stage = stage;
    this.board = board;
    /** @type {HTMLElement | null} */
    this.menu = null;
    /** @type {number | null} */
    this.station = null;
  }

  get open() {
    return this.menu !== null;
  }

  /**
   * Asks; the first ticket is the plain one and has the focus, so a second click or Enter takes it.
   * @param {number} station
   * @param {Option[]} options
   * @param {(option: Option) => void} onchoose
   */
  ask(station, options, onchoose) {
    this.close();
    this.station = station;
    const menu = h("div.chooser", { role: "menu", "aria-label": t("chooser.which", { station }) });
    const choose = (/** @type {Option} */ option) => {
      this.close();
      onchoose(option);
    };
    this.first = () => choose(options[0]);
    for (const option of options) {
      menu.append(
        h(
          "button",
          {
            role: "menuitem",
            class: `pay ${option.ticket}`,
            "aria-label": t("chooser.option", { ticket: ticketName(option.ticket), station }),
            onclick: () => choose(option),
          },
          ticketSign(option.ticket, true),
        ),
      );
    }
    menu.addEventListener("keydown", (event) => this.key(event));
    this.menu = menu;
    this.stage.append(menu);
    this.place();
    /** @type {HTMLElement} */ (menu.firstElementChild).focus({ preventScroll: true });
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const buttons = /** @type {HTMLElement[]} */ ([...(this.menu?.children ?? [])]);
    const at = buttons.indexOf(/** @type {HTMLElement} */ (document.activeElement));
    const to = arrowStep(event.key, at, buttons.length);
    if (to !== null) {
      event.preventDefault();
      event.stopPropagation();
      buttons[to]?.focus();
      return;
    }
    const letter = buttons.find((button) => button.querySelector("b")?.textContent === event.key.toUpperCase());
    if (letter) {
      event.preventDefault();
      event.stopPropagation();
      letter.click();
    }
  }

  /** Puts the menu beside its station, inside the stage. */
  place() {
    if (!this.menu || this.station === null) return;
    const at = this.board.viewport.toScreen(this.board.station(this.station));
    const { clientWidth, clientHeight } = this.stage;
    const { offsetWidth, offsetHeight } = this.menu;
    const gap = 30 * clamp(this.board.viewport.k, 0.6, 1.2);
    const left = at.x + gap + offsetWidth < clientWidth - 8 ? at.x + gap : at.x - gap - offsetWidth;
    const top = at.y - offsetHeight / 2;
    this.menu.style.setProperty("left", `${clamp(left, 8, clientWidth - offsetWidth - 8)}px`);
    this.menu.style.setProperty("top", `${clamp(top, 8, clientHeight - offsetHeight - 8)}px`);
  }

  close() {
    this.menu?.remove();
    this.menu = null;
    this.station = null;
  }
}
