// After the game: who won and why, one's win chance over time, what the game is remembered for, and what comes next.

import { replayAddress } from "../lib/addresses.js";
import { fill, h } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { icon } from "../lib/icons.js";
import { showFault } from "../lib/messages.js";
import { go } from "../lib/router.js";
import { isWatching, roleText, sideOf } from "../lib/seats.js";
import { canSwap, playAgain, startOf } from "./again.js";
import { drawCurve, drawMistakes, followAnalysis } from "./analysis.js";
import { drawHighlights, followFacts } from "./facts.js";
import { hasCompany } from "./people.js";
import { rematch, rematchButtons } from "./rematch.js";
import { showShare } from "./share.js";
import { headline, outcomeText } from "./view.js";
import { WayPlayer } from "./way_player.js";

/** @typedef {import("../lib/types").View} View */
/** @typedef {import("../lib/types").SeatKey} SeatKey */
/** @typedef {import("./game_screen.js").GameScreen} GameScreen */

/**
 * @param {GameScreen} screen
 * @param {View} view
 * @param {SeatKey & { title?: string, medals?: () => Promise<Node | null> }} seat `medals` draws what was reached by this game
 * @param {{ undo?: () => void, onclose: () => void }} actions `undo` takes the last move back; for those who play alone
 */
export function showEnd(screen, view, seat, { undo, onclose }) {
  const { medals: medalsOf } = seat;
  hideEnd(screen);
  const curve = h("div.curve-place", {}, h("p.quiet", {}, t("end.looking")));
  const mistakes = h("div.marks-place");
  const result = h("p.end-result", {}, outcomeText(view));
  const highlights = h("div.highlights-place");
  const medals = h("div.medals-place", { "aria-live": "polite" });
  const drawMedals = () => void medalsOf?.().then((drawn) => drawn && medals.isConnected && fill(medals, drawn));
  const close = () => {
    card.remove();
    onclose();
  };
  const card = h(
    `section.end.${won(view) ? "won" : "lost"}`,
    { "aria-label": t("end.title") },
    h("button.icon.end-close", { "aria-label": t("close"), onclick: close }, "✕"),
    h(
      "p.eyebrow",
      {},
      seat.title ? t("game.title", { role: roleText(view.seat), title: seat.title }) : roleText(view.seat),
    ),
    h("h2", { tabindex: "-1" }, headline(view)),
    result,
    nextButtons(view, seat),
    medals,
    highlights,
    curve,
    h(
      "div.button-grid.three",
      {},
      h("button", { onclick: () => seeWay(screen, view, onclose) }, icon("eye"), t("end.way")),
      h("a.button", { href: replayAddress(seat) }, icon("play"), t("end.replay")),
      h("button", { onclick: () => showShare(screen.board, view, seat) }, icon("share"), t("share.button")),
    ),
    mistakes,
    undo ? h("button.quiet-button", { onclick: undo }, icon("undo"), t("end.take_back")) : null,
  );
  screen.stage.append(card);
  if (!document.activeElement?.closest("input, dialog")) card.querySelector("h2")?.focus({ preventScroll: true });
  const drawn = {
    side: sideOf(isWatching(view.seat) ? "detectives" : view.seat),
    own: !isWatching(view.seat),
    moves: view.moves,
  };
  void followAnalysis(
    seat,
    card,
    (analysis) => {
      fill(
        curve,
        drawCurve(analysis, drawn, (ply) => go(replayAddress(seat, ply + 1, sideOf(view.moves[ply]?.by ?? "")))),
      );
      fill(mistakes, drawMistakes(analysis, seat, drawn));
      // Some aims rest on the whole review.
      if (analysis.done >= analysis.of) drawMedals();
    },
    (text) => fill(curve, h("p.quiet", {}, text)),
  );
  drawMedals();
  void followFacts(seat, card, (facts) => fill(highlights, drawHighlights(facts)));
}

/** Whether the person of this seat won; who watches always sees a winner. @param {View} view */
const won = ({ outcome, seat }) => isWatching(seat) || outcome?.winner === sideOf(seat);

/** The next game: at once where one browser started the last, and else with everybody at the table. @param {View} view @param {SeatKey} seat */
function nextButtons(view, seat) {
  const { id } = seat;
  if (isWatching(view.seat)) return null;
  const again = startOf(id);
  if (hasCompany(view) && (!again || again.mode === "friends")) return rematchButtons(seat);
  const next = (/** @type {boolean} */ swap) =>
    void (again ? playAgain(id, swap).catch(showFault) : rematch(seat, swap ? "change" : "same"));
  const maySwap = again ? canSwap(id) : view.seat === "mr_x" || view.seat === "detectives";
  return h(
    "div.button-grid.next-game",
    {},
    h("button.primary.again-button", { onclick: () => next(false) }, t("end.again")),
    maySwap
      ? h(
          "button.swap-button",
          { onclick: () => next(true) },
          t(view.seat === "mr_x" ? "end.swap.detectives" : "end.swap.mr_x"),
        )
      : null,
  );
}

/** @param {GameScreen} screen */
export const hideEnd = (screen) => screen.stage.querySelector(".end")?.remove();

/** Plays Mr X's way on the map. @param {GameScreen} screen @param {View} view @param {() => void} onclose */
function seeWay(screen, view, onclose) {
  hideEnd(screen);
  screen.board.layers.heat.replaceChildren();
  new WayPlayer(screen, view, onclose);
}
