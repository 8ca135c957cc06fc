// Questions that a view answers. Pure.

import { byCode, t } from "../lib/i18n.js";
import { endOf, hideStations, moveText, parseMove } from "../lib/moves.js";
import { detectiveNumber, detectiveSeat, isOwnMove, isWatching, pieceClass, seatName } from "../lib/seats.js";
import { TICKET } from "../lib/tickets.js";
import { hasCompany } from "./people.js";

/** @typedef {import("../lib/types").View} View */
/** @typedef {import("../lib/types").Ticket} Ticket */
/** @typedef {import("../lib/types").LogEntry} LogEntry */

/** Where a piece stands, as far as this seat knows. @param {View} view @param {string} piece @returns {number | null} */
export function stationOf({ stations }, piece) {
  if (piece === "mr_x") return stations.mr_x;
  const number = detectiveNumber(piece);
  return number === null ? null : (stations.detectives[number - 1] ?? null);
}

/**
 * The piece that is to move.
 * @param {View} view
 * @param {number | null} by the detective that the person has chosen, where they move in any order
 */
export const pieceToMove = ({ turn }, by) => (by !== null && turn !== "mr_x" ? detectiveSeat(by) : turn);

/** Where the last move went, if this seat knows. @param {View} view */
export const lastStation = ({ moves }) => (moves.length > 0 ? endOf(moves[moves.length - 1].move) : null);

/**
 * The steps that the last move made on the map.
 * @param {View} before
 * @param {View} view the view after it
 * @returns {{ piece: string, kind: string, steps: { from: number, to: number, ticket: Ticket }[] } | null} null for a
 *   pass, and where nothing is known of the move
 */
export function lastRide(before, view) {
  const last = view.moves.at(-1);
  const move = last ? parseMove(last.move) : null;
  if (!last || !move) return null;
  const moved = view.stations.detectives.findIndex((at, i) => at !== before.stations.detectives[i]);
  if (last.by !== "mr_x" && moved < 0) return null;
  const piece = last.by === "mr_x" ? "mr_x" : detectiveSeat(moved + 1);
  let from = stationOf(before, piece);
  const steps = [];
  for (const { to, ticket } of move.steps) {
    if (from !== null && to !== null) steps.push({ from, to, ticket });
    from = to;
  }
  return { piece, kind: pieceClass(piece), steps };
}

/**
 * The arrows of a move that somebody proposes.
 * @param {View} view
 * @param {import("../lib/moves.js").Move} move
 */
export function arrowsOf(view, move) {
  let from = stationOf(view, pieceToMove(view, move.by));
  const arrows = [];
  for (const { to } of move.steps) {
    if (from !== null && to !== null) arrows.push({ from, to });
    from = to;
  }
  return arrows;
}

/**
 * The moves as one side heard of them.
 * @param {import("../lib/types").Side} side
 * @param {View["moves"]} moves
 */
export const movesSeenBy = (side, moves) =>
  moves.map((move) => (side === "mr_x" || move.by !== "mr_x" ? move : { ...move, move: hideStations(move.move) }));

/** Where Mr X's piece goes, and the mark of where he was seen. @param {Pick<View, "stations" | "slot">} view */
export function shownMrX({ stations: { mr_x: at, mr_x_seen: seen }, slot }) {
  // He who has just surfaced is where he was seen.
  const now = at ?? (seen?.slot === slot ? seen.station : null);
  return { now, seen: now === null && seen ? seen.station : null };
}

/** The way of Mr X as far as a view knows it. @param {View} view */
export const wayOf = ({ way, log }) =>
  (way ?? []).map((station, slot) => ({
    station,
    slot,
    ticket: slot === 0 ? null : (TICKET[log[slot - 1]?.ticket] ?? null),
  }));

/** The entries that Mr X's last move wrote: two for a double move. @param {View} view @returns {LogEntry[]} */
export function lastEntries({ log }) {
  const [before, last] = [log.at(-2), log.at(-1)];
  if (!last) return [];
  return last.double && before?.double ? [before, last] : [last];
}

/** Whether the log begins in the middle of a game, as in a puzzle: what was before is not told. @param {LogEntry[]} log */
export const isUntold = (log) => log.some(({ ticket }) => !TICKET[ticket]);

/** When he surfaces next. @param {View} view */
export function surfacingText({ outcome, next_surfacing: next, slot, surfacings, seat }) {
  if (outcome) return "";
  if (next === null) return surfacings.length ? t("status.surfacing.none") : t("status.surfacing.never");
  return t(seat === "mr_x" ? "status.surfacing.own" : "status.surfacing", { n: next - slot });
}

/** Where he was seen last. @param {View} view @returns {string | null} */
export function seenText({ outcome, log, seat, stations: { mr_x_seen: seen } }) {
  const own = seat === "mr_x";
  if (!seen) return outcome || isUntold(log) ? null : t(own ? "status.unseen.own" : "status.unseen");
  if (seen.slot === 0) return t("status.started", { station: seen.station });
  return t(own ? "status.seen.own" : "status.seen", seen);
}

/** The last move, for those who cannot see the map. @param {View} view @returns {string | null} */
export function lastMoveText(view) {
  const { moves, stations, slot, outcome, your_turn } = view;
  const seen = stations.mr_x_seen;
  const last = moves.at(-1);
  if (!last) return null;
  const said = { who: seatName(last.by), move: moveText(last.move) };
  const shown = last.by === "mr_x" && seen?.slot === slot;
  const text = shown ? t("said.seen", { ...said, station: seen.station }) : t("said.move", said);
  return `${text} ${outcome ? outcomeText(view) : your_turn ? turnText(view) : ""}`;
}

/** Whose turn it is, to the person who is to move. @param {View} view */
export function turnText({ turn }) {
  return detectiveNumber(turn) === null ? t("said.your_turn") : t("said.your_turn.who", { who: seatName(turn) });
}

/** How it ended, in a sentence. @param {Pick<View, "outcome" | "moves">} view */
export function outcomeText({ outcome, moves }) {
  if (!outcome) return "";
  const last = moves.at(-1);
  const { reason, text } = outcome;
  if (reason !== "captured") return byCode(`outcome.${reason}`, text);
  const station = last && last.by !== "mr_x" ? endOf(last.move) : null;
  return last && station !== null ? t("outcome.captured", { who: seatName(last.by), station }) : t("outcome.ran_into");
}

/** The map, for those who cannot see it. @param {View} view @param {number} targets that can be reached */
export function mapText({ stations }, targets) {
  const detectives = stations.detectives.map((station, i) => t("map.detective", { number: i + 1, station })).join(", ");
  const mrX = stations.mr_x === null ? t("map.hidden") : t("map.mr_x", { station: stations.mr_x });
  return `${t("map.text", { mrX, detectives })} ${targets ? t("map.text.targets", { n: targets }) : ""}`;
}

/** The end in a few words. @param {View} view */
export function headline({ outcome, seat }) {
  const detectivesWon = outcome?.winner === "detectives";
  if (isWatching(seat)) return detectivesWon ? t("end.won.watch.detectives") : t("end.won.watch.mr_x");
  if (seat === "mr_x") return detectivesWon ? t("end.lost.mr_x") : t("end.won.mr_x");
  return detectivesWon ? t("end.won.detectives") : t("end.lost.detectives");
}

/** Whether this seat has a move to take back. @param {View} view */
export function canUndo(view) {
  if (isWatching(view.seat) || view.state === "cancelled") return false;
  // The end has shown Mr X: only one who plays alone may go on from there.
  if (view.outcome && hasCompany(view)) return false;
  return view.moves.some(({ by }) => isOwnMove(view.seat, by));
}
