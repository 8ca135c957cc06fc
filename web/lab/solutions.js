// The solved boards: what perfect play is worth, and what it does.

import { api } from "../lib/api.js";
import { Board } from "../board/board.js";
import { fill, h, s, toast } from "../lib/dom.js";
import { chip, showArrows } from "../board/marks.js";
import { Pieces } from "../board/pieces.js";

/** @typedef {{ rules: string, detective_value: [number, number], exploitability: number }} Solution */
/**
 * @typedef {object} Shown What the solver says about a position.
 * @property {number} value
 * @property {{ station: number, probability: number, value: number }[]} places
 * @property {{ from: number | null, to: number | null, move: string, probability: number }[]} moves Mr X's count with
 *   the probability of their station.
 */

/** The section of the lab with the solved boards. */
export function showSolutions() {
  const body = h("div", {}, h("p.quiet", {}, "Loading …"));
  const explorer = h("div.explorer");
  const explore = async (/** @type {Solution} */ solution) => {
    try {
      const [data, rules] = await Promise.all([api.board(solution.rules), api.oneRules(solution.rules)]);
      new Explorer(explorer, solution, data, rules.detectives);
    } catch (fault) {
      toast(fault instanceof Error ? fault.message : String(fault), "bad");
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
      fill(body, h("p.fault", {}, fault instanceof Error ? fault.message : String(fault)));
    }
  };
  void load();
  return h(
    "section.card.solutions",
    {},
    h("h2", {}, "Solved boards"),
    h(
      "p.quiet",
      {},
      "The chance that the detectives win when nobody errs. Open a board and put the detectives on it to see where Mr X should be.",
    ),
    body,
    explorer,
  );
}

/** @param {string} rules `grid:4,1,6` in words */
function tellRules(rules) {
  const match = /^grid:(\d+),(\d+),(\d+)(?:,(\d+))?$/.exec(rules);
  if (!match) return rules;
  const [, size, detectives, rounds, every] = match;
  return `${size}×${size}, ${detectives} detective${detectives === "1" ? "" : "s"}, ${rounds} rounds${every ? `, seen every ${every}` : ""}`;
}

/**
 * Bounds with four digits, rounded so that they still hold.
 * @param {number} low @param {number} high
 */
const outwards = (low, high) => `${(Math.floor(low * 1e4) / 1e4).toFixed(4)} – ${(Math.ceil(high * 1e4) / 1e4).toFixed(4)}`;

/** @param {Solution[]} solutions @param {(solution: Solution) => void} onopen */
function solutionTable(solutions, onopen) {
  return h(
    "div.scroll.tall",
    { tabindex: "0", role: "region", "aria-label": "Solved boards" },
    h(
      "table.solved",
      {},
      h(
        "thead",
        {},
        h(
          "tr",
          {},
          ["Board", "Detectives win", "Bounds", ""].map((name) =>
            h("th", { scope: "col" }, name || h("span.quiet-only", {}, "Open")),
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
            h("th", { scope: "row" }, tellRules(solution.rules)),
            h(
              "td",
              {},
              h("span.value-cell", {}, h("span.chance-track", {}, bar), `${((low + high) * 50).toFixed(1)} %`),
            ),
            h("td.quiet", {}, outwards(low, high)),
            h(
              "td",
              {},
              h(
                "button",
                { onclick: () => onopen(solution), "aria-label": `Open ${tellRules(solution.rules)}` },
                "Open",
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
        h("h3", {}, tellRules(solution.rules)),
        h("button", { onclick: () => this.restart() }, "Start again"),
      ),
      this.text,
      h("div.explorer-map", {}, this.board.svg),
    );
    place.scrollIntoView({ block: "nearest" });
  }

  restart() {
    this.detectives = [];
    this.shown = null;
    for (let i = 1; i <= 5; i++) this.pieces.put(`detective-${i}`, null);
    this.board.layers.heat.replaceChildren();
    this.board.layers.labels.replaceChildren();
    showArrows(this.board, []);
    this.tell();
  }

  tell() {
    this.text.textContent = this.shown
      ? `The detectives win ${(100 * this.shown.value).toFixed(1)} %. Each number is their chance if Mr X stands there: the redder, the worse for him. Tap a station to see where he should go from it.`
      : this.detectives.length < this.count
        ? `Tap the start of detective ${this.detectives.length + 1}.`
        : "Working it out …";
  }

  /** @param {number} station */
  async pick(station) {
    if (this.shown) {
      this.showMoves(station);
      return;
    }
    if (this.detectives.length >= this.count || this.detectives.includes(station)) return;
    this.detectives.push(station);
    this.pieces.put(`detective-${this.detectives.length}`, station);
    this.tell();
    if (this.detectives.length < this.count) return;
    const record = `yard-record 1\nrules ${this.solution.rules}\nstart ? ${this.detectives.join(" ")}\n`;
    try {
      this.shown = await api.solution(this.solution.rules, `?record=${encodeURIComponent(record)}`);
      this.showPlaces();
      this.tell();
    } catch (fault) {
      this.text.textContent = fault instanceof Error ? fault.message : String(fault);
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

  /** The moves from one place, as broad as they are likely. @param {number} station */
  showMoves(station) {
    const own = this.shown?.places.find((place) => place.station === station);
    if (!own) return;
    showArrows(
      this.board,
      (this.shown?.moves ?? []).flatMap(({ from, to, probability }) => {
        // Told with the probability of the place, which is divided out again.
        const weight = Math.min(1, probability / (own.probability || 1));
        return from === station && to !== null && weight > 0.005 ? [{ from, to, weight, kind: "policy" }] : [];
      }),
    );
  }
}
