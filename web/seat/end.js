// After the game: who won and why, the win chance over time, and the way Mr X went.

import { api } from "../lib/api.js";
import { fill, h, s } from "../lib/dom.js";
import { icon } from "../lib/icons.js";
import { showWay } from "../board/marks.js";
import { TICKET, tellMove, tellSide } from "../lib/tickets.js";

/** @typedef {import("../lib/types").View} View */
/** @typedef {import("../lib/types").Analysis} Analysis */
/** @typedef {import("./game_screen.js").Table} Table */

/** @param {View} view */
function headline(view) {
  const detectivesWon = view.outcome?.winner === "detectives";
  if (view.seat.startsWith("watch")) return detectivesWon ? "The detectives have won" : "Mr X has escaped";
  const iWon = detectivesWon === (view.seat !== "mr_x");
  return iWon ? (detectivesWon ? "You caught him!" : "You escaped!") : detectivesWon ? "Caught!" : "He got away.";
}

/**
 * The way of Mr X as far as a view knows it.
 * @param {View} view
 */
export function wayOf(view) {
  return (view.way ?? []).map((station, slot) => ({
    station,
    slot,
    ticket: slot === 0 ? null : (TICKET[view.log[slot - 1]?.ticket] ?? null),
  }));
}

/**
 * @param {HTMLElement} place
 * @param {Table} table
 * @param {View} view
 * @param {{ id: string, token: string }} seat
 * @param {() => void} [undo] takes the last move back; for those who play alone
 */
export function showEnd(place, table, view, seat, undo) {
  place.querySelector(".end")?.remove();
  const curve = h("div.curve-place", {}, h("p.quiet", {}, "Looking back at every move …"));
  const marks = h("div.marks-place");
  const card = h(
    "section.end",
    { "aria-label": "The end" },
    h("button.icon.end-close", { "aria-label": "Close", onclick: () => card.remove() }, "✕"),
    h("h2", {}, headline(view)),
    h("p", {}, view.outcome?.text ?? ""),
    curve,
    h(
      "div.button-grid.three",
      {},
      h("button", { onclick: () => void seeWay(table, seat) }, icon("eye"), "See Mr X's way"),
      h("a.button", { href: `#/replay/${seat.id}/${seat.token}` }, icon("play"), "Replay"),
      h("a.button.primary", { href: "#/" }, "Play again"),
    ),
    marks,
    undo ? h("button.quiet-button", { onclick: undo }, icon("undo"), "Take back and try another way") : null,
  );
  table.stage.append(card);
  card.querySelector("h2")?.setAttribute("tabindex", "-1");
  void follow(
    seat,
    card,
    (analysis) => {
      fill(
        curve,
        drawCurve(analysis, (ply) => {
          location.hash = `#/replay/${seat.id}/${seat.token}?ply=${ply}`;
        }),
      );
      fill(marks, drawMarks(analysis, seat));
    },
    (text) => fill(curve, h("p.quiet", {}, text)),
  );
}

/**
 * Asks for the analysis until it is done; it is made in the background.
 * @param {{ id: string, token: string }} seat
 * @param {Element} watched the asking ends when this has left the page
 * @param {(analysis: Analysis) => void} ondata
 * @param {(text: string) => void} onfault
 */
export async function follow(seat, watched, ondata, onfault) {
  for (let tries = 0; watched.isConnected && tries < 600; tries++) {
    try {
      const analysis = await api.analysis(seat.id, seat.token);
      if (!watched.isConnected) return;
      if (analysis.plies.length > 0) ondata(analysis);
      if (analysis.done >= analysis.of) return;
    } catch (fault) {
      onfault(fault instanceof Error ? fault.message : String(fault));
      return;
    }
    await new Promise((done) => setTimeout(done, 1000));
  }
}

/** @param {Table} table @param {{ id: string, token: string }} seat */
export async function seeWay(table, seat) {
  const last = await api.view(seat.id, seat.token);
  table.board.layers.heat.replaceChildren();
  showWay(table.board, wayOf(last));
  table.stage.querySelector(".end")?.remove();
  table.board.viewport.fit(true);
}

