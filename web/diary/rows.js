// The rows of the list of games: a sentence each, and what can be done with it.

import { replayAddress, resumeAddress, tokenOf } from "../lib/addresses.js";
import { h } from "../lib/dom.js";
import { byCode, locale, t } from "../lib/i18n.js";
import { calledInLine } from "../lib/opponents.js";
import { heldGame } from "../lib/store.js";
import { timeAgo } from "../lib/time.js";
import { sentence } from "./sentence.js";

/** @typedef {import("../lib/types").GameLine} GameLine */
/** @typedef {import("../lib/store.js").HeldGame} HeldGame */
/** @typedef {import("./entries.js").Entry} Entry */

/** When a game was touched last, in milliseconds. @param {GameLine} game */
export function touchedAt({ touched }) {
  if (typeof touched === "number") return touched * (touched < 1e11 ? 1000 : 1);
  return Date.parse(touched);
}

/** The day over a part of the diary. @param {GameLine} game */
export function dayHeading(game) {
  const day = new Date(touchedAt(game)).toDateString();
  const now = new Date();
  if (day === now.toDateString()) return t("diary.today");
  now.setDate(now.getDate() - 1);
  if (day === now.toDateString()) return t("diary.yesterday");
  return new Date(day).toLocaleDateString(locale(), { day: "numeric", month: "long", year: "numeric" });
}

/** How the server calls one without a name. */
const NAMELESS = "somebody";

/**
 * Who played, in the words of the person who reads: Mr X first.
 * @param {GameLine} game
 * @param {HeldGame | undefined} held
 */
export function playersOf({ names }, held) {
  const seats = Object.keys(held?.seats ?? {});
  const sides = calledInLine(names).split(" – ");
  const called = (/** @type {string} */ line, /** @type {boolean} */ own) =>
    line
      .split(", ")
      .map((name) => (name === NAMELESS ? t(own ? "diary.you" : "diary.somebody") : name))
      .join(", ");
  return sides.length === 2
    ? [called(sides[0], seats.includes("mr_x")), called(sides[1], seats.includes("detectives"))]
    : [calledInLine(names)];
}

/**
 * What happened, where the diary has no entry: for those who watched, and for games that were ended early.
 * @param {GameLine} game
 * @param {HeldGame | undefined} held
 */
function plainLine(game, held) {
  const { state, result: won } = game;
  if (state === "open") return t("diary.open");
  const [side, ...more] = Object.keys(held?.seats ?? {});
  const [his, theirs] = playersOf(game, held);
  if (state === "cancelled" && more.length === 0 && theirs && side === "mr_x")
    return t("diary.cancelled.mr_x", { who: theirs });
  if (state === "cancelled" && more.length === 0 && theirs && side === "detectives")
    return t("diary.cancelled.detectives", { who: his });
  return won ? byCode(`games.won.${won}`, won) : byCode(`games.state.${state}`, state);
}

/**
 * What is told besides: edition, who played, length, and what is not quite fair.
 * @param {GameLine} game
 * @param {HeldGame | undefined} held
 */
function small(game, held) {
  return [
    byCode(`rules.${game.rules}`, game.rules),
    playersOf(game, held).join(" – "),
    t("diary.rounds", { n: game.slots }),
    timeAgo(touchedAt(game)),
    game.reopened ? t("diary.reopened") : game.taken_back ? t("diary.back") : "",
    game.seed_chosen ? t("status.seed") : "",
  ]
    .filter(Boolean)
    .join(" · ");
}

/** The seat under which the browser keeps a token. @param {HeldGame} held @param {string} token */
const nameOf = (held, token) => Object.entries(held.seats ?? {}).find(([, known]) => known === token)?.[0];

/**
 * @param {GameLine} game
 * @param {Entry | undefined} entry
 */
export function gameRow(game, entry) {
  const held = heldGame(game.id);
  const token = held ? tokenOf(held) : null;
  // A game that was ended before its time has no replay, but can go on.
  const open = game.state === "open";
  const goesOn = open || game.state === "cancelled";
  const kind = open ? "open" : entry ? (entry.won ? "won" : "lost") : "other";
  const sign = { open: "…", won: "✓", lost: "✗", other: "·" }[kind];
  return h(
    `li.game-row.${kind}`,
    {},
    h("span.diary-sign", { "aria-hidden": "true" }, sign),
    h(
      "div.diary-text",
      {},
      h("b", {}, entry && !open ? sentence(entry) : plainLine(game, held)),
      h("p.quiet", {}, small(game, held)),
    ),
    h(
      "div.row-buttons",
      {},
      goesOn && held ? h("a.button.primary", { href: resumeAddress(held) }, t("games.go_on")) : null,
      held && token && !goesOn
        ? h("a.button", { href: replayAddress({ id: game.id, token, name: nameOf(held, token) }) }, t("more.replay"))
        : null,
    ),
  );
}
