// What a station offers, and why it can or cannot be reached. Pure.

import { byCode, orList, t } from "../lib/i18n.js";
import { holds, rideName, ticketName } from "../lib/tickets.js";

/** @typedef {import("../lib/types").View} View */
/** @typedef {import("../lib/types").BoardData} BoardData */
/** @typedef {import("../lib/types").Transport} Transport */
/** @typedef {import("../lib/types").Ticket} Ticket */

/** @type {Transport[]} */
const ORDER = ["taxi", "bus", "underground", "ferry"];

/**
 * The lines of a station: where each transport leads.
 * @param {BoardData} data
 * @param {number} station
 * @returns {{ transport: Transport, to: number[] }[]}
 */
export const linesOf = ({ lines }, station) =>
  ORDER.map((transport) => ({
    transport,
    to: lines
      .filter((line) => line.transport === transport && (line.from === station || line.to === station))
      .map(({ from, to }) => (from === station ? to : from))
      .sort((a, b) => a - b),
  })).filter(({ to }) => to.length > 0);

/** A line in words: "Bus: 23, 67". @param {{ transport: Transport, to: number[] }} line */
export const lineText = ({ transport, to }) =>
  t("station.line", { transport: ticketName(transport), stations: to.join(", ") });

/**
 * What one needs to get there, or why one does not.
 * @param {BoardData} data
 * @param {View} view
 * @param {{ from: number, who: string, station: number, offered: Ticket[] }} ride the piece that is to move
 */
export function reachText(data, view, { from, who, station, offered }) {
  if (offered.length > 0) return t("station.reach", { rides: orList(offered.map(rideName)) });
  if (station === from) return t("station.here");
  const other = view.stations.detectives.indexOf(station) + 1;
  if (other > 0) return t("station.occupied", { number: other });
  const links = linesOf(data, station).filter(({ to }) => to.includes(from));
  if (links.length === 0) return t("station.no_line", { from });
  const needed = links.map(({ transport }) => transport);
  const stock = who === "mr_x" ? view.tickets.mr_x : view.tickets.detectives[Number(who) - 1];
  if (who !== "mr_x" && needed.every((transport) => transport === "ferry")) return t("station.ferry");
  const missing = needed.map((transport) => /** @type {Ticket} */ (transport === "ferry" ? "black" : transport));
  if (missing.every((ticket) => !holds(stock?.[ticket])))
    return t("station.no_ticket", { rides: orList(missing.map((ticket) => byCode(`ride.${ticket}`, ticket))) });
  return t("station.not_now");
}
