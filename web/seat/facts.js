// What a finished game is remembered for: the turning point, the closest escape, near misses. Told after the end only.

import { api } from "../lib/api.js";
import { h } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { icon } from "../lib/icons.js";
import { messageText } from "../lib/message_text.js";
import { follow } from "./analysis.js";

/** @typedef {import("../lib/types").Facts} Facts */

/** Near misses that are told. */
const MISSES = 3;

/**
 * @param {import("../lib/types").SeatKey} seat
 * @param {Element} watched
 * @param {(facts: Facts) => void} ondata
 */
export const followFacts = ({ id, token }, watched, ondata) =>
  follow(
    () => api.facts(id, token),
    watched,
    ondata,
    () => {},
  );

/** @param {Facts} facts */
export function drawHighlights({ turning_point: turn, closest_escape: flight, near_misses: misses }) {
  const rows = [
    ...(turn ? [{ sign: /** @type {const} */ ("turn"), title: t("facts.turn"), text: messageText(turn.message) }] : []),
    ...(flight
      ? [{ sign: /** @type {const} */ ("escape"), title: t("facts.escape"), text: messageText(flight.message) }]
      : []),
    // The closest escape is not told twice.
    ...misses
      .filter(({ round }) => round !== flight?.round)
      .slice(0, MISSES)
      .map(({ message }) => ({
        sign: /** @type {const} */ ("near"),
        title: t("facts.near"),
        text: messageText(message),
      })),
  ];
  if (rows.length === 0) return null;
  return h(
    "ul.highlights",
    { "aria-label": t("facts.title") },
    rows.map(({ sign, title, text }) =>
      h(`li.highlight.${sign}`, {}, icon(sign), h("span", {}, h("b", {}, title), h("span", {}, text))),
    ),
  );
}
