// The solved boards: what perfect play is worth, and what it does.

import { api } from "./api.js";
import { Board } from "./board.js";
import { fill, h, s } from "./dom.js";
import { chip, showArrows } from "./marks.js";
import { Pieces } from "./pieces.js";

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
  const load = async () => {
    try {
      /** @type {{ solutions: Solution[] }} */
      const { solutions } = await api.solutions();
      fill(body, solutionTable(solutions, (solution) => void explore(explorer, solution)));
    } catch (fault) {
      fill(body, h("p.fault", {}, fault instanceof Error ? fault.message : String(fault)));
    }
  };
  void load();
  return h("section.card.solutions", {}, h("h2", {}, "Solved boards"),
    h("p.quiet", {}, "The chance that the detectives win when nobody errs. Open a board and put the detectives on it to see where Mr X should be."),
    body, explorer);
}

/** @param {string} rules `grid:4,1,6` in words */
function tellRules(rules) {
  const match = /^grid:(\d+),(\d+),(\d+)(?:,(\d+))?$/.exec(rules);
  if (!match) return rules;
  const [, size, detectives, rounds, every] = match;
  return `${size}×${size}, ${detectives} detective${detectives === "1" ? "" : "s"}, ${rounds} rounds${every ? `, seen every ${every}` : ""}`;
}

/** @param {Solution[]} solutions @param {(solution: Solution) => void} onopen */
function solutionTable(solutions, onopen) {
  return h("div.scroll.tall", { tabindex: "0", role: "region", "aria-label": "Solved boards" }, h("table.solved", {},
    h("thead", {}, h("tr", {}, ["Board", "Detectives win", "Bounds", ""].map((name) => h("th", { scope: "col" }, name || h("span.quiet-only", {}, "Open"))))),
    h("tbody", {}, solutions.map((solution) => {
      const [low, high] = solution.detective_value;
      const bar = h("span.chance-bar");
      bar.style.setProperty("inline-size", `${(low + high) * 50}%`);
      return h("tr", {}, h("th", { scope: "row" }, tellRules(solution.rules)),
        h("td", {}, h("span.value-cell", {}, h("span.chance-track", {}, bar), `${((low + high) * 50).toFixed(1)} %`)),
        h("td.quiet", {}, `${low.toFixed(4)} – ${high.toFixed(4)}`),
        h("td", {}, h("button", { onclick: () => onopen(solution), "aria-label": `Open ${tellRules(solution.rules)}` }, "Open")));
    }))));
}

/** @param {HTMLElement} place @param {Solution} solution */
async function explore(place, solution) {
  const data = await api.board(solution.rules);
  const count = Number(/^grid:\d+,(\d+)/.exec(solution.rules)?.[1] ?? 2);
  /** @type {number[]} */
  let detectives = [];
  const text = h("p", { "aria-live": "polite" });
  const board = new Board(data, { pick: (station) => void put(station) });
  const pieces = new Pieces(board);
  const put = async (/** @type {number} */ station) => {
    detectives = detectives.length >= count ? [station] : detectives.includes(station) ? detectives : [...detectives, station];
    for (let i = 0; i < 5; i++) pieces.put(`detective-${i + 1}`, detectives[i] ?? null);
    clear(board);
    tell();
    if (detectives.length === count) await show();
  };
  const tell = () => {
    text.textContent = detectives.length < count ? `Tap the start of detective ${detectives.length + 1}.` : "Working it out …";
  };
  const show = async () => {
    const record = `yard-record 1\nrules ${solution.rules}\nstart ? ${detectives.join(" ")}\n`;
    try {
      /** @type {Shown} */
      const shown = await api.solution(solution.rules, `?record=${encodeURIComponent(record)}`);
      drawShown(board, shown);
      text.textContent = `The detectives win ${(100 * shown.value).toFixed(1)} %. Brighter: Mr X is likelier to be there. The number is the detectives' chance if he is. Arrows are his best moves. Tap to start again.`;
    } catch (fault) {
      text.textContent = fault instanceof Error ? fault.message : String(fault);
    }
  };
  tell();
  fill(place, h("h3", {}, tellRules(solution.rules)), text, h("div.explorer-map", {}, board.svg));
  place.scrollIntoView({ block: "nearest" });
}

/** @param {Board} board */
function clear(board) {
  board.layers.heat.replaceChildren();
  board.layers.labels.replaceChildren();
  showArrows(board, []);
}

/** @param {Board} board @param {Shown} shown */
function drawShown(board, { places, moves }) {
  clear(board);
  const most = Math.max(...places.map(({ probability }) => probability), 1e-9);
  const chance = new Map(places.map(({ station, probability }) => [station, probability]));
  for (const { station, probability, value } of places) {
    const { x, y } = board.station(station);
    board.layers.heat.append(s("circle.heat", { cx: x, cy: y, r: 27, "fill-opacity": (0.08 + 0.5 * (probability / most)).toFixed(2) }));
    board.layers.labels.append(chip(board, x, y + 24, value.toFixed(2)));
  }
  showArrows(board, moves.flatMap(({ from, to, probability }) => {
    // How likely the move is, if he stands there.
    const weight = from === null ? 0 : probability / (chance.get(from) || 1);
    return from !== null && to !== null && weight > 0.02 ? [{ from, to, weight: Math.min(1, weight), kind: "policy" }] : [];
  }));
}
