// How far the game is: the round, Mr X's last tickets, and when he surfaces.

import { h } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { TICKET } from "../lib/tickets.js";
import { ticketSign } from "./signs.js";
import { lastEntries, seenText, surfacingText } from "./view.js";

/** @typedef {import("../lib/types").View} View */

/** What Mr X laid down last. @param {View} view */
function lastTickets(view) {
  const entries = lastEntries(view).filter(({ ticket }) => TICKET[ticket]);
  if (entries.length === 0 || view.outcome) return null;
  const double = entries.length > 1;
  return h(
    "p.last-tickets",
    {},
    t(view.seat === "mr_x" ? "status.mr_x.own" : "status.mr_x"),
    double ? ticketSign("double") : null,
    entries.map(({ ticket }) => ticketSign(TICKET[ticket], !double)),
  );
}

/** @param {View} view */
export function drawStatus(view) {
  const seen = seenText(view);
  return h(
    "div.rounds",
    {},
    h(
      "div.round",
      {},
      h("span.round-now", {}, Math.min(view.slot + (view.turn === "mr_x" ? 1 : 0), view.slots)),
      h("span.round-of", {}, t("status.of", { slots: view.slots })),
    ),
    h(
      "div.round-text",
      {},
      h("p.surfacing-text", {}, surfacingText(view)),
      lastTickets(view),
      seen ? h("p.quiet", {}, seen) : null,
    ),
  );
}

/** What everybody should know who trusts this game. @param {View} view */
export const warnings = ({ seed_chosen: chosen, both_sides: both }) => [
  chosen ? h("p.mark", { title: t("status.seed.title") }, t("status.seed")) : null,
  both ? h("p.mark", {}, t("status.both")) : null,
];
