// Everybody's tickets.

import { fill, h } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { calledHere } from "../lib/opponents.js";
import { detectiveNumber, detectiveSeat, seatName } from "../lib/seats.js";
import { amount, holds, kindsHeld } from "../lib/tickets.js";
import { pieceDot, ticketSign } from "./signs.js";
import { shownMrX } from "./view.js";

/** @typedef {import("../lib/types").View} View */
/** @typedef {import("../lib/types").Stock} Stock */

/**
 * Everybody's tickets, with the stations they stand on.
 * @param {HTMLElement} place
 * @param {Pick<View, "tickets" | "turn" | "to_move" | "stations" | "names" | "slot">} view
 * @param {(id: string) => void} [onpiece] a row was clicked
 */
export function drawTickets(place, view, onpiece) {
  const kinds = kindsHeld([view.tickets.mr_x, ...view.tickets.detectives]);
  const row = (
    /** @type {string} */ id,
    /** @type {string | undefined} */ name,
    /** @type {Stock} */ stock,
    /** @type {number | null} */ at,
  ) => {
    const title = seatName(id);
    const active = view.turn === id || (view.turn === "detectives" && view.to_move.includes(detectiveNumber(id) ?? 0));
    return h(
      "tr",
      { class: active ? "active" : "", onclick: onpiece ? () => onpiece(id) : undefined },
      h(
        "th",
        { scope: "row" },
        h(
          "span.who-cell",
          {},
          pieceDot(id),
          h("span.who", {}, title, name && name !== title ? h("small", {}, calledHere(name)) : null),
        ),
      ),
      h("td.at", {}, at === null ? h("span", { title: t("tickets.hidden") }, "?") : h("span.place", {}, at)),
      kinds.map((kind) => {
        const count = stock?.[kind];
        const may = id === "mr_x" || (kind !== "black" && kind !== "double");
        return h(`td.count${holds(count) ? "" : ".none"}`, {}, may ? amount(count) : "");
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
      h(
        "caption",
        {},
        sameNames && names.detectives[0]
          ? t("tickets.team", { name: calledHere(names.detectives[0]) })
          : t("tickets.left"),
      ),
      h(
        "thead",
        {},
        h(
          "tr",
          {},
          h("th", { scope: "col" }, t("tickets.who")),
          h("th", { scope: "col" }, t("tickets.at")),
          kinds.map((kind) =>
            h(
              "th",
              { scope: "col" },
              ticketSign(kind),
              h("small.kind-name", { "aria-hidden": "true" }, t(`kind.${kind}`)),
            ),
          ),
        ),
      ),
      h(
        "tbody",
        {},
        row("mr_x", names.mr_x, view.tickets.mr_x, shownMrX(view).now),
        view.tickets.detectives.map((stock, i) =>
          row(detectiveSeat(i + 1), sameNames ? undefined : names.detectives?.[i], stock, view.stations.detectives[i]),
        ),
      ),
    ),
  );
}
