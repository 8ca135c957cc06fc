// A picture made for sharing: the map with Mr X's way, and beside it how the game ended.

import { s } from "../lib/dom.js";
import { showWay } from "./marks.js";
import { boardText, rasterised } from "./picture.js";

/** @typedef {import("./board.js").Board} Board */

/** The size that messengers show whole. */
const [WIDE, HIGH] = [1200, 630];
/** The map takes this much of the width. */
const MAP = 800;
/** Letters that fit into a line beside the map. */
const LINE = 24;

/** Words in lines. @param {string} text @param {number} most letters in a line @returns {string[]} */
export function inLines(text, most) {
  /** @type {string[]} */
  const lines = [];
  for (const word of text.split(/\s+/).filter(Boolean)) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + word.length < most) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}

/** @param {string[]} lines @param {{ x: number, y: number, size: number, fill: string, weight?: number }} style */
const textBlock = (lines, { x, y, size, fill, weight = 400 }) =>
  lines.map((line, i) =>
    s(
      "text",
      { x, y: y + i * size * 1.25, fill, "font-size": size, "font-weight": weight, "font-family": "Georgia, serif" },
      line,
    ),
  );

/**
 * @param {Board} board
 * @param {Parameters<typeof showWay>[1]} way
 * @param {{ title: string, text: string, edition: string, name: string }} words
 * @returns {Promise<Blob | null>} a PNG, or null where the browser cannot make it
 */
export async function sharePicture(board, way, { title, text, edition, name }) {
  const { ways, notes } = board.layers;
  const before = [[...ways.children], [...notes.children]];
  showWay(board, way);
  const map = new DOMParser().parseFromString(boardText(board), "image/svg+xml").documentElement;
  ways.replaceChildren(...before[0]);
  notes.replaceChildren(...before[1]);
  const { width, height } = board.data;
  const k = Math.min(MAP / width, HIGH / height);
  for (const [key, value] of Object.entries({
    x: (MAP - width * k) / 2,
    y: (HIGH - height * k) / 2,
    width: width * k,
    height: height * k,
  }))
    map.setAttribute(key, String(value));
  const lines = inLines(title, 13);
  const below = 150 + lines.length * 70;
  const picture = s(
    "svg",
    { xmlns: "http://www.w3.org/2000/svg", width: WIDE, height: HIGH, viewBox: `0 0 ${WIDE} ${HIGH}` },
    s("rect", { width: WIDE, height: HIGH, fill: "#15161c" }),
    map,
    s("rect", { x: MAP, width: WIDE - MAP, height: HIGH, fill: "#15161c" }),
    s("rect", {
      x: MAP + 36,
      y: 60,
      width: 64,
      height: 36,
      rx: 12,
      fill: "#b0124e",
      stroke: "#13795b",
      "stroke-width": 4,
    }),
    s("path", {
      d: `M${MAP + 58} 69L${MAP + 78} 87M${MAP + 78} 69L${MAP + 58} 87`,
      stroke: "#fff",
      "stroke-width": 6,
      "stroke-linecap": "round",
    }),
    textBlock([name], { x: MAP + 116, y: 89, size: 30, fill: "#f4efe4", weight: 700 }),
    textBlock(lines, { x: MAP + 36, y: 180, size: 52, fill: "#f4efe4", weight: 700 }),
    textBlock(inLines(text, LINE), { x: MAP + 36, y: below + 60, size: 27, fill: "#d9d2c4" }),
    textBlock(inLines(edition, LINE + 6), { x: MAP + 36, y: HIGH - 56, size: 21, fill: "#a79f90" }),
  );
  return rasterised(new XMLSerializer().serializeToString(picture), WIDE, HIGH);
}
