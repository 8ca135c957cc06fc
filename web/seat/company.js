// The people at a table: who is there, quick reactions, the clock, and the wish for another game.

import { api } from "../lib/api.js";
import { fill, h } from "../lib/dom.js";
import { byCode, t } from "../lib/i18n.js";
import { icon } from "../lib/icons.js";
import { announce, showFault, toast } from "../lib/messages.js";
import { isWatching } from "../lib/seats.js";
import { clockText, lateSeats, newReactions, personName } from "./company_words.js";
import { hasCompany } from "./people.js";
import { rematchOffer } from "./rematch.js";

/** @typedef {import("../lib/types").View} View */
/** @typedef {import("../lib/types").SeatKey} SeatKey */

/** What can be said; there is no free text. */
const REACTIONS = /** @type {const} */ ([
  "hello",
  "good_luck",
  "well_played",
  "wow",
  "oops",
  "thinking",
  "hurry",
  "thanks",
]);
/** How long a reaction is shown, in milliseconds. */
const SHOWN = 6000;
/** From here on the clock is red. */
const SOON = 10_000;

export class Company {
  /** @param {SeatKey} seat */
  constructor(seat) {
    this.seat = seat;
    /** @type {View | null} */
    this.view = null;
    /** The last reaction that was seen; null before the first view. @type {number | null} */
    this.seen = null;
    /** @type {Record<string, number>} */
    this.late = {};
    this.drawn = "";
    /** When the clock runs out, by this browser's time. @type {number | null} */
    this.until = null;
    this.people = h("ul.people", { "aria-label": t("company.people") });
    this.clock = h("span.clock", { role: "timer", hidden: true });
    this.said = h("div.said");
    this.menu = h(
      "div.reactions",
      { hidden: true, role: "group", "aria-label": t("company.react") },
      REACTIONS.map((reaction) => h("button", { onclick: () => void this.react(reaction) }, t(`reaction.${reaction}`))),
    );
    this.opener = h(
      "button.quiet-button.react-button",
      { "aria-expanded": "false", onclick: () => this.open(this.menu.hidden) },
      icon("smile"),
      t("company.react"),
    );
    this.offer = h("div");
    this.element = h(
      "div.company",
      { hidden: true },
      h("div.company-line", {}, this.people, this.clock, this.opener),
      this.menu,
      this.said,
      this.offer,
    );
    this.timer = setInterval(() => this.tick(), 500);
  }

  /** @param {View} view */
  draw(view) {
    this.view = view;
    const { watching = 0 } = view;
    this.element.hidden = !hasCompany(view) && watching === 0;
    this.drawPeople(view);
    this.opener.hidden = isWatching(view.seat);
    this.until = view.clock?.left_ms == null ? null : Date.now() + view.clock.left_ms;
    this.clock.hidden = !view.clock || Boolean(view.outcome);
    this.tick();
    this.hear(view);
    this.tellLate(view);
    fill(this.offer, rematchOffer(view, this.seat));
  }

  /** @param {View} view */
  drawPeople(view) {
    const { claims = [], present = [], watching = 0, seat } = view;
    const key = JSON.stringify([claims, present, watching, view.names]);
    if (key === this.drawn) return;
    this.drawn = key;
    const state = (/** @type {import("../lib/types").Claim} */ claim) =>
      !claim.claimed ? "free" : present.includes(claim.seat) || claim.seat === seat ? "here" : "away";
    fill(
      this.people,
      claims.map((claim) =>
        h(
          `li.${state(claim)}`,
          {},
          h("span.presence", { role: "img", "aria-label": t(`company.${state(claim)}`) }),
          claim.seat === seat ? t("company.you", { name: personName(view, claim.seat) }) : personName(view, claim.seat),
        ),
      ),
      watching > 0 ? h("li.watchers", {}, icon("eye"), t("company.watching", { n: watching })) : null,
    );
  }

  tick() {
    if (this.clock.hidden || !this.view?.clock) return;
    const left = this.until === null ? this.view.clock.seconds * 1000 : Math.max(0, this.until - Date.now());
    const text = clockText(left);
    if (this.clock.textContent !== text) fill(this.clock, icon("clock"), text);
    const soon = this.until !== null && left < SOON;
    if (soon && this.view.your_turn && !this.clock.classList.contains("soon")) announce(t("company.soon"));
    this.clock.classList.toggle("soon", soon);
    this.clock.classList.toggle("rests", this.until === null);
  }

  /** Shows what others have said since. @param {View} view */
  hear(view) {
    const { fresh, last } = newReactions(view.reactions ?? [], this.seen);
    this.seen = last;
    for (const { seat, reaction } of fresh) {
      const text = t("company.said", {
        who: personName(view, seat),
        what: byCode(`reaction.${reaction}`, reaction),
      });
      const bubble = h("p.bubble", {}, text);
      this.said.append(bubble);
      if (seat !== view.seat) announce(text);
      setTimeout(() => bubble.remove(), SHOWN);
    }
  }

  /** Somebody was too late, and the server has moved. @param {View} view */
  tellLate(view) {
    const late = view.clock?.late ?? {};
    for (const seat of lateSeats(this.late, late)) toast(t("company.late", { who: personName(view, seat) }));
    this.late = late;
  }

  /** @param {boolean} open */
  open(open) {
    this.menu.hidden = !open;
    this.opener.setAttribute("aria-expanded", String(open));
    if (open) /** @type {HTMLElement} */ (this.menu.firstElementChild).focus();
  }

  /** @param {string} reaction */
  async react(reaction) {
    this.open(false);
    this.opener.focus();
    try {
      await api.react(this.seat.id, this.seat.token, reaction);
    } catch (fault) {
      showFault(fault);
    }
  }

  close() {
    clearInterval(this.timer);
  }
}
