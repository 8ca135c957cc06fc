// Speed, pause and eyes, for those who watch agents play.

import { seatAddress } from "../lib/addresses.js";
import { api } from "../lib/api.js";
import { segmented } from "../lib/controls.js";
import { h } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { icon } from "../lib/icons.js";
import { showFault } from "../lib/messages.js";
import { go } from "../lib/router.js";
import { heldGame } from "../lib/store.js";

/** Steps of the pace, in milliseconds a move. */
const paces = () => [
  { id: "1600", name: t("pace.slow") },
  { id: "700", name: t("pace.normal") },
  { id: "250", name: t("pace.fast") },
  { id: "0", name: t("pace.top") },
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
  const all_paces = paces();
  const nearest = all_paces.reduce((a, b) => (far(b) < far(a) ? b : a));
  if (view.outcome || (view.seat !== "watch_all" && !all)) return null;
  return h(
    "div.pace",
    {},
    h(
      "button.icon",
      { "aria-label": view.paused ? t("pace.go_on") : t("pace.pause"), onclick: () => send({ paused: !view.paused }) },
      icon(view.paused ? "play" : "pause"),
    ),
    segmented(t("pace.speed"), all_paces, nearest.id, (id) => send({ pace_ms: Number(id) })),
    watch && all
      ? segmented(
          t("eyes"),
          [
            { id: watch, name: t("eyes.detectives") },
            { id: all, name: t("eyes.mr_x") },
          ],
          seat.token,
          (eyes) => go(seatAddress(seat.id, eyes)),
        )
      : null,
  );
}
