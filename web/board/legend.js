// The legend of the map.

import { h, s } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { ticketName } from "../lib/tickets.js";
import { STROKES } from "./board.js";
import { badge } from "./station_badge.js";

/** How each transport looks on the map. */
export function legend() {
  const example = (
    /** @type {import("../lib/types").Transport} */ kind,
    /** @type {import("../lib/types").Transport[]} */ transports,
  ) => {
    const strokes = STROKES[kind];
    return h(
      "li",
      {},
      s(
        "svg.legend-picture",
        { viewBox: "0 0 140 60", "aria-hidden": "true" },
        strokes.map((stroke) => s(`path.line.${kind}.${stroke}`, { d: "M34 30H136" })),
        badge({ n: 46, x: 34, y: 30, transports }),
      ),
      h("span", {}, ticketName(kind)),
    );
  };
  return h(
    "ul.legend",
    { "aria-label": t("legend") },
    example("taxi", ["taxi"]),
    example("bus", ["taxi", "bus"]),
    example("underground", ["taxi", "bus", "underground"]),
    example("ferry", ["taxi", "ferry"]),
  );
}
