// The slots of the travel log. Pure.

import { t } from "../lib/i18n.js";
import { TICKET, ticketName } from "../lib/tickets.js";

/** @typedef {import("../lib/types").View} View */
/** @typedef {import("../lib/types").LogEntry} LogEntry */
/** @typedef {import("../lib/types").Ticket} Ticket */
/**
 * @typedef {object} Slot
 * @property {number} slot
 * @property {Ticket | null} ticket
 * @property {number | null} station
 * @property {boolean} open Everybody knows the station.
 * @property {boolean} surfaces Mr X shows himself here.
 * @property {boolean} untold It is filled, but nobody is told with what.
 * @property {string} classes for the style sheets
 * @property {string} text for screen readers
 */

/** Whether a slot is the first step of its double move. @param {LogEntry[]} log @param {number} slot */
export function isFirstOfPair(log, slot) {
  let run = 0;
  for (let i = slot - 1; i > 0 && log[i - 1].double; i--) run++;
  return run % 2 === 0;
}

/** @param {Pick<View, "log" | "slot" | "slots" | "surfacings" | "outcome" | "way">} view @returns {Slot[]} */
export function slotsOf(view) {
  return Array.from({ length: view.slots }, (_, i) => {
    const slot = i + 1;
    const entry = view.log[i];
    const surfaces = view.surfacings.includes(slot);
    const ticket = entry ? (TICKET[entry.ticket] ?? null) : null;
    const untold = Boolean(entry && !ticket);
    const station = entry?.station ?? (entry ? view.way?.[slot] : null) ?? null;
    const joined = entry?.double && view.log[slot]?.double && isFirstOfPair(view.log, slot);
    const classes = [
      "slot",
      surfaces && "surfacing",
      ticket,
      untold && "untold",
      joined && "joined",
      entry?.double && view.log[i - 1]?.double && !isFirstOfPair(view.log, slot) && "joined-end",
      slot === view.slot + 1 && !view.outcome && "next",
      slot === view.slot && "latest",
    ];
    const text = [
      t("slot.name", { slot }),
      surfaces && t("slot.surfaces"),
      ticket ? ticketName(ticket) : t(untold ? "slot.untold" : "slot.empty"),
      station && t("slot.at", { station }),
    ];
    return {
      slot,
      ticket,
      station,
      open: Boolean(entry?.station),
      surfaces,
      untold,
      classes: classes.filter(Boolean).join(" "),
      text: text.filter(Boolean).join(", "),
    };
  });
}
