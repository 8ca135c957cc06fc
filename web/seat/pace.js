// Speed, pause and eyes, for those who watch agents play.

import { seatAddress } from "../lib/addresses.js";
import { api } from "../lib/api.js";
import { segmented } from "../lib/controls.js";
import { h } from "../lib/dom.js";
import { icon } from "../lib/icons.js";
import { showFault } from "../lib/messages.js";
import { go } from "../lib/router.js";
import { heldGame } from "../lib/store.js";

/** Steps of the pace, in milliseconds a move. */
const PACES = [
  { id: "1600", name: "Slow" },
  { id: "700", name: "Normal" },
  { id: "250", name: "Fast" },
  { id: "0", name: "Top" },
];

/**
 * @param {import("../lib/types").View} view
 * @param {import("../lib/types").SeatKey} seat
 */
export function paceControls(view, seat) {
  const { watch, watch_all: all } = heldGame(seat.id)?.links ?? {};
  const token = all ?? seat.token;
  const send = (/** @type {{ pace_ms?: number, paused?: boolean }} */ body) =>
    void api.pace(seat.id, token, body).catch(showFault);
  const far = (/** @type {{ id: string }} */ { id }) => Math.abs(Number(id) - (view.pace_ms ?? 700));
  const nearest = PACES.reduce((a, b) => (far(b) < far(a) ? b : a));
  if (view.outcome || (view.seat !== "watch_all" && !all)) return null;
  return h(
    "div.pace",
    {},
    h(
      "button.icon",
      { "aria-label": view.paused ? "Go on" : "Pause", onclick: () => send({ paused: !view.paused }) },
      icon(view.paused ? "play" : "pause"),
    ),
    segmented("Speed", PACES, nearest.id, (id) => send({ pace_ms: Number(id) })),
    watch && all
      ? segmented(
          "Eyes",
          [
            { id: watch, name: "Detectives' eyes" },
            { id: all, name: "Mr X's eyes" },
          ],
          seat.token,
          (eyes) => go(seatAddress(seat.id, eyes)),
        )
      : null,
  );
}
