// Statistics of this person: by side, level and edition, rows of wins, and aims.

import { h, s } from "../lib/dom.js";
import { byCode, number, t } from "../lib/i18n.js";
import { achievements, rows, tallies, tally } from "./statistics.js";

/** @typedef {import("./entries.js").Entry} Entry */
/** @typedef {import("./statistics.js").Tally} Tally */
/** @typedef {import("./statistics.js").Achievement} Achievement */

/** From the weakest to the strongest. */
const LEVELS = ["beginner", "easy", "medium", "hard", "best"];

/** @param {Tally} tally */
const rate = ({ games, wins }) => (games ? number(wins / games, { style: "percent", maximumFractionDigits: 0 }) : "–");

/** @param {string | number} value @param {string} label */
const figure = (value, label) => h("div.figure", {}, h("b", {}, String(value)), h("span", {}, label));

/** Won and lost as a bar with its numbers. @param {Tally} tally */
function bar(tally) {
  if (tally.games === 0) return h("span.quiet", {}, "–");
  const won = h("span.tally-bar");
  won.style.setProperty("inline-size", `${(tally.wins / tally.games) * 100}%`);
  return h(
    "span.tally",
    {},
    h("span.tally-track", { "aria-hidden": "true" }, won),
    h("span", {}, t("numbers.won", { wins: tally.wins, games: tally.games })),
  );
}

/**
 * @param {string} title
 * @param {ReturnType<typeof tallies>} lines
 * @param {(key: string | null) => string} name
 */
function table(title, lines, name) {
  if (lines.length === 0) return null;
  const head = [title, t("side.mr_x"), t("side.detectives")];
  return h(
    "div.scroll",
    {},
    h(
      "table.numbers",
      {},
      h(
        "thead",
        {},
        h(
          "tr",
          {},
          head.map((text) => h("th", { scope: "col" }, text)),
        ),
      ),
      h(
        "tbody",
        {},
        lines.map(({ key, mr_x, detectives }) =>
          h("tr", {}, h("th", { scope: "row" }, name(key)), h("td", {}, bar(mr_x)), h("td", {}, bar(detectives))),
        ),
      ),
    ),
  );
}

/** A medal, drawn by us: full when it is reached. @param {boolean} done */
export const medal = (done) =>
  s(
    `svg.medal${done ? ".done" : ""}`,
    { viewBox: "0 0 40 48", "aria-hidden": "true" },
    s("path.ribbon", { d: "M11 2H18L23 18H16ZM29 2H22L17 18H24Z" }),
    s("circle", { cx: 20, cy: 30, r: 14 }),
    s("path.star", {
      d: "M20 21L22.600 26.600L28.700 27.200L24.100 31.200L25.500 37.200L20 34L14.500 37.200L15.900 31.200L11.300 27.200L17.400 26.600Z",
    }),
  );

/** @param {Achievement} aim */
const aimRow = ({ id, done, have, of }) =>
  h(
    `li.aim${done ? ".done" : ""}`,
    {},
    medal(done),
    h(
      "div",
      {},
      h("b", {}, byCode(`aim.${id}`, id)),
      h("p.quiet", {}, byCode(`aim.${id}.text`, "")),
      h("p.aim-state", {}, done ? t("aim.done") : of > 1 ? t("aim.so_far", { have, of }) : t("aim.open")),
    ),
  );

/** @param {string | null} level */
const levelName = (level) => (level === null ? t("numbers.people") : byCode(`level.${level}`, level));

/**
 * @param {Entry[]} entries
 * @param {import("../lib/rooms").PuzzlesDone} puzzles
 * @param {string} today
 */
export function numbersPage(entries, puzzles, today) {
  const all = tally(entries);
  const { row, best } = rows(entries);
  const solved = Object.keys(puzzles.solved).length;
  const byLevel = tallies(entries, ({ level, alone }) => (alone ? level : null)).sort(
    (a, b) => LEVELS.indexOf(a.key ?? "") - LEVELS.indexOf(b.key ?? ""),
  );
  return h(
    "div.numbers-page",
    {},
    h(
      "div.figures",
      {},
      figure(all.games, t("numbers.games", { n: all.games })),
      figure(rate(all), t("numbers.rate")),
      figure(row, t("numbers.row", { best })),
      figure(solved, t("numbers.puzzles", { n: solved })),
    ),
    entries.length === 0 ? h("p.quiet", {}, t("numbers.none")) : null,
    table(t("numbers.level"), byLevel, levelName),
    table(
      t("numbers.edition"),
      tallies(entries, ({ rules }) => rules),
      (rules) => byCode(`rules.${rules}`, rules ?? ""),
    ),
    h("section.aims", {}, h("h2", {}, t("aims.title")), h("ul", {}, achievements(entries, puzzles, today).map(aimRow))),
  );
}
