// The front page: one click, and the game is on.

import { Board } from "../board/board.js";
import { resumeAddress } from "../lib/addresses.js";
import { api } from "../lib/api.js";
import { agentField, agentNames, numberField, segmented, select, toggle } from "../lib/controls.js";
import { fill, h, set } from "../lib/dom.js";
import { portraitDetectives, portraitMrX } from "../lib/icons.js";
import { showFault } from "../lib/messages.js";
import { countChoices, gridRules, levelOf, rulesChoices } from "../lib/rules.js";
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
    const last = memory.read("home", { rules: "classic", level: FIRST_LEVEL });
    this.rules = rules.find(({ name }) => name === last.rules) ?? rules[0];
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
    memory.write("home", { rules: this.rules.name, level: this.level.id });
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
      segmented("Strength of the opponent", this.rules.levels, this.level.id, (id) => {
        this.level = levelOf(this.rules, id);
        this.remember();
        note.textContent = this.level.note;
        this.drawMore();
      }),
      note,
    );
  }

  drawMore() {
    const { rules } = this;
    const counts = countChoices(rules);
    fill(
      this.more,
      agentNames(this.agents),
      h(
        "fieldset.more-options",
        {},
        h("legend", {}, "The game"),
        select("Rules", rulesChoices(this.all), rules.name, (name) =>
          this.choose(this.all.find((other) => other.name === name) ?? rules),
        ),
        counts.length > 1
          ? select("Detectives", counts, String(this.count), (id) => {
              this.count = Number(id);
              this.drawMore();
            })
          : null,
        this.gridField(),
        agentField(
          "Mr X by agent",
          this.mrX,
          (text) => {
            this.mrX = text;
          },
          this.level.mr_x,
        ),
        agentField(
          "Detectives by agent",
          this.detectives,
          (text) => {
            this.detectives = text;
          },
          this.level.detectives,
        ),
        numberField(
          "Seed",
          this.seed,
          (text) => {
            this.seed = text.replace(/\D/g, "");
          },
          "by chance; alone only",
        ),
        toggle("Help and hints allowed", this.help, (on) => {
          this.help = on;
        }),
      ),
      h(
        "div.modes",
        {},
        this.mode("Everybody at one screen", "Pass the screen on; a curtain hides Mr X.", "Start", "hot"),
        this.mode(
          "Friends by link",
          "Every seat has its own secret link.",
          "Start and get links",
          "friends",
          segmented(
            "Your seat",
            [
              { id: "mr_x", name: "I am Mr X" },
              { id: "detectives", name: "I am a detective" },
            ],
            this.ownSide,
            (id) => {
              this.ownSide = id;
            },
          ),
          nameField(settings.name),
          toggle("A link for each detective", this.each, (on) => {
            this.each = on;
          }),
        ),
        this.mode(
          "Some of the detectives",
          "The others are agents on your side.",
          "Start",
          "some",
          h(
            "div.some",
            { role: "group", "aria-label": "Detectives you play" },
            Array.from({ length: this.count }, (_, i) =>
              toggle(
                String(i + 1),
                this.mine[i],
                (on) => {
                  this.mine[i] = on;
                },
                { "aria-label": `Detective ${i + 1}` },
              ),
            ),
          ),
        ),
        this.mode("Watch", "Agents against each other; you set the speed.", "Watch", "watch"),
      ),
    );
  }

  /** Any other grid, by its numbers. */
  gridField() {
    const field = numberField("Or any grid: size, detectives, rounds", "", () => {}, "6,2,12");
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
      );
    const last = heldGames().find((game) => !game.over);
    place.append(
      topbar(""),
      h(
        "div.home",
        {},
        h(
          "div.hero",
          {},
          h("h1", {}, "Somewhere in London, Mr X is hiding."),
          h("p", {}, "Slip away as Mr X, or hunt him with five detectives. One click starts."),
        ),
        last
          ? h(
              "a.continue",
              { href: resumeAddress(last) },
              h("b", {}, "Go on with your last game"),
              h("span.quiet", {}, `${last.title}, ${timeAgo(last.at)}`),
            )
          : null,
        h(
          "div.big-choices",
          {},
          big("mr_x", "Play as Mr X", "Move in secret. Stay free until the log is full.", portraitMrX()),
          big("detectives", "Play as detectives", "Read his tickets, close the net, catch him.", portraitDetectives()),
        ),
        this.levels,
        h("details.more", {}, h("summary", {}, "More: friends, one screen, watch, other boards and agents"), this.more),
        h(
          "nav.tiles",
          { "aria-label": "More of Yard" },
          tile(
            "#/assistant",
            "At the real table",
            "The cardboard game in front of you? Tap in his tickets and see where he can be.",
          ),
          tile("#/games", "Games and replays", "Go on, look back, import a record."),
          tile("#/lab", "Lab", "Agents against agents, with tables and plots."),
        ),
      ),
      h(
        "footer.foot",
        {},
        h("p", {}, "Yard is independent of Ravensburger, who own the trademark Scotland Yard. All drawings are ours."),
      ),
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
