// What the table decides on together, in words. Pure.

import { t } from "../lib/i18n.js";
import { seatName } from "../lib/seats.js";

/** @typedef {import("../lib/types").View} View */
/** @typedef {import("../lib/types").Proposal} Proposal */

/** One line: who asks for what, and how many agree. @param {Proposal} proposal @param {string} seat this person's */
export function proposalText({ what, by, agreed, needed }, seat) {
  const who = by === seat ? "you" : by === "detectives" ? "team" : "one";
  return t(`vote.${who}`, { who: seatName(by), wish: t(`vote.wish.${what}`), agreed, needed });
}

/**
 * Asking for the same thing is agreeing: the request and its body.
 * @param {Proposal} proposal
 * @returns {{ route: "cancel" | "resume" | "pace", body: { pace_ms?: number, paused?: boolean } }}
 */
export function agreement({ what, pace_ms }) {
  if (what === "end") return { route: "cancel", body: {} };
  if (what === "go_on") return { route: "resume", body: {} };
  return {
    route: "pace",
    body: { ...(pace_ms === null ? {} : { pace_ms }), ...(what === "pace" ? {} : { paused: what === "pause" }) },
  };
}

/** How many seats have a vote. @param {View} view */
export const voters = ({ claims = [] }) => claims.filter(({ claimed }) => claimed).length;

/** The seat that is to move, if nobody has sat down there. @param {View} view @returns {string | null} */
export function emptySeat({ turn, to_move, claims = [] }) {
  const free = claims.filter(({ claimed }) => !claimed).map(({ seat }) => seat);
  const team = turn !== "mr_x" && turn !== "over" && free.includes("detectives");
  return free.includes(turn) ? turn : team && to_move.length > 0 ? "detectives" : null;
}
