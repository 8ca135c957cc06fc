// A room for friends: who plays what, and the links to send.

import { api } from "../lib/api.js";
import { segmented, select, toggle } from "../lib/controls.js";
import { fill, h, keepFocus } from "../lib/dom.js";
import { hasLinks } from "../lib/engine.js";
import { t } from "../lib/i18n.js";
import { showFault } from "../lib/messages.js";
import { countChoices, levelOf, rulesChoices } from "../lib/rules.js";
import { memory, settings } from "../lib/store.js";
import { nameField } from "../seat/name_field.js";
import { networkPart } from "../seat/network.js";
import { startGame } from "../seat/start_game.js";
import { topbar } from "../seat/topbar.js";

/** @typedef {import("../lib/types").RulesInfo} RulesInfo */
/** @typedef {import("../lib/types").Side} Side */
/** @typedef {{ side: Side, each: boolean, clock: number, help: boolean }} Wishes */

/** Seconds for a move; 0 is no clock. */
const CLOCKS = /** @type {const} */ ([0, 30, 60, 120, 300, 86_400]);

class Room {
  /** @param {RulesInfo[]} all */
  constructor(all) {
    this.all = all;
    this.rules = all[0];
    this.count = this.rules.detectives;
    /** @type {Wishes} */
    this.wishes = { side: "mr_x", each: false, clock: 0, help: true, ...memory.read("room", {}) };
    this.form = h("div.room-form");
    this.starting = false;
  }

  /** @param {Partial<Wishes>} change */
  wish(change) {
    Object.assign(this.wishes, change);
    memory.write("room", this.wishes);
  }

  /** @param {"friends" | "hot"} mode */
  async start(mode) {
    if (this.starting) return;
    this.starting = true;
    const { side, each, clock, help } = this.wishes;
    const level = levelOf(this.rules, "medium");
    try {
      await startGame({
        mode,
        rules: this.rules,
        count: this.count,
        seed: null,
        help,
        mine: [],
        ownSide: side,
        each,
        mrX: level.mr_x,
        detectives: level.detectives,
        name: settings.name,
        clock: mode === "friends" && clock > 0 ? clock : null,
      });
    } catch (fault) {
      showFault(fault);
    }
    this.starting = false;
  }

  draw() {
    keepFocus(this.form, () => this.fill());
  }

  fill() {
    const { rules, wishes } = this;
    fill(
      this.form,
      nameField(settings.name),
      h(
        "div.row",
        {},
        h("span", {}, t("home.friends.seat")),
        segmented(
          t("home.friends.seat"),
          [
            { id: "mr_x", name: t("home.friends.mr_x") },
            { id: "detectives", name: t("home.friends.detective") },
          ],
          wishes.side,
          (side) => this.wish({ side }),
        ),
      ),
      toggle(t("home.friends.each"), wishes.each, (each) => this.wish({ each })),
      h(
        "div.room-selects",
        {},
        select(t("home.rules"), rulesChoices(this.all), rules.name, (name) => {
          this.rules = this.all.find((other) => other.name === name) ?? rules;
          this.count = this.rules.detectives;
          this.draw();
        }),
        select(t("home.count"), countChoices(rules), String(this.count), (id) => {
          this.count = Number(id);
        }),
        select(
          t("friends.clock"),
          CLOCKS.map((seconds) => ({ id: String(seconds), name: t(`friends.clock.${seconds}`) })),
          String(wishes.clock),
          (id) => this.wish({ clock: Number(id) }),
        ),
      ),
      toggle(t("home.help"), wishes.help, (help) => this.wish({ help })),
      h("button.primary.big-touch", { onclick: () => void this.start("friends") }, t("friends.create")),
    );
  }
}

/** `#/friends` @type {import("../lib/router.js").Show} */
export async function showFriends(place) {
  const room = new Room(await api.rules());
  room.draw();
  place.append(
    topbar(t("friends.title")),
    h(
      "div.page.friends",
      {},
      hasLinks()
        ? h(
            "section.card",
            {},
            h("h2", {}, t("friends.create.title")),
            h("p.quiet", {}, t("friends.create.text")),
            room.form,
          )
        : h("section.card", {}, h("h2", {}, t("friends.title")), h("p", {}, t("local.friends"))),
      h(
        "div.friends-side",
        {},
        hasLinks() ? networkPart() : null,
        h(
          "section.card",
          {},
          h("h3", {}, t("home.hot")),
          h("p.quiet", {}, t("home.hot.text")),
          h("button.start-here", { onclick: () => void room.start("hot") }, t("start")),
        ),
        hasLinks()
          ? h(
              "section.card",
              {},
              h("h3", {}, t("friends.how")),
              h(
                "ol.how",
                {},
                [1, 2, 3].map((n) => h("li", {}, t(/** @type {"friends.how.1"} */ (`friends.how.${n}`)))),
              ),
            )
          : null,
      ),
    ),
  );
}