const [WIDE, HIGH] = [600, 150];

/**
 * The detectives' win chance after each ply, with dots where somebody went wrong.
 * @param {Analysis} analysis
 * @param {(ply: number) => void} [onply]
 * @param {number} [now] the ply that is shown
 */
export function drawCurve({ plies: all, done, of }, onply, now) {
  // A move without a value is no point of the curve.
  const plies = all.flatMap(({ chance, ...ply }) => (chance === null ? [] : [{ ...ply, chance }]));
  const last = Math.max(1, of - 1, all.at(-1)?.ply ?? 0);
  const x = (/** @type {number} */ ply) => 8 + (ply / last) * (WIDE - 16);
  const y = (/** @type {number} */ chance) => 8 + (1 - chance) * (HIGH - 16);
  // Each side judged by what it knew: the two lines part where Mr X knows better.
  const line = (/** @type {boolean} */ his) =>
    plies
      .filter(({ by }) => (by === "mr_x") === his)
      .map(({ ply, chance }) => `${x(ply).toFixed(1)} ${y(chance).toFixed(1)}`)
      .join("L");
  const [theirs, his] = [line(false), line(true)];
  const ends = plies.filter(({ by }) => by !== "mr_x");
  const area = theirs ? `M${x(ends[0].ply)} ${HIGH - 8}L${theirs}L${x(ends.at(-1)?.ply ?? 0)} ${HIGH - 8}Z` : "";
  const mistakes = plies.filter(({ mark }) => mark);
  return h(
    "figure.curve",
    {},
    s(
      "svg",
      {
        viewBox: `0 0 ${WIDE} ${HIGH}`,
        role: "img",
        "aria-label": `Win chance of the detectives over the game, ${mistakes.length} mistakes marked`,
      },
      s("path.curve-half", { d: `M8 ${HIGH / 2}H${WIDE - 8}` }),
      s("path.curve-area", { d: area }),
      s("path.curve-line", { d: theirs ? `M${theirs}` : "" }),
      s("path.curve-his", { d: his ? `M${his}` : "" }),
      now === undefined ? null : s("path.curve-now", { d: `M${x(now)} 4V${HIGH - 4}` }),
      mistakes.map(({ ply, chance, mark, by, move }) =>
        s(
          `circle.mistake.${mark}.${by === "mr_x" ? "by-x" : "by-d"}`,
          { cx: x(ply), cy: y(chance), r: mark === "blunder" ? 7 : 5, onclick: onply ? () => onply(ply) : undefined },
          s("title", {}, `${mark}: ${tellSide(by)}, ${tellMove(move)}`),
        ),
      ),
    ),
    h(
      "figcaption",
      {},
      h(
        "span",
        {},
        "Detectives' win chance, as ",
        h("b.key-theirs", {}, "they"),
        " and ",
        h("b.key-his", {}, "Mr X"),
        " could know it",
      ),
      done < of ? h("span.quiet", {}, `${done} of ${of} moves looked at`) : h("span.quiet", {}, "?? blunder, ?! slip"),
    ),
  );
}

/** @param {Analysis} analysis @param {{ id: string, token: string }} seat */
function drawMarks({ plies }, seat) {
  const worst = plies
    .filter(({ mark }) => mark)
    .sort((a, b) => (b.loss ?? 0) - (a.loss ?? 0))
    .slice(0, 4)
    .sort((a, b) => a.ply - b.ply);
  if (worst.length === 0) return null;
  return h(
    "ul.mistakes",
    {},
    worst.map(({ ply, by, move, best, loss, mark }) =>
      h(
        "li",
        {},
        h(
          "a",
          { href: `#/replay/${seat.id}/${seat.token}?ply=${ply}` },
          h("b", { class: mark ?? "" }, mark === "blunder" ? "??" : "?!"),
          ` ${tellSide(by)}: ${tellMove(move)}`,
          h(
            "span.quiet",
            {},
            ` −${Math.round((loss ?? 0) * 100)} points${best && best !== move ? `; better ${tellMove(best)}` : ""}`,
          ),
        ),
      ),
    ),
  );
}
