// Who sits at the table besides this seat. Pure.

import { detectivesOf } from "../lib/seats.js";

/** @typedef {import("../lib/types").View} View */

/** The detectives whom this seat moves. @param {View} view */
const own = (view) => detectivesOf(view.seat, view.stations.detectives.length);

/** What the person of this seat is called; null for those who watch. @param {View} view */
export function ownName(view) {
  if (view.seat === "mr_x") return view.names.mr_x;
  const [first] = own(view);
  return first === undefined ? null : (view.names.detectives[first - 1] ?? "");
}

/** Whether other people sit at this table. @param {View} view */
export function hasCompany(view) {
  const { kinds } = view;
  if (!kinds) return false;
  const mine = own(view);
  const others = kinds.detectives.filter((kind, i) => kind === "human" && !mine.includes(i + 1)).length;
  return others > 0 || (view.seat !== "mr_x" && kinds.mr_x === "human");
}
