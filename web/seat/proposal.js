// What the table decides on together, in words. Pure.

import { seatName } from "../lib/seats.js";

/** @typedef {import("../lib/types").View} View */
/** @typedef {import("../lib/types").Proposal} Proposal */

/** @type {Record<Proposal["what"], string>} */
const WISH = {
  end: "to end this game",
  go_on: "to go on with this game",
  pause: "to pause the game",
  continue: "to go on after the pause",
  pace: "to change the speed of the agents",
};

/** One line: who asks for what, and how many agree. @param {Proposal} proposal @param {string} seat this person's */
export function proposalText({ what, by, agreed, needed }, seat) {
  const who = by === seat ? "You ask" : `${seatName(by)} ${by === "detectives" ? "ask" : "asks"}`;
  return `${who} ${WISH[what]}: ${agreed} of ${needed} votes.`;
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
