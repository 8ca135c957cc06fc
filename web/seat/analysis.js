// The analysis of a finished game: asked for while the server makes it, and drawn.

import { replayAddress } from "../lib/addresses.js";
import { api } from "../lib/api.js";
import { h, s } from "../lib/dom.js";
import { number, parts, t } from "../lib/i18n.js";
import { moveText } from "../lib/moves.js";
import { seatName, sideOf } from "../lib/seats.js";
import { faultText } from "../lib/text.js";
import { AXIS, curveOf, HIGH, SYMBOL, WIDE, worstPlies } from "./curve.js";
import { roundOf } from "./history.js";

/** @typedef {import("../lib/types").Analysis} Analysis */
/** @typedef {import("../lib/types").Side} Side */
/** @typedef {import("../lib/types").View} View */
/** @typedef {import("../lib/types").SeatKey} SeatKey */
/** Whose chance is drawn, and with which moves. @typedef {{ side: Side, own: boolean, moves: View["moves"] }} Drawn */

/** Mistakes listed after the game. */
const LISTED = 4;
/** Between two questions, in milliseconds. */
const PAUSE = 1000;
const MOST_QUESTIONS = 600;

/**
 * Asks for something that the server makes in the background, until it is done.
 * @template {{ done: number, of: number }} T
 * @param {() => Promise<T>} ask
 * @param {Element} watched the asking ends when this has left the page
 * @param {(answer: T) => void} ondata
 * @param {(text: string) => void} onfault
 */
export async function follow(ask, watched, ondata, onfault) {
  for (let asked = 0; watched.isConnected && asked < MOST_QUESTIONS; asked++) {
    try {
      const answer = await ask();
      if (!watched.isConnected) return;
      ondata(answer);
      if (answer.done >= answer.of) return;
    } catch (fault) {
      onfault(faultText(fault));
      return;
    }
    await new Promise((done) => setTimeout(done, PAUSE));
  }
}

/**
 * Asks for the analysis until it is done; it is made in the background.
 * @param {SeatKey} seat
 * @param {Element} watched the asking ends when this has left the page
 * @param {(analysis: Analysis) => void} ondata
 * @param {(text: string) => void} onfault
 */
export const followAnalysis = (seat, watched, ondata, onfault) =>
  follow(
    () => api.analysis(seat.id, seat.token),
    watched,
    (analysis) => {
      if (analysis.plies.length > 0) ondata(analysis);
    },
    onfault,
  );

/**
 * One side's win chance after each ply, with dots where somebody went wrong.
 * @param {Analysis} analysis
 * @param {Drawn} drawn
 * @param {(ply: number) => void} [onply]
 * @param {number} [now] the ply that is shown
 */
export function drawCurve(analysis, { side, own, moves }, onply, now) {
  const curve = curveOf(analysis, side, moves);
  const { x, mistakes } = curve;
  const { done, of } = analysis;
  const title = own ? t("curve.title.own") : t(`curve.title.${side}`);
  return h(
    "figure.curve",
    {},
    h("figcaption.curve-title", {}, h("b", {}, title)),
    s(
      "svg",
      {
        viewBox: `0 0 ${WIDE} ${HIGH}`,
        role: "img",
        "aria-label": t("curve.label", { n: mistakes.length, title }),
      },
      axes(curve),
      s("path.curve-area", { d: curve.area }),
      s("path.curve-line", { d: curve.own }),
      s("path.curve-his", { d: curve.other }),
      now === undefined ? null : s("path.curve-now", { d: `M${x(now)} ${AXIS.top}V${HIGH - AXIS.bottom}` }),
      mistakes.map((mistake) => dot(curve, mistake, onply)),
    ),
    h(
      "figcaption",
      {},
      h(
        "span",
        {},
        parts("curve.caption", {
          own: h("b.key-theirs", {}, own ? t("curve.you") : seatName(side)),
          other: h("b.key-his", {}, seatName(side === "mr_x" ? "detectives" : "mr_x")),
        }),
      ),
      h("span.quiet", {}, done < of ? t("curve.looked", { done, of }) : t("curve.marks")),
    ),
  );
}

/** @param {import("./curve.js").Curve} curve */
function axes({ y, ticks, levels }) {
  const [left, right, floor] = [AXIS.left, WIDE - AXIS.right, HIGH - AXIS.bottom];
  return s(
    "g.axes",
    { "aria-hidden": "true" },
    levels.flatMap((level) => [
      s(`path.curve-${level === 0.5 ? "half" : "edge"}`, { d: `M${left} ${y(level)}H${right}` }),
      s("text.axis-y", { x: left - 8, y: y(level) + 4 }, number(level, { style: "percent" })),
    ]),
    ticks.map((tick) => s("text.axis-x", { x: tick.x, y: floor + 18 }, number(tick.round))),
    s("text.axis-x.axis-name", { x: right, y: floor + 18 }, t("curve.rounds")),
  );
}

/**
 * @param {import("./curve.js").Curve} curve
 * @param {import("./curve.js").ValuedPly} mistake
 * @param {((ply: number) => void) | undefined} onply
 */
function dot({ x, y }, { ply, chance, mark, by, move }, onply) {
  return s(
    `circle.mistake.${mark}.${by === "mr_x" ? "by-x" : "by-d"}`,
    { cx: x(ply), cy: y(chance), r: mark === "blunder" ? 7 : 5, onclick: onply ? () => onply(ply) : undefined },
    s("title", {}, mark ? t("mark.what", { mark: t(`mark.${mark}`), who: seatName(by), move: moveText(move) }) : ""),
  );
}

/** @param {number | null} loss */
const points = (loss) => Math.round((loss ?? 0) * 100);

/** The worst mistakes, each a link into the replay, with the eyes of who made it. @param {Analysis} analysis @param {SeatKey} seat @param {View["moves"]} moves */
export function drawMistakes({ plies }, seat, moves) {
  const worst = worstPlies(plies, LISTED);
  if (worst.length === 0) return null;
  return h(
    "section",
    { "aria-label": t("mistakes.title") },
    h("h3", {}, t("mistakes.title")),
    h(
      "ul.mistakes",
      {},
      worst.map(({ ply, by, move, best, loss, mark }) =>
        h(
          "li",
          {},
          h(
            "a",
            { href: replayAddress(seat, ply + 1, sideOf(by)) },
            h("span.mistake-round", {}, t("feed.round", { round: roundOf(moves, ply) })),
            h(
              "span",
              {},
              t("mistake.row", { who: seatName(by), move: moveText(move) }),
              mark ? h("b", { class: mark }, ` ${SYMBOL[mark]}`) : null,
              h(
                "span.quiet",
                {},
                ` ${
                  best && best !== move
                    ? t("mistake.better", { points: points(loss), move: moveText(best) })
                    : t("mistake.loss", { points: points(loss) })
                }`,
              ),
            ),
          ),
        ),
      ),
    ),
  );
}
