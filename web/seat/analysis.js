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

/** Mistakes of a side listed after the game. */
const LISTED = 3;
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
      h("span.quiet", {}, done < of ? t("curve.looked", { done, n: of }) : t("curve.marks")),
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
const percent = (loss) => number(loss ?? 0, { style: "percent", maximumFractionDigits: 0 });

/** What a mistake cost, and whom. @param {import("../lib/types").AnalysedPly} ply @param {boolean} own */
function costText({ by, move, best, loss }, own) {
  const whose = own ? "own" : sideOf(by);
  const cost = t(`mistake.cost.${whose}`, { cost: percent(loss) });
  return best && best !== move ? `${cost} ${t("mistake.better", { move: moveText(best) })}` : cost;
}

/**
 * The worst mistakes of one side, each a link into the replay, with the eyes of who made it.
 * @param {import("../lib/types").AnalysedPly[]} worst
 * @param {SeatKey} seat
 * @param {View["moves"]} moves
 * @param {boolean} own
 */
const mistakeList = (worst, seat, moves, own) =>
  h(
    "ul.mistakes",
    {},
    worst.map((ply) =>
      h(
        "li",
        {},
        h(
          "a",
          { href: replayAddress(seat, ply.ply + 1, sideOf(ply.by)) },
          h("span.mistake-round", {}, t("feed.round", { round: roundOf(moves, ply.ply) })),
          h(
            "span",
            {},
            t("mistake.row", { who: seatName(ply.by), move: moveText(ply.move) }),
            ply.mark ? h("b", { class: ply.mark }, ` ${SYMBOL[ply.mark]}`) : null,
            h("span.quiet.mistake-cost", {}, ` ${costText(ply, own)}`),
          ),
        ),
      ),
    ),
  );

/**
 * The worst mistakes, one's own first. Nothing is told before every move was looked at: the worst may be still to come.
 * @param {Analysis} analysis
 * @param {SeatKey} seat
 * @param {Drawn} drawn
 */
export function drawMistakes({ plies, done, of }, seat, { side, own, moves }) {
  if (done < of) return null;
  const parts = /** @type {Side[]} */ ([side, side === "mr_x" ? "detectives" : "mr_x"]).map((whose) => ({
    whose,
    worst: worstPlies(
      plies.filter(({ by }) => sideOf(by) === whose),
      LISTED,
    ),
  }));
  if (parts.every(({ worst }) => worst.length === 0)) return null;
  return h(
    "section",
    { "aria-label": t("mistakes.title") },
    h("h3", {}, t("mistakes.title")),
    parts.flatMap(({ whose, worst }) => {
      const mine = own && whose === side;
      if (worst.length === 0) return mine ? [h("p.quiet", {}, t("mistakes.none"))] : [];
      return [h("h4", {}, mine ? t("mistakes.own") : seatName(whose)), mistakeList(worst, seat, moves, mine)];
    }),
  );
}
