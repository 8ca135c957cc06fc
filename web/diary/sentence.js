// A finished game in one sentence, as one would write it into a diary. Pure.

import { byCode, t } from "../lib/i18n.js";
import { calledHere } from "../lib/opponents.js";
import { seatName } from "../lib/seats.js";

/** @typedef {import("./entries.js").Entry} Entry */

/** More stations than this, and nobody was close. */
const CLOSE = 6;

/** Who played the other side. @param {Entry} entry */
export const otherOf = ({ other, side }) => calledHere(other) || seatName(side === "mr_x" ? "detectives" : "mr_x");

/** @param {Entry} entry */
export function sentence(entry) {
  const { side, reason, slot, facts } = entry;
  const params = { who: otherOf(entry), round: slot };
  const closest = facts?.closest ?? null;
  if (reason === "escaped" && facts) {
    if (closest === null || closest > CLOSE) return t(`diary.${side}.far`, params);
    return t(`diary.${side}.close`, { ...params, round: facts.round ?? slot, n: closest });
  }
  return byCode(`diary.${side}.${reason}`, reason, params);
}
