// Small parts that both assistants show.

import { h } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { toast } from "../lib/messages.js";

/** @typedef {import("./table.js").Table<any>} Table */

/** A field for the number of a station, for those who would rather type. @param {Table} table */
export function stationField(table) {
  const field = /** @type {HTMLInputElement} */ (
    h("input", {
      type: "text",
      inputmode: "numeric",
      "aria-label": t("assist.station.label"),
      placeholder: t("assist.station"),
      autocomplete: "off",
    })
  );
  const enter = (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    const station = field.value.trim();
    if (!table.screen.board.stations.has(Number(station))) return toast(t("assist.no_station", { station }), "bad");
    field.value = "";
    table.pick(Number(station));
    field.focus();
  };
  return h("form.number-entry", { onsubmit: enter }, field, h("button", { type: "submit" }, t("assist.enter")));
}

/**
 * How far the game is: the slot that is told now, and when he shows himself.
 * @param {import("./table_log.js").TableLog} log
 * @param {import("./table.js").Phase} phase
 * @param {number | null} next
 */
export function roundLine(log, phase, next) {
  const { slots } = log.rules;
  const ahead = phase === "mr_x" || phase === "surfaced" ? 1 : 0;
  const slot = t("assist.slot", { slot: Math.min(log.slots + ahead, slots), slots });
  return next === null ? slot : t("assist.slot.next", { slot, next });
}
