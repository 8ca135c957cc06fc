// One match or tournament of the lab: cross table, capture rounds, plots.

import { plotPath } from "../lib/api.js";
import { h, s } from "../lib/dom.js";
import { number, t } from "../lib/i18n.js";
import { percent } from "../lib/text.js";
import { captureBars, crossTable, winRate } from "./results.js";

/** @typedef {import("./results.js").Cell} Cell */
/** @typedef {import("./results.js").Job} Job */

/** The size of a histogram. */
const SIZE = { width: 260, height: 96 };

/** @param {Job} job */
export function drawJob(job) {
  const cells = (job.cells ?? []).filter(({ games }) => games > 0);
  return [
    job.error ? h("p.fault", {}, job.error) : null,
    cells.length
      ? h(
          "div.card",
          {},
          h("h2", {}, t("lab.won")),
          h("div.scroll", { tabindex: "0", role: "region", "aria-label": t("lab.cross") }, drawCrossTable(cells)),
        )
      : null,
    cells.length
      ? h("div.card", {}, h("h2", {}, t("lab.when")), h("div.histograms", {}, cells.map(drawHistogram)))
      : null,
    job.plots?.length
      ? h(
          "div.card",
          {},
          h("h2", {}, t("lab.plots")),
          h(
            "div.plots",
            {},
            job.plots.map((name) =>
              h(
                "a",
                { href: plotPath(job.id, name), target: "_blank", rel: "noopener" },
                h("img", {
                  src: plotPath(job.id, name),
                  alt: t("lab.plot", { name: name.replaceAll("-", " ") }),
                  loading: "lazy",
                }),
              ),
            ),
          ),
        )
      : null,
  ];
}

/** @param {Cell[]} cells */
function drawCrossTable(cells) {
  const { columns, rows } = crossTable(cells);
  return h(
    "table.cross",
    {},
    h(
      "thead",
      {},
      h(
        "tr",
        {},
        h("th", { scope: "col" }, t("lab.cross.corner")),
        columns.map((name) => h("th", { scope: "col" }, name)),
      ),
    ),
    h(
      "tbody",
      {},
      rows.map((row) => h("tr", {}, h("th", { scope: "row" }, row.name), row.cells.map(drawCell))),
    ),
  );
}

/** @param {Cell | null} cell */
function drawCell(cell) {
  if (!cell) return h("td", {}, "–");
  const rate = winRate(cell);
  const place = h(
    "td",
    {},
    h("b", {}, percent(rate)),
    cell.ci95 ? h("small", {}, `${percent(cell.ci95[0])} – ${percent(cell.ci95[1])}`) : null,
    h("small", {}, t("lab.wins", { wins: cell.detective_wins, games: cell.games })),
  );
  place.style.setProperty("--rate", String(rate));
  return place;
}

/** @param {Cell} cell */
function drawHistogram(cell) {
  const { bars, labels } = captureBars(cell, SIZE);
  const { mr_x, detectives, mean_rounds } = cell;
  const pair = t("lab.against", { detectives, mrX: mr_x });
  return h(
    "figure.histogram",
    {},
    s(
      "svg",
      {
        viewBox: `-10 0 ${SIZE.width + 20} ${SIZE.height + 16}`,
        role: "img",
        "aria-label": t("lab.captures", { detectives, mrX: mr_x }),
      },
      s("path.axis", { d: `M0 ${SIZE.height}H${SIZE.width}` }),
      bars.map(({ slot, count, ...shape }) => s("rect.bar", shape, s("title", {}, t("lab.bar", { slot, count })))),
      labels.map(({ slot, x }) => s("text", { x, y: SIZE.height + 12 }, slot)),
    ),
    h(
      "figcaption",
      {},
      mean_rounds === undefined
        ? pair
        : t("lab.mean", { pair, slots: number(mean_rounds, { maximumFractionDigits: 1 }) }),
    ),
  );
}
