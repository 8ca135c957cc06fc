// The card of a station: its lines and what one needs to get there, on hover, long press, or a click that leads nowhere.

import { clamp } from "../board/geometry.js";
import { h } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { announce } from "../lib/messages.js";
import { linesOf, lineText } from "./station_facts.js";

/** @typedef {import("../board/board.js").Board} Board */

/** How long a mouse rests, or a finger presses, before the card opens; and how long a card stays that nobody holds. */
const [REST, PRESS, STAY] = [450, 500, 3500];

export class StationCard {
  /**
   * @param {HTMLElement} stage
   * @param {Board} board
   * @param {(station: number) => string | null} reach what one needs to get there now
   */
  constructor(stage, board, reach) {
    this.stage = stage;
    this.board = board;
    this.reach = reach;
    this.timer = 0;
    /** @type {HTMLElement | null} */
    this.card = null;
    /** @type {number | null} */
    this.station = null;
    const { svg } = board;
    svg.addEventListener("pointermove", (event) => this.moved(event));
    svg.addEventListener("pointerleave", () => this.close());
    svg.addEventListener("pointerdown", (event) => this.pressed(event));
    for (const name of /** @type {const} */ (["pointerup", "pointercancel", "wheel"]))
      svg.addEventListener(name, () => clearTimeout(this.timer), { passive: true });
  }

  /** The station under a pointer. @param {PointerEvent} event */
  under(event) {
    const { viewport } = this.board;
    return this.board.near(viewport.toWorld(viewport.local(event)));
  }

  /** @param {PointerEvent} event */
  moved(event) {
    if (event.pointerType === "touch") return;
    const station = event.buttons ? null : this.under(event);
    if (station === this.station && station !== null) return;
    clearTimeout(this.timer);
    if (this.station !== null) this.close();
    if (station !== null) this.timer = setTimeout(() => this.show(station), REST);
  }

  /** @param {PointerEvent} event */
  pressed(event) {
    clearTimeout(this.timer);
    this.close();
    const station = this.under(event);
    if (event.pointerType !== "touch" || station === null) return;
    this.timer = setTimeout(() => {
      // A long press is no click.
      if (!this.board.viewport.dragged) {
        this.board.viewport.dragged = true;
        this.show(station);
        setTimeout(() => this.close(), STAY);
      }
    }, PRESS);
  }

  /** @param {number} station @param {boolean} [aloud] */
  show(station, aloud = false) {
    this.close();
    this.station = station;
    const reach = this.reach(station);
    const card = h(
      "div.station-card",
      { role: "tooltip" },
      h("b", {}, t("station.title", { station })),
      h(
        "ul",
        {},
        linesOf(this.board.data, station).map((line) => h(`li.${line.transport}`, {}, lineText(line))),
      ),
      reach === null ? null : h("p", {}, reach),
    );
    this.card = card;
    this.stage.append(card);
    const at = this.board.viewport.toScreen(this.board.station(station));
    const { clientWidth, clientHeight } = this.stage;
    const gap = 26;
    const below = at.y + gap + card.offsetHeight < clientHeight - 8;
    const top = below ? at.y + gap : at.y - gap - card.offsetHeight;
    card.style.setProperty("left", `${clamp(at.x - card.offsetWidth / 2, 8, clientWidth - card.offsetWidth - 8)}px`);
    card.style.setProperty("top", `${clamp(top, 8, clientHeight - card.offsetHeight - 8)}px`);
    if (aloud && reach) announce(`${t("station.title", { station })}. ${reach}`);
  }

  /** Says why nobody gets there. @param {number} station */
  explain(station) {
    clearTimeout(this.timer);
    this.show(station, true);
    this.timer = setTimeout(() => this.close(), STAY);
  }

  close() {
    this.card?.remove();
    this.card = null;
    this.station = null;
  }
}
