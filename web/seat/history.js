// What happened so far, move by move, as one seat knows it. Pure.

import { t } from "../lib/i18n.js";
import { parseMove } from "../lib/moves.js";
import { detectiveNumber } from "../lib/seats.js";
import { rideName } from "../lib/tickets.js";

/** @typedef {import("../lib/types").View} View */
/** @typedef {import("../lib/types").Ticket} Ticket */
/** @typedef {{ from: number | null, to: number | null, ticket: Ticket }} Ride */
/**
 * @typedef {object} Row
 * @property {number} ply from 0
 * @property {number} round the slot of the log in which it was
 * @property {number | null} detective his number, or null for Mr X
 * @property {Ride[]} rides none for a pass
 * @property {number | null} seen where Mr X showed himself
 */

/** The detectives' start stations in a record. @param {string} record @returns {number[] | null} */
export function startsOf(record) {
  const line = /^start\s+\S+\s+(.+)$/m.exec(record.replaceAll(/\s#.*$/gm, ""));
  const starts = line?.[1].trim().split(/\s+/).map(Number);
  return starts?.every((station) => Number.isInteger(station)) ? starts : null;
}

/** The slot of the log in which a move was made. @param {View["moves"]} moves @param {number} ply from 0 */
export function roundOf(moves, ply) {
  const his = moves.slice(0, ply + 1).filter(({ by }) => by === "mr_x");
  return his.reduce((sum, { move }) => sum + (parseMove(move)?.steps.length ?? 1), 0);
}

/**
 * Every move with where it began.
 * @param {Pick<View, "moves" | "log" | "surfacings" | "way">} view
 * @param {number[] | null} starts of the detectives
 * @returns {Row[]}
 */
export function historyOf({ moves, log, surfacings, way }, starts) {
  /** @type {(number | null)[]} */
  const at = [...(starts ?? [])];
  let slot = 0;
  return moves.map(({ by, move }, ply) => {
    const parsed = parseMove(move);
    if (by === "mr_x") {
      const first = slot;
      const rides = (parsed?.steps ?? []).map(({ ticket, to }, i) => ({
        from: way?.[first + i] ?? null,
        to: to ?? way?.[first + i + 1] ?? null,
        ticket,
      }));
      slot += Math.max(1, rides.length);
      const seen = log.slice(first, slot).find((entry) => entry.station !== null && surfacings.includes(entry.slot));
      return { ply, round: slot, detective: null, rides, seen: seen?.station ?? null };
    }
    const detective = detectiveNumber(by) ?? parsed?.by ?? 0;
    const rides = (parsed?.steps ?? []).map(({ ticket, to }) => ({ from: at[detective - 1] ?? null, to, ticket }));
    if (rides.length > 0) at[detective - 1] = rides[0].to;
    return { ply, round: Math.max(1, slot), detective, rides, seen: null };
  });
}

/** One ride in a few signs: "taxi 86 → 116". @param {Ride} ride */
function rideText({ from, to, ticket }) {
  const ride = rideName(ticket);
  if (to === null) return ride;
  return from === null ? t("feed.to", { ride, to }) : t("feed.ride", { ride, from, to });
}

/** A row in words: "1: taxi 86 → 116". @param {Row} row */
export function rowText({ detective, rides, seen }) {
  const who = detective === null ? t("feed.mr_x") : String(detective);
  if (rides.length === 0) return t("feed.pass", { who });
  const text = rides.map(rideText).join(", ");
  const move = rides.length > 1 ? t("feed.double", { rides: text }) : text;
  return seen === null ? t("feed.row", { who, move }) : t("feed.seen", { who, move, station: seen });
}

/**
 * Where everybody stood after a round, and what was ridden in it.
 * @param {Row[]} rows
 * @param {number} round
 * @param {number[] | null} starts
 */
export function atRound(rows, round, starts) {
  /** @type {(number | null)[]} */
  const detectives = [...(starts ?? [])];
  for (const { detective, rides, round: when } of rows) {
    if (detective !== null && rides.length > 0 && when <= round) detectives[detective - 1] = rides[0].to;
  }
  const his = rows.filter(({ detective, round: when }) => detective === null && when <= round).at(-1);
  const here = rows.filter((row) => row.round === round);
  return { detectives, mrX: his?.rides.at(-1)?.to ?? null, rows: here };
}
