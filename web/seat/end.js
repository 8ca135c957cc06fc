// After the game: who won and why, the win chance over time, and the way Mr X went.

import { showWay } from "../board/marks.js";
import { replayAddress } from "../lib/addresses.js";
import { api } from "../lib/api.js";
import { fill, h } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { icon } from "../lib/icons.js";
import { go } from "../lib/router.js";
import { drawCurve, drawMistakes, followAnalysis } from "./analysis.js";
import { headline, outcomeText, wayOf } from "./view.js";

/** @typedef {import("../lib/types").View} View */
/** @typedef {import("../lib/types").SeatKey} SeatKey */
/** @typedef {import("./game_screen.js").GameScreen} GameScreen */

/**
 * @param {GameScreen} screen
 * @param {View} view
 * @param {SeatKey} seat
 * @param {() => void} [undo] takes the last move back; for those who play alone
 */
export function showEnd(screen, view, seat, undo) {
  hideEnd(screen);
  const curve = h("div.curve-place", {}, h("p.quiet", {}, t("end.looking")));
  const mistakes = h("div.marks-place");
  const card = h(
    "section.end",
    { "aria-label": t("end.title") },
    h("button.icon.end-close", { "aria-label": t("close"), onclick: () => card.remove() }, "✕"),
    h("h2", { tabindex: "-1" }, headline(view)),
    h("p", {}, outcomeText(view)),
    curve,
    h(
      "div.button-grid.three",
      {},
      h("button", { onclick: () => void seeWay(screen, seat) }, icon("eye"), t("end.way")),
      h("a.button", { href: replayAddress(seat) }, icon("play"), t("end.replay")),
      h("a.button.primary", { href: "#/" }, t("end.again")),
    ),
    mistakes,
    undo ? h("button.quiet-button", { onclick: undo }, icon("undo"), t("end.take_back")) : null,
  );
  screen.stage.append(card);
  void followAnalysis(
    seat,
    card,
    (analysis) => {
      fill(
        curve,
        drawCurve(analysis, (ply) => go(replayAddress(seat, ply))),
      );
      fill(mistakes, drawMistakes(analysis, seat));
    },
    (text) => fill(curve, h("p.quiet", {}, text)),
  );
}

/** @param {GameScreen} screen */
export const hideEnd = (screen) => screen.stage.querySelector(".end")?.remove();

/** @param {GameScreen} screen @param {SeatKey} seat */
async function seeWay(screen, seat) {
  const last = await api.view(seat.id, seat.token);
  screen.board.layers.heat.replaceChildren();
  showWay(screen.board, wayOf(last));
  hideEnd(screen);
  screen.board.viewport.fit(true);
}
