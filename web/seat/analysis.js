// The analysis of a finished game: asked for while the server makes it, and drawn.

import { replayAddress } from "../lib/addresses.js";
import { api } from "../lib/api.js";
import { h, s } from "../lib/dom.js";
import { parts, t } from "../lib/i18n.js";
import { moveText } from "../lib/moves.js";
import { seatName } from "../lib/seats.js";
import { faultText } from "../lib/text.js";
import { curveOf, HIGH, SYMBOL, WIDE, worstPlies } from "./curve.js";

/** @typedef {import("../lib/types").Analysis} Analysis */
/** @typedef {import("../lib/types").SeatKey} SeatKey */

/** Mistakes listed after the game. */
const LISTED = 4;
/** Between two questions, in milliseconds. */
const PAUSE = 1000;
const MOST_QUESTIONS = 600;

/**
 * Asks for the analysis until it is done; it is made in the background.
 * @param {SeatKey} seat
 * @param {Element} watched the asking ends when this has left the page
 * @param {(analysis: Analysis) => void} ondata
 * @param {(text: string) => void} onfault
 */
export async function followAnalysis(seat, watched, ondata, onfault) {
  for (let asked = 0; watched.isConnected && asked < MOST_QUESTIONS; asked++) {
    try {
      const analysis = await api.analysis(seat.id, seat.token);
      if (!watched.isConnected) return;
      if (analysis.plies.length > 0) ondata(analysis);
      if (analysis.done >= analysis.of) return;
    } catch (fault) {
      onfault(faultText(fault));
      return;
    }
    await new Promise((done) => setTimeout(done, PAUSE));
  }
}

/**
 * The detectives' win chance after each ply, with dots where somebody went wrong.
 * @param {Analysis} analysis
 * @param {(ply: number) => void} [onply]
 * @param {number} [now] the ply that is shown
 */
export function drawCurve(analysis, onply, now) {
  const { x, y, theirs, his, area, mistakes } = curveOf(analysis);
  const { done, of } = analysis;
  return h(
    "figure.curve",
    {},
    s(
      "svg",
      {
        viewBox: `0 0 ${WIDE} ${HIGH}`,
        role: "img",
        "aria-label": t("curve.label", { n: mistakes.length }),
      },
      s("path.curve-half", { d: `M${x(0)} ${y(0.5)}H${WIDE - x(0)}` }),
      s("path.curve-area", { d: area }),
      s("path.curve-line", { d: theirs }),
      s("path.curve-his", { d: his }),
      now === undefined ? null : s("path.curve-now", { d: `M${x(now)} 4V${HIGH - 4}` }),
      mistakes.map(({ ply, chance, mark, by, move }) =>
        s(
          `circle.mistake.${mark}.${by === "mr_x" ? "by-x" : "by-d"}`,
          { cx: x(ply), cy: y(chance), r: mark === "blunder" ? 7 : 5, onclick: onply ? () => onply(ply) : undefined },
          s(
            "title",
            {},
            mark ? t("mark.what", { mark: t(`mark.${mark}`), who: seatName(by), move: moveText(move) }) : "",
          ),
        ),
      ),
    ),
    h(
      "figcaption",
      {},
      h(
        "span",
        {},
        parts("curve.caption", {
          they: h("b.key-theirs", {}, t("curve.they")),
          mrX: h("b.key-his", {}, seatName("mr_x")),
        }),
      ),
      h("span.quiet", {}, done < of ? t("curve.looked", { done, of }) : t("curve.marks")),
    ),
  );
}

/** @param {number | null} loss */
const points = (loss) => Math.round((loss ?? 0) * 100);

/** The worst mistakes, each a link into the replay. @param {Analysis} analysis @param {SeatKey} seat */
export function drawMistakes({ plies }, seat) {
  const worst = worstPlies(plies, LISTED);
  if (worst.length === 0) return null;
  return h(
    "ul.mistakes",
    {},
    worst.map(({ ply, by, move, best, loss, mark }) =>
      h(
        "li",
        {},
        h(
          "a",
          { href: replayAddress(seat, ply) },
          mark ? h("b", { class: mark }, SYMBOL[mark]) : null,
          ` ${t("mistake.row", { who: seatName(by), move: moveText(move) })}`,
          h(
            "span.quiet",
            {},
            ` ${best && best !== move ? t("mistake.better", { points: points(loss), move: moveText(best) }) : t("mistake.loss", { points: points(loss) })}`,
          ),
        ),
      ),
    ),
  );
}
