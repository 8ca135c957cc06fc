// The travel log and everybody's tickets.

import { fill, h } from "../lib/dom.js";
import { KINDS, LETTER, NAME, TICKET, dot, sign } from "../lib/tickets.js";

/** @typedef {import("../lib/types").View} View */
/** @typedef {import("../lib/types").Stock} Stock */

/**
 * The travel log: one cell for each slot. Surfacing slots are framed; a bar joins the two steps of a double move.
 * @param {HTMLElement} place
 * @param {View} view
 * @param {(slot: number) => void} [onslot]
 */
export function drawLog(place, view, onslot) {
  const cells = [];
  for (let slot = 1; slot <= view.slots; slot++) {
    const entry = view.log[slot - 1];
    const surfaces = view.surfacings.includes(slot);
    const kind = entry ? TICKET[entry.ticket] : null;
    const at = entry?.station ?? (entry ? view.way?.[slot] : null) ?? null;
    const joined = entry?.double && view.log[slot]?.double && firstOfPair(view, slot);
    const say = [`Slot ${slot}`, surfaces ? "Mr X surfaces" : "", kind ? NAME[kind] : "empty", at ? `at ${at}` : ""]
      .filter(Boolean)
      .join(", ");
    cells.push(
      h(
        "li",
        {
          class: [
            "slot",
            surfaces ? "surfacing" : "",
            kind ?? "",
            joined ? "joined" : "",
            slot === view.slot + 1 && !view.outcome ? "next" : "",
            slot === view.slot ? "latest" : "",
          ]
            .filter(Boolean)
            .join(" "),
          "aria-label": say,
          onclick: entry && onslot ? () => onslot(slot) : undefined,
        },
        h("span.slot-number", { "aria-hidden": "true" }, slot),
        kind
          ? h("b", { "aria-hidden": "true" }, LETTER[kind])
          : h("b.empty", { "aria-hidden": "true" }, surfaces ? "◉" : "·"),
        h(`span.slot-station${entry?.station ? "" : ".own"}`, { "aria-hidden": "true" }, at ?? ""),
      ),
    );
  }
  fill(place, h("ol.log", {}, cells));
  place.querySelector(".latest")?.scrollIntoView({ block: "nearest", inline: "nearest" });
}

/** Whether a slot is the first step of its double move. @param {View} view @param {number} slot */
function firstOfPair(view, slot) {
  let run = 0;
  for (let i = slot - 1; i > 0 && view.log[i - 1].double; i--) run++;
  return run % 2 === 0;
}

/** @param {number | null | undefined} count */
const amount = (count) => (count === null ? "∞" : String(count ?? 0));

/**
 * Everybody's tickets, with the stations they stand on.
 * @param {HTMLElement} place
 * @param {View} view
 * @param {(id: string) => void} [onpiece] a row was clicked
 */
export function drawTickets(place, view, onpiece) {
  const used = KINDS.filter((kind) =>
    [view.tickets.mr_x, ...view.tickets.detectives].some(
      (stock) => stock?.[kind] !== undefined && (stock[kind] === null || stock[kind] !== 0),
    ),
  );
  const row = (
    /** @type {string} */ id,
    /** @type {string} */ side,
    /** @type {string | undefined} */ name,
    /** @type {Stock} */ stock,
    /** @type {number | null} */ at,
  ) => {
    const active = view.turn === id || (view.turn === "detectives" && view.to_move.includes(Number(id.slice(10))));
    return h(
      "tr",
      { class: active ? "active" : "", onclick: onpiece ? () => onpiece(id) : undefined },
      h(
        "th",
        { scope: "row" },
        h("span.who-cell", {}, dot(id), h("span.who", {}, side, name && name !== side ? h("small", {}, name) : null)),
      ),
      h("td.at", {}, at === null ? h("span", { title: "Hidden" }, "?") : h("span.place", {}, at)),
      used.map((kind) => {
        const count = stock?.[kind];
        const holds = count === null || (count ?? 0) > 0;
        const may = id === "mr_x" || (kind !== "black" && kind !== "double");
        return h(`td.count${holds ? "" : ".none"}`, {}, may ? amount(count) : "");
      }),
    );
  };
  const names = view.names ?? { mr_x: "", detectives: [] };
  // One agent or person for the whole team needs to be named only once.
  const sameNames = new Set(names.detectives).size === 1 && names.detectives.length > 1;
  fill(
    place,
    h(
      "table.tickets",
      {},
      h("caption", {}, sameNames && names.detectives[0] ? `Detectives: ${names.detectives[0]}` : "Tickets left"),
      h(
        "thead",
        {},
        h(
          "tr",
          {},
          h("th", { scope: "col" }, "Who"),
          h("th", { scope: "col" }, "At"),
          used.map((kind) => h("th", { scope: "col" }, sign(kind))),
        ),
      ),
      h(
        "tbody",
        {},
        row("mr_x", "Mr X", names.mr_x, view.tickets.mr_x, view.stations.mr_x),
        view.tickets.detectives.map((stock, i) =>
          row(
            `detective-${i + 1}`,
            `Detective ${i + 1}`,
            sameNames ? undefined : names.detectives?.[i],
            stock,
            view.stations.detectives[i],
          ),
        ),
      ),
    ),
  );
}
