// The travel log.

import { fill, h } from "../lib/dom.js";
import { LETTER } from "../lib/tickets.js";
import { slotsOf } from "./slots.js";

/**
 * One cell for each slot. Surfacing slots are framed; a bar joins the two steps of a double move.
 * @param {HTMLElement} place
 * @param {Parameters<typeof slotsOf>[0]} view
 * @param {(slot: number) => void} [onslot] a used slot was clicked
 */
export function drawLog(place, view, onslot) {
  const cells = slotsOf(view).map(({ slot, ticket, station, open, surfaces, classes, text }) =>
    h(
      "li",
      {
        class: ticket && onslot ? `${classes} used` : classes,
        "aria-label": text,
        onclick: ticket && onslot ? () => onslot(slot) : undefined,
      },
      h("span.slot-number", { "aria-hidden": "true" }, slot),
      ticket
        ? h("b", { "aria-hidden": "true" }, LETTER[ticket])
        : h("b.empty", { "aria-hidden": "true" }, surfaces ? "◉" : "·"),
      h(`span.slot-station${open ? "" : ".own"}`, { "aria-hidden": "true" }, station ?? ""),
    ),
  );
  fill(place, h("ol.log", {}, cells));
  place.querySelector(".latest")?.scrollIntoView({ block: "nearest", inline: "nearest" });
}
