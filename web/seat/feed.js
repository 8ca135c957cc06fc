// The feed of moves: who went where, round by round. A click looks at that round again.

import { h } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { detectiveSeat } from "../lib/seats.js";
import { rowText } from "./history.js";
import { pieceDot } from "./signs.js";

/** @typedef {import("./history.js").Row} Row */

/**
 * @param {Row[]} rows
 * @param {(round: number) => void} onround
 * @param {number | null} looked the round that is looked at
 */
export function drawFeed(rows, onround, looked) {
  const rounds = [...new Set(rows.map(({ round }) => round))].reverse();
  if (rounds.length === 0) return null;
  return h(
    "section.feed",
    { "aria-label": t("feed.title") },
    h("h3", {}, t("feed.title")),
    h(
      "ol.feed-rounds",
      {},
      rounds.map((round) =>
        h(
          "li",
          {},
          h(
            "button.feed-round",
            {
              "data-round": round,
              "aria-pressed": String(round === looked),
              title: t("feed.look"),
              onclick: () => onround(round),
            },
            h("span.feed-number", {}, roundTitle(rows, round)),
            h("span.feed-moves", {}, rows.filter((row) => row.round === round).map(feedRow)),
          ),
        ),
      ),
    ),
  );
}

/** A double move fills two rounds. @param {Row[]} rows @param {number} round the last of them */
function roundTitle(rows, round) {
  const double = rows.some((row) => row.round === round && row.detective === null && row.rides.length > 1);
  return double ? t("feed.rounds", { first: round - 1, last: round }) : t("feed.round", { round });
}

/** @param {Row} row */
function feedRow(row) {
  const kind = row.detective === null ? "mr_x" : detectiveSeat(row.detective);
  return h(`span.feed-row${row.seen === null ? "" : ".seen-row"}`, {}, pieceDot(kind), h("span", {}, rowText(row)));
}
