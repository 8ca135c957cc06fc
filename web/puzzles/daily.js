// The puzzle of the day: the same for everybody, by the date alone.

import { dayOf, daysInARow } from "../lib/days.js";
import { h } from "../lib/dom.js";
import { locale, t } from "../lib/i18n.js";
import { icon } from "../lib/icons.js";
import { memory } from "../lib/store.js";
import { noProgress } from "./progress.js";

/** @typedef {import("./progress.js").Progress} Progress */

/** What this browser remembers of puzzles. @returns {Progress} */
export const readProgress = () => ({ ...noProgress(), ...memory.read("puzzles", {}) });

/** @param {Progress} progress */
export const writeProgress = (progress) => memory.write("puzzles", progress);

/** A day in words: "Wednesday, 18 November". @param {string} day */
export const dayText = (day) =>
  new Date(`${day}T12:00:00`).toLocaleDateString(locale(), { weekday: "long", day: "numeric", month: "long" });

/** The last seven days, and on which of them the puzzle was solved. @param {Progress} progress @param {string} today */
function week(progress, today) {
  const days = Array.from({ length: 7 }, (_, i) => {
    const moment = new Date(`${today}T12:00:00`);
    moment.setDate(moment.getDate() - 6 + i);
    return moment;
  });
  return h(
    "ol.week",
    { "aria-label": t("puzzle.week") },
    days.map((moment) => {
      const day = dayOf(moment);
      const solved = progress.days.includes(day);
      const name = moment.toLocaleDateString(locale(), { weekday: "long" });
      return h(
        `li${solved ? ".day-done" : ""}${day === today ? ".today" : ""}`,
        {},
        h("span", { "aria-hidden": "true" }, moment.toLocaleDateString(locale(), { weekday: "narrow" })),
        h(
          "b",
          { role: "img", "aria-label": t(solved ? "puzzle.week.solved" : "puzzle.week.open", { day: name }) },
          solved ? "✓" : "",
        ),
      );
    }),
  );
}

/**
 * The card that leads to the puzzle of the day.
 * @param {Progress} progress
 * @param {string} [today]
 */
export function dailyCard(progress, today = dayOf()) {
  const row = daysInARow(progress.days, today);
  const solved = progress.days.includes(today);
  return h(
    "section.daily",
    { "aria-label": t("puzzle.daily") },
    h(
      "div.daily-text",
      {},
      h("p.eyebrow", {}, dayText(today)),
      h("h2", {}, t("puzzle.daily")),
      h("p.quiet", {}, solved ? t("puzzle.daily.solved") : t("puzzle.daily.text")),
      row > 0 ? h("p.daily-row", {}, icon("flame"), t("puzzle.daily.row", { n: row })) : null,
    ),
    week(progress, today),
    h(
      `a.button${solved ? "" : ".primary"}`,
      { href: "#/puzzles/daily" },
      t(solved ? "puzzle.daily.again" : "puzzle.daily.go"),
    ),
  );
}
