// The front page: one click, and the game is on.

import { Board } from "../board/board.js";
import { updateDiary } from "../diary/keep.js";
import { recordOf } from "../diary/statistics.js";
import { resumeAddress } from "../lib/addresses.js";
import { api } from "../lib/api.js";
import { agentField, agentNames, numberField, segmented, select, toggle } from "../lib/controls.js";
import { dayOf, daysInARow } from "../lib/days.js";
import { fill, h, keepFocus, set } from "../lib/dom.js";
import { byCode, t } from "../lib/i18n.js";
import { icon, portraitDetectives, portraitMrX } from "../lib/icons.js";
import { messageText } from "../lib/message_text.js";
import { showFault } from "../lib/messages.js";
import { calledHere } from "../lib/opponents.js";
import { countChoices, gridRules, levelOf, rulesChoices, rulesTitle } from "../lib/rules.js";
import { heldGames, memory, settings } from "../lib/store.js";
import { timeAgo } from "../lib/time.js";
import { readProgress } from "../puzzles/daily.js";
import { firstVisit } from "../seat/first_visit.js";
import { startGame } from "../seat/start_game.js";
import { topbar } from "../seat/topbar.js";

/** @typedef {import("../lib/types").RulesInfo} RulesInfo */
/** @typedef {import("../lib/types").Side} Side */
/** @typedef {import("../lib/rooms").SuggestedLevel} Suggested */
/** @typedef {import("../seat/new_game.js").Mode} Mode */
/** @typedef {import("../seat/new_game.js").Choices} Choices */

/** Whoever comes for the first time meets the easiest. */
const FIRST_LEVEL = "beginner";
/** @type {readonly Side[]} */
const SIDES = ["mr_x", "detectives"];

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
    /** The level that fits this person's record, by side. @type {Partial<Record<Side, Suggested>>} */
    this.suggested = {};
    this.levels = h("div.levels");
    this.note = h("p.level-note");
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
      ownSide: "mr_x",
      each: false,
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
    const { levels } = this.rules;
    const names = levels.map(({ id, name, note }) => ({ id, name: byCode(`level.${id}`, name), note }));
    fill(
      this.levels,
      segmented(t("home.strength"), names, this.level.id, (id) => this.chooseLevel(id)),
      this.note,
    );
    this.drawNote();
  }

  /** @param {string} id */
  chooseLevel(id) {
    this.level = levelOf(this.rules, id);
    this.remember();
    this.drawNote();
    this.drawMore();
  }

  /** A word to the level: what fits this person, or whom it is for. */
  drawNote() {
    const { id, note } = this.level;
    const side = SIDES.find((one) => this.suggested[one] && this.suggested[one].level !== id);
    const other = side && this.suggested[side];
    if (!other) return fill(this.note, byCode(`level.${id}.note`, note));
    const name = byCode(`level.${other.level}`, other.level);
    fill(
      this.note,
      t(`home.suggest.${side}`, { reason: messageText(other.reason) }),
      " ",
      h("button.link-button", { onclick: () => this.takeLevel(other.level) }, t("home.try_level", { level: name })),
    );
  }

  /** @param {string} id */
  takeLevel(id) {
    this.suggested = {};
    this.chooseLevel(id);
    this.drawLevels();
  }

  /** The cards say which game they start, and against whom. */
  drawCards() {
    const { rules, count, level } = this;
    const text = t("home.starts", { rules: rulesTitle(rules), n: count });
    for (const line of document.querySelectorAll(".big-rules")) line.textContent = text;
    // Whoever is Mr X meets the detectives of that level, and the other way round.
    const other = { mr_x: level.detectives_name, detectives: level.mr_x_name };
    const about = { mr_x: level.detectives_about, detectives: level.mr_x_about };
    for (const side of SIDES) {
      const line = document.querySelector(`.big-other[data-side="${side}"]`);
      const code = `level.${level.id}.${side === "mr_x" ? "detectives" : "mr_x"}`;
      const agent = side === "mr_x" ? this.detectives : this.mrX;
      if (line)
        fill(
          line,
          other[side] && !agent.trim() ? h("b", {}, t("home.against", { who: calledHere(other[side]) })) : null,
          about[side] && !agent.trim() ? h("span", {}, byCode(`${code}.about`, about[side])) : null,
        );
    }
  }

  /** Asks which level fits the person's record. */
  async suggest() {
    const entries = await updateDiary();
    for (const side of SIDES) {
      const record = recordOf(entries, side);
      if (record.length === 0) continue;
      this.suggested[side] = await api.suggestLevel(side, record).catch(() => undefined);
    }
    this.drawNote();
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

  /** The other rooms of the house. */
  rooms() {
    const progress = readProgress();
    const row = daysInARow(progress.days, dayOf());
    const solved = progress.days.includes(dayOf());
    const note = row > 0 ? t("puzzle.daily.row", { n: row }) : "";
    return h(
      "nav.rooms",
      { "aria-label": t("home.rooms") },
      room("#/puzzles/daily", "puzzle", t("puzzle.daily"), t(solved ? "puzzle.daily.solved" : "home.daily.text"), note),
      room("#/friends", "friends", t("friends.title"), t("home.friends.text")),
      room("#/assistant", "table", t("home.tile.assistant"), t("home.tile.assistant.text")),
      room("#/learn", "learn", t("learn.page"), t("learn.offer.text")),
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
        h("span.big-other", { "data-side": mode }),
        h("span.big-rules", {}, ""),
      );
    const last = heldGames().find((game) => !game.over);
    place.append(
      topbar(""),
      h(
        "div.home",
        {},
        h("div.hero", {}, h("h1", {}, t("home.title")), h("p", {}, t("home.text"))),
        firstVisit(),
        last
          ? h(
              "a.continue",
              { href: resumeAddress(last) },
              h("b", {}, t("home.go_on")),
              h("span.quiet", {}, t("home.go_on.what", { title: last.title, when: timeAgo(last.at) })),
            )
          : null,
        this.levels,
        h(
          "div.big-choices",
          {},
          big("mr_x", t("home.mr_x"), t("home.mr_x.text"), portraitMrX()),
          big("detectives", t("home.detectives"), t("home.detectives.text"), portraitDetectives()),
        ),
        this.rooms(),
        h("details.more", {}, h("summary", {}, t("home.more")), this.more),
        h(
          "nav.tiles",
          { "aria-label": t("home.tiles") },
          tile("#/games", t("home.tile.games"), t("home.tile.games.text")),
          tile("#/lab", t("home.tile.lab"), t("home.tile.lab.text")),
        ),
      ),
      h("footer.foot", {}, h("p", {}, t("home.foot"))),
    );
    this.drawCards();
  }
}

/** @param {string} href @param {import("../lib/icons.js").IconName} name @param {string} title @param {string} text @param {string} [note] */
const room = (href, name, title, text, note = "") =>
  h(
    "a.room-card",
    { href },
    h("span.room-icon", { "aria-hidden": "true" }, icon(name)),
    h("b", {}, title),
    h("span", {}, text),
    note ? h("span.room-note", {}, icon("flame"), note) : null,
  );

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
  const home = new Home(rules, agents);
  home.draw(place);
  home.drawCards();
  void home.suggest();
  // Only an ornament, so nobody waits for it.
  api.board("classic").then(
    (data) => place.prepend(backdrop(data)),
    () => {},
  );
}
