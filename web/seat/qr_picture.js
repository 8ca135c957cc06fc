// A QR code as a picture, always dark on light, since cameras expect it so.

import { s } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { qrCode, qrPath } from "../lib/qr.js";

/** The light margin that readers need, in squares. */
const MARGIN = 4;

/** @param {string} url @returns {SVGElement | null} null for a text that is too long */
export function qrPicture(url) {
  const squares = qrCode(url);
  if (!squares) return null;
  const size = squares.length + 2 * MARGIN;
  return s(
    "svg.qr",
    {
      viewBox: `${-MARGIN} ${-MARGIN} ${size} ${size}`,
      role: "img",
      "aria-label": t("links.qr.label"),
      "shape-rendering": "crispEdges",
    },
    s("rect", { x: -MARGIN, y: -MARGIN, width: size, height: size, fill: "#fff" }),
    s("path", { d: qrPath(squares), fill: "#000" }),
  );
}
