// The front page: one click, and the game is on.

import { Board } from "../board/board.js";
import { resumeAddress } from "../lib/addresses.js";
import { api } from "../lib/api.js";
import { agentField, agentNames, numberField, segmented, select, toggle } from "../lib/controls.js";
import { fill, h, keepFocus, set } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { portraitDetectives, portraitMrX } from "../lib/icons.js";
import { showFault } from "../lib/messages.js";
import { countChoices, gridRules, levelOf, rulesChoices, rulesTitle } from "../lib/rules.js";
import { heldGames, memory, settings } from "../lib/store.js";
import { timeAgo } from "../lib/time.js";
import { nameField } from "../seat/name_field.js";
import { startGame } from "../seat/start_game.js";
import { topbar } from "../seat/topbar.js";

/** @typedef {import("../lib/types").RulesInfo} RulesInfo */
/** @typedef {import("../seat/new_game.js").Mode} Mode */
/** @typedef {import("../seat/new_game.js").Choices} Choices */

const FIRST_LEVEL = "medium";

class Home {
  /** @param {RulesInfo[]} rules @param {import("../lib/types").AgentInfo[]} agents */
  constructor(rules, agents) {
    this.agents = agents;
    this.all = rules;
    const last = memory.read("home", { level: FIRST_LEVEL });
    // Other rules are chosen for one visit: the cards below always say which.
    this.rules = rules[0];
    this.level = levelOf(this.rules, last.level);
    this.count = this.rules.detectives;
    this.seed = "";
    this.help = true;
    this.mrX = "";
    this.detectives = "";
    /** @type {boolean[]} */
    this.mine = [true, false, false, false, false];
    /** @type {"mr_x" | "detectives"} */
    this.ownSide = "mr_x";
    this.each = false;
    this.levels = h("div.levels");
    this.more = h("div.more-body");
    this.starting = false;
  }

  remember() {
    memory.write("home", { level: this.level.id });
  }

  /** @param {Mode} mode */
  async start(mode) {
    if (this.starting) return;
    this.starting = true;
    const seed = this.seed.trim() === "" ? null : Number(this.seed);
    /** @type {Choices} */
    const choices = {
      mode,
      rules: this.rules,
      count: this.count,
      seed,
      help: this.help,
      mine: this.mine,
      ownSide: this.ownSide,
      each: this.each,
      mrX: this.mrX.trim() || this.level.mr_x,
      detectives: this.detectives.trim() || this.level.detectives,
      name: settings.name,
    };
    try {
      await startGame(choices);
    } catch (fault) {
      showFault(fault);
    }
    this.starting = false;
  }

  drawLevels() {
    const note = h("p.level-note", {}, this.level.note);
    fill(
      this.levels,
      segmented(t("home.strength"), this.rules.levels, this.level.id, (id) => {
        this.level = levelOf(this.rules, id);
        this.remember();
        note.textContent = this.level.note;
        this.drawMore();
      }),
      note,
    );
  }

  /** The cards say which game they start. */
  drawCards() {
    const { rules, count } = this;
    const text = t("home.starts", { rules: rulesTitle(rules), n: count });
    for (const line of document.querySelectorAll(".big-rules")) line.textContent = text;
  }

  drawMore() {
    keepFocus(this.more, () => this.fillMore());
    this.drawCards();
  }

  fillMore() {
    const { rules } = this;
    const counts = countChoices(rules);
    fill(
      this.more,
      agentNames(this.agents),
      h(
        "fieldset.more-options",
        {},
        h("legend", {}, t("home.game")),
        select(t("home.rules"), rulesChoices(this.all), rules.name, (name) =>
          this.choose(this.all.find((other) => other.name === name) ?? rules),
        ),
        counts.length > 1
          ? select(t("home.count"), counts, String(this.count), (id) => {
              this.count = Number(id);
              this.drawMore();
            })
          : null,
        this.gridField(),
        agentField(
          t("home.agent.mr_x"),
          this.mrX,
          (text) => {
            this.mrX = text;
          },
          this.level.mr_x,
        ),
        agentField(
          t("home.agent.detectives"),
          this.detectives,
          (text) => {
            this.detectives = text;
          },
          this.level.detectives,
        ),
        numberField(
          t("home.seed"),
          this.seed,
          (text) => {
            this.seed = text.replace(/\D/g, "");
          },
          t("home.seed.hint"),
        ),
        toggle(t("home.help"), this.help, (on) => {
          this.help = on;
        }),
      ),
      h(
        "div.modes",
        {},
        this.mode(t("home.hot"), t("home.hot.text"), t("start"), "hot"),
        this.mode(
          t("home.friends"),
          t("home.friends.text"),
          t("home.friends.start"),
          "friends",
          segmented(
            t("home.friends.seat"),
            [
              { id: "mr_x", name: t("home.friends.mr_x") },
              { id: "detectives", name: t("home.friends.detective") },
            ],
            this.ownSide,
            (id) => {
              this.ownSide = id;
            },
          ),
          nameField(settings.name),
          toggle(t("home.friends.each"), this.each, (on) => {
            this.each = on;
          }),
        ),
        this.mode(
          t("home.some"),
          t("home.some.text"),
          t("start"),
          "some",
          h(
            "div.some",
            { role: "group", "aria-label": t("home.some.which") },
            Array.from({ length: this.count }, (_, i) =>
              toggle(
                String(i + 1),
                this.mine[i],
                (on) => {
                  this.mine[i] = on;
                },
                { "aria-label": t("seat.detective", { number: i + 1 }) },
              ),
            ),
          ),
        ),
        this.mode(t("home.watch"), t("home.watch.text"), t("home.watch"), "watch"),
      ),
    );
  }

