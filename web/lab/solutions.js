// The solved boards: what perfect play is worth, and what it does.

import { Board } from "../board/board.js";
import { chip, showArrows } from "../board/marks.js";
import { Pieces } from "../board/pieces.js";
import { api } from "../lib/api.js";
import { fill, h, s } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { showFault } from "../lib/messages.js";
import { rulesText } from "../lib/rules.js";
import { detectiveSeat } from "../lib/seats.js";
import { faultText, percent } from "../lib/text.js";
import { arrowsFrom, boundsText, startRecord } from "./solved.js";

/** @typedef {import("./solved.js").Solution} Solution */
/** @typedef {import("./solved.js").Shown} Shown */

/** The section of the lab with the solved boards. */
export function showSolutions() {
  const body = h("div", {}, h("p.quiet", {}, t("loading")));
  const explorer = h("div.explorer");
  const explore = async (/** @type {Solution} */ solution) => {
    try {
      const [data, rules] = await Promise.all([api.board(solution.rules), api.oneRules(solution.rules)]);
      new Explorer(explorer, solution, data, rules.detectives);
    } catch (fault) {
      showFault(fault);
    }
  };
  const load = async () => {
    try {
      /** @type {{ solutions: Solution[] }} */
      const { solutions } = await api.solutions();
      fill(
        body,
        solutionTable(solutions, (solution) => void explore(solution)),
      );
    } catch (fault) {
      fill(body, h("p.fault", {}, faultText(fault)));
    }
  };
  void load();
  return h(
    "section.card.solutions",
    {},
    h("h2", {}, t("solved.title")),
    h("p.quiet", {}, t("solved.text")),
    body,
    explorer,
  );
}

/** @param {Solution[]} solutions @param {(solution: Solution) => void} onopen */
function solutionTable(solutions, onopen) {
  return h(
    "div.scroll.tall",
    { tabindex: "0", role: "region", "aria-label": t("solved.title") },
    h(
      "table.solved",
      {},
      h(
        "thead",
        {},
        h(
          "tr",
          {},
          [t("solved.board"), t("solved.win"), t("solved.bounds"), ""].map((name) =>
            h("th", { scope: "col" }, name || h("span.quiet-only", {}, t("open"))),
          ),
        ),
      ),
      h(
        "tbody",
        {},
        solutions.map((solution) => {
          const [low, high] = solution.detective_value;
          const bar = h("span.chance-bar");
          bar.style.setProperty("inline-size", `${(low + high) * 50}%`);
          return h(
            "tr",
            {},
            h("th", { scope: "row" }, rulesText(solution.rules)),
            h("td", {}, h("span.value-cell", {}, h("span.chance-track", {}, bar), percent((low + high) / 2))),
            h("td.quiet", {}, boundsText(low, high)),
            h(
              "td",
              {},
              h(
                "button",
                {
                  onclick: () => onopen(solution),
                  "aria-label": t("solved.open", { board: rulesText(solution.rules) }),
                },
                t("open"),
              ),
            ),
          );
        }),
      ),
    ),
  );
}

/** A solved board to look around on. */
class Explorer {
  /**
   * @param {HTMLElement} place
   * @param {Solution} solution
   * @param {import("../lib/types").BoardData} data
   * @param {number} count of detectives
   */
  constructor(place, solution, data, count) {
    this.solution = solution;
    this.count = count;
    /** @type {number[]} */
    this.detectives = [];
    /** @type {Shown | null} */
    this.shown = null;
    this.board = new Board(data, { pick: (station) => void this.pick(station) });
    this.pieces = new Pieces(this.board);
    this.text = h("p", { "aria-live": "polite" });
    this.tell();
    fill(
      place,
      h(
        "div.explorer-head",
        {},
        h("h3", {}, rulesText(solution.rules)),
        h("button", { onclick: () => this.restart() }, t("solved.again")),
      ),
      this.text,
      h("div.explorer-map", {}, this.board.svg),
    );
    place.scrollIntoView({ block: "nearest" });
  }

  restart() {
    this.detectives = [];
    this.shown = null;
    for (let i = 1; i <= this.count; i++) this.pieces.put(detectiveSeat(i), null);
    this.board.layers.heat.replaceChildren();
    this.board.layers.labels.replaceChildren();
    showArrows(this.board, []);
    this.tell();
  }

  tell() {
    this.text.textContent = this.shown
      ? t("solved.shown", { value: percent(this.shown.value) })
      : this.detectives.length < this.count
        ? t("solved.tap", { number: this.detectives.length + 1 })
        : t("solved.wait");
  }

  /** @param {number} station */
  async pick(station) {
    if (this.shown) {
      this.showMoves(station);
      return;
    }
    if (this.detectives.length >= this.count || this.detectives.includes(station)) return;
    this.detectives.push(station);
    this.pieces.put(detectiveSeat(this.detectives.length), station);
    this.tell();
    if (this.detectives.length < this.count) return;
    const { rules } = this.solution;
    try {
      this.shown = await api.solution(rules, startRecord(rules, this.detectives));
      this.showPlaces();
      this.tell();
    } catch (fault) {
      this.text.textContent = faultText(fault);
    }
  }

  showPlaces() {
    const { heat, labels } = this.board.layers;
    for (const { station, value } of this.shown?.places ?? []) {
      const { x, y } = this.board.station(station);
      heat.append(s("circle.heat", { cx: x, cy: y, r: 30, "fill-opacity": (0.05 + 0.7 * value).toFixed(2) }));
      labels.append(chip(this.board, x, y + 24, value.toFixed(2)));
    }
  }

  /** @param {number} station */
  showMoves(station) {
    const arrows = this.shown ? arrowsFrom(this.shown, station) : null;
    if (arrows) showArrows(this.board, arrows);
  }
}
