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
  const cells = slotsOf(view).map(({ slot, ticket, station, open, surfaces, untold, classes, text }) =>
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
        : h("b.empty", { "aria-hidden": "true" }, untold ? "–" : surfaces ? "◉" : "·"),
      h(`span.slot-station${open ? "" : ".own"}`, { "aria-hidden": "true" }, station ?? ""),
    ),
  );
  fill(place, h("ol.log", {}, cells));
  // Only a log that scrolls by itself, as on a phone: the panels around it stay where the person left them.
  const latest = place.querySelector(".latest");
  if (!latest || place.scrollHeight <= place.clientHeight) return;
  const [box, cell] = [place.getBoundingClientRect(), latest.getBoundingClientRect()];
  if (cell.bottom > box.bottom) place.scrollTop += cell.bottom - box.bottom;
  else if (cell.top < box.top) place.scrollTop += cell.top - box.top;
}
