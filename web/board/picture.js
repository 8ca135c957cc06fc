// Saves the map as a picture. Every style is written into the copy as an attribute, so it looks the same anywhere and
// needs no style sheet, which the content security policy would refuse.

import { download } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { toast } from "../lib/messages.js";

/** @typedef {import("./board.js").Board} Board */

/** What the style sheets may say about a shape. */
const STYLES = [
  "fill",
  "fill-opacity",
  "stroke",
  "stroke-width",
  "stroke-opacity",
  "stroke-dasharray",
  "stroke-linecap",
  "stroke-linejoin",
  "opacity",
  "font-family",
  "font-size",
  "font-weight",
  "font-style",
  "letter-spacing",
  "text-anchor",
  "paint-order",
  "display",
  "visibility",
];

/** @param {Board} board @returns {string} a whole SVG file */
export function boardText(board) {
  const { width, height } = board.data;
  const copy = /** @type {SVGSVGElement} */ (board.svg.cloneNode(true));
  copyStyles(board.svg, copy);
  copy.querySelector(".targets")?.remove();
  copy.querySelector(".world")?.removeAttribute("transform");
  for (const element of copy.querySelectorAll("*")) {
    for (const { name } of [...element.attributes]) {
      if (name === "class" || name === "tabindex" || name.startsWith("aria-") || name.startsWith("data-"))
        element.removeAttribute(name);
    }
  }
  for (const { name } of [...copy.attributes]) copy.removeAttribute(name);
  copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  copy.setAttribute("viewBox", `0 0 ${width} ${height}`);
  copy.setAttribute("width", String(width));
  copy.setAttribute("height", String(height));
  return new XMLSerializer().serializeToString(copy);
}

/** @param {Element} from @param {Element} to */
function copyStyles(from, to) {
  const pairs = [...from.querySelectorAll("*")];
  const copies = [...to.querySelectorAll("*")];
  pairs.forEach((element, i) => {
    // Paths inside `defs` take their strokes from the `use` that shows them.
    if (element.closest("defs, clipPath")) return;
    const style = getComputedStyle(element);
    for (const name of STYLES) {
      const value = style.getPropertyValue(name);
      if ((value && value !== "none") || name === "fill" || name === "display") copies[i].setAttribute(name, value);
    }
  });
}

/**
 * @param {Board} board
 * @param {string} name without its ending
 * @param {"svg" | "png"} kind
 */
export async function savePicture(board, name, kind) {
  const text = boardText(board);
  if (kind === "svg") {
    download(`${name}.svg`, new Blob([text], { type: "image/svg+xml" }));
    return;
  }
  const blob = await rasterised(text, board.data.width, board.data.height);
  if (blob) download(`${name}.png`, blob);
  else toast(t("file.no_picture"), "bad");
}

/**
 * An SVG as a PNG.
 * @param {string} text
 * @param {number} width
 * @param {number} height
 * @returns {Promise<Blob | null>} null where the browser cannot make it
 */
export async function rasterised(text, width, height) {
  const url = URL.createObjectURL(new Blob([text], { type: "image/svg+xml" }));
  try {
    const image = new Image();
    image.src = url;
    await image.decode();
    const canvas = document.createElement("canvas");
    canvas.width = width;
    canvas.height = height;
    canvas.getContext("2d")?.drawImage(image, 0, 0);
    return await new Promise((done) => canvas.toBlob(done, "image/png"));
  } catch {
    return null;
  } finally {
    URL.revokeObjectURL(url);
  }
}
