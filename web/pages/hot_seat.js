// Both sides at one screen, with a curtain between them.

import { firstToken } from "../lib/addresses.js";
import { h } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { hush } from "../lib/messages.js";
import { sideOf } from "../lib/seats.js";
import { openSharedScreen } from "../seat/shared_screen.js";

/** @typedef {import("../lib/types").View} View */
/** @typedef {import("../lib/types").Side} Side */

/**
 * `#/hot/ID`: Mr X and the detectives share the screen. Only the side that is to move has a socket, so the other
 * side's page is gone and not merely covered.
 * @type {import("../lib/router.js").Show}
 */
export async function showHotSeat(place, [id]) {
  const screen = await openSharedScreen(place, id, ({ links }) => ({
    tokens: [firstToken(links.detectives), links.mr_x ?? null],
    title: t("game.one_screen"),
  }));
  const [detectives, mrX] = screen.tokens;
  const tokens = { mr_x: mrX, detectives };

  const sit = (/** @type {Side} */ side) =>
    screen.sit(tokens[side], [], (view) => {
      if (!view.outcome && sideOf(view.turn) !== side) handOver(view);
    });
  const handOver = (/** @type {View} */ view) => {
    screen.leave();
    // What was said of Mr X's own move tells where he went.
    hush();
    const side = sideOf(view.turn);
    const ready = h("button.primary", { onclick: () => sit(side) }, t(`hand.${side}`));
    screen.room.replaceChildren(
      h(
        "section.curtain",
        { "aria-label": t("hand.over") },
        h("h2", {}, t(`hand.to.${side}`)),
        side === "detectives" && view.log.length > 0
          ? h("p", {}, t("hand.filled", { slot: view.slot, slots: view.slots }))
          : h("p", {}, t("hand.next", { slot: view.slot + 1, slots: view.slots })),
        ready,
      ),
    );
    ready.focus();
  };
  if (screen.first.outcome) sit("detectives");
  else handOver(screen.first);
  return screen;
}