  /** Any other grid, by its numbers. */
  gridField() {
    const field = numberField(t("home.grid"), "", () => {}, "6,2,12");
    field.querySelector("input")?.addEventListener("change", async (event) => {
      const name = gridRules(/** @type {HTMLInputElement} */ (event.target).value);
      if (name === null) return;
      try {
        const rules = await api.oneRules(name);
        this.all = [...this.all.filter((other) => other.name !== rules.name), rules];
        this.choose(rules);
      } catch (fault) {
        showFault(fault);
      }
    });
    return field;
  }

  /** @param {RulesInfo} rules */
  choose(rules) {
    this.rules = rules;
    this.count = rules.detectives;
    this.level = levelOf(rules, this.level.id);
    this.remember();
    this.drawLevels();
    this.drawMore();
  }

  /** @param {string} title @param {string} text @param {string} button @param {Mode} mode @param {...HTMLElement} extra */
  mode(title, text, button, mode, ...extra) {
    return h(
      "section.mode",
      {},
      h("h3", {}, title),
      h("p.quiet", {}, text),
      extra,
      h("button", { onclick: () => void this.start(mode) }, button),
    );
  }

  /** @param {HTMLElement} place */
  draw(place) {
    this.drawLevels();
    this.drawMore();
    const big = (
      /** @type {Mode} */ mode,
      /** @type {string} */ title,
      /** @type {string} */ text,
      /** @type {Element} */ portrait,
    ) =>
      h(
        `button.big-choice.${mode === "mr_x" ? "as-x" : "as-detectives"}`,
        { onclick: () => void this.start(mode) },
        portrait,
        h("span.big-title", {}, title),
        h("span.big-text", {}, text),
        h("span.big-rules", {}, ""),
      );
    const last = heldGames().find((game) => !game.over);
    place.append(
      topbar(""),
      h(
        "div.home",
        {},
        h("div.hero", {}, h("h1", {}, t("home.title")), h("p", {}, t("home.text"))),
        last
          ? h(
              "a.continue",
              { href: resumeAddress(last) },
              h("b", {}, t("home.go_on")),
              h("span.quiet", {}, t("home.go_on.what", { title: last.title, when: timeAgo(last.at) })),
            )
          : null,
        h(
          "div.big-choices",
          {},
          big("mr_x", t("home.mr_x"), t("home.mr_x.text"), portraitMrX()),
          big("detectives", t("home.detectives"), t("home.detectives.text"), portraitDetectives()),
        ),
        this.levels,
        h("details.more", {}, h("summary", {}, t("home.more")), this.more),
        h(
          "nav.tiles",
          { "aria-label": t("home.tiles") },
          tile("#/assistant", t("home.tile.assistant"), t("home.tile.assistant.text")),
          tile("#/games", t("home.tile.games"), t("home.tile.games.text")),
          tile("#/lab", t("home.tile.lab"), t("home.tile.lab.text")),
        ),
      ),
      h("footer.foot", {}, h("p", {}, t("home.foot"))),
    );
  }
}

/** @param {string} href @param {string} title @param {string} text */
const tile = (href, title, text) => h("a.tile", { href }, h("b", {}, title), h("span", {}, text));

/** The map behind the front page. @param {import("../lib/types").BoardData} data */
function backdrop(data) {
  const board = new Board(data);
  board.close();
  board.world.removeAttribute("transform");
  set(board.svg, {
    viewBox: `0 0 ${data.width} ${data.height}`,
    preserveAspectRatio: "xMidYMid slice",
    "aria-hidden": "true",
  });
  for (const name of ["tabindex", "role", "aria-label", "aria-roledescription"]) board.svg.removeAttribute(name);
  return h("div.backdrop", {}, board.svg);
}

/** @type {import("../lib/router.js").Show} */
export async function showHome(place) {
  const [rules, agents] = await Promise.all([api.rules(), api.agents().catch(() => [])]);
  new Home(rules, agents).draw(place);
  // Only an ornament, so nobody waits for it.
  api.board("classic").then(
    (data) => place.prepend(backdrop(data)),
    () => {},
  );
}
