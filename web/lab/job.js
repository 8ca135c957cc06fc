// One match or tournament of the lab: cross table, capture rounds, plots.

import { h, s } from "../lib/dom.js";

/**
 * @typedef {object} Cell A pair of agents.
 * @property {string} mr_x
 * @property {string} detectives
 * @property {number} games
 * @property {number} detective_wins
 * @property {number} [rate]
 * @property {[number, number]} [ci95]
 * @property {number} [mean_rounds]
 * @property {Record<string, number>} [capture_rounds]
 */
/**
 * @typedef {object} Job
 * @property {string} id
 * @property {"match" | "tournament"} kind
 * @property {string} rules
 * @property {string | string[]} mr_x
 * @property {string | string[]} detectives
 * @property {"queued" | "running" | "done" | "cancelled" | "failed"} state
 * @property {number} done
 * @property {number} of
 * @property {string | null} [error]
 * @property {Cell[]} [cells]
 * @property {string[]} [plots]
 */

/** @type {Record<Job["state"], string>} */
const STATES = { queued: "waits", running: "runs", done: "finished", cancelled: "stopped", failed: "failed" };

/** @param {Job} job */
export const stateOf = (job) => STATES[job.state] ?? job.state;

/** @param {number} part */
const percent = (part) => `${(part * 100).toFixed(1)} %`;

/** @param {Job} job */
export function drawJob(job) {
  const cells = (job.cells ?? []).filter(({ games }) => games > 0);
  return [
    job.error ? h("p.fault", {}, job.error) : null,
    cells.length
      ? h(
          "div.card",
          {},
          h("h2", {}, "Games won by the detectives"),
          h("div.scroll", { tabindex: "0", role: "region", "aria-label": "Cross table" }, crossTable(cells)),
        )
      : null,
    cells.length
      ? h("div.card", {}, h("h2", {}, "When they won"), h("div.histograms", {}, cells.map(histogram)))
      : null,
    job.plots?.length
      ? h(
          "div.card",
          {},
          h("h2", {}, "Plots"),
          h(
            "div.plots",
            {},
            job.plots.map((name) =>
              h(
                "a",
                { href: plotUrl(job.id, name), target: "_blank", rel: "noopener" },
                h("img", { src: plotUrl(job.id, name), alt: `Plot: ${name.replaceAll("-", " ")}`, loading: "lazy" }),
              ),
            ),
          ),
        )
      : null,
  ];
}

/** @param {string} id @param {string} name */
const plotUrl = (id, name) =>
  `/api/lab/jobs/${encodeURIComponent(id)}/plots/${encodeURIComponent(name.replace(/\.svg$/, ""))}.svg`;

/** @param {Cell[]} cells */
function crossTable(cells) {
  const columns = [...new Set(cells.map(({ mr_x }) => mr_x))];
  const rows = [...new Set(cells.map(({ detectives }) => detectives))];
  return h(
    "table.cross",
    {},
    h(
      "thead",
      {},
      h(
        "tr",
        {},
        h("th", { scope: "col" }, "Detectives ↓ Mr X →"),
        columns.map((name) => h("th", { scope: "col" }, name)),
      ),
    ),
    h(
      "tbody",
      {},
      rows.map((row) =>
        h(
          "tr",
          {},
          h("th", { scope: "row" }, row),
          columns.map((column) => {
            const cell = cells.find(({ mr_x, detectives }) => mr_x === column && detectives === row);
            if (!cell) return h("td", {}, "–");
            const rate = cell.rate ?? cell.detective_wins / cell.games;
            const place = h(
              "td",
              {},
              h("b", {}, percent(rate)),
              cell.ci95 ? h("small", {}, `${percent(cell.ci95[0])} – ${percent(cell.ci95[1])}`) : null,
              h("small", {}, `${cell.detective_wins} of ${cell.games}`),
            );
            place.style.setProperty("--rate", String(rate));
            return place;
          }),
        ),
      ),
    ),
  );
}

const [WIDE, HIGH] = [260, 96];

/** Captures by slot. @param {Cell} cell */
function histogram({ mr_x, detectives, capture_rounds = {}, mean_rounds }) {
  const slots = Object.entries(capture_rounds).map(([slot, count]) => [Number(slot), count]);
  const last = Math.max(24, ...slots.map(([slot]) => slot));
  const most = Math.max(1, ...slots.map(([, count]) => count));
  const step = WIDE / (last + 1);
  return h(
    "figure.histogram",
    {},
    s(
      "svg",
      {
        viewBox: `0 0 ${WIDE} ${HIGH + 14}`,
        role: "img",
        "aria-label": `Captures by slot, ${detectives} against ${mr_x}`,
      },
      s("path.axis", { d: `M0 ${HIGH}H${WIDE}` }),
      slots.map(([slot, count]) =>
        s(
          "rect.bar",
          {
            x: slot * step,
            y: HIGH - (count / most) * (HIGH - 8),
            width: Math.max(1, step - 1.5),
            height: (count / most) * (HIGH - 8),
          },
          s("title", {}, `slot ${slot}: ${count}`),
        ),
      ),
      [1, Math.round(last / 2), last].map((slot) => s("text", { x: slot * step + step / 2, y: HIGH + 12 }, slot)),
    ),
    h(
      "figcaption",
      {},
      `${detectives} against ${mr_x}`,
      mean_rounds === undefined ? null : h("span.quiet", {}, `, ${mean_rounds.toFixed(1)} slots a game`),
    ),
  );
}
