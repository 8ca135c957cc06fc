// Where the paper lies under the glass: its zoom and its corner. Pure: the viewport listens and draws.

import { clamp } from "./geometry.js";

/** @typedef {import("./geometry.js").Point} Point */
/** @typedef {import("./geometry.js").Box} Box */
/** @typedef {{ width: number, height: number }} Size */
/** The zoom `k`, and the corner of the paper in pixels. @typedef {{ k: number, x: number, y: number }} Camera */
/** @typedef {{ left: number, top: number, width: number, height: number }} Area */

/** Nothing that is looked at lies nearer to the edge than this, in pixels. */
const EDGE = 56;
/** Paper always kept on the screen, in pixels. */
const KEEP = 90;
/** No area is smaller than this, in pixels, however much the bars cover. */
const LEAST_AREA = 60;

/** @param {Camera} camera @param {Point} point in pixels from the corner of the glass @returns {Point} */
export const toPaper = ({ k, x, y }, point) => ({ x: (point.x - x) / k, y: (point.y - y) / k });

/** @param {Camera} camera @param {Point} point of the paper @returns {Point} */
export const toGlass = ({ k, x, y }, point) => ({ x: point.x * k + x, y: point.y * k + y });

/**
 * Zooms while the paper under one point stays where it is.
 * @param {Camera} camera
 * @param {Point} point in pixels
 * @param {number} k the new zoom
 * @returns {Camera}
 */
export function zoomedAt(camera, point, k) {
  const { x, y } = toPaper(camera, point);
  return { k, x: point.x - x * k, y: point.y - y * k };
}

/** The farthest zoom: the whole paper with some air around it. @param {Size} paper @param {Size} glass */
export const leastZoom = (paper, glass) => Math.min(glass.width / paper.width, glass.height / paper.height) * 0.8;

/**
 * The part of the glass that no bar covers.
 * @param {Size} glass
 * @param {{ top: number, right: number, bottom: number, left: number }} insets
 * @returns {Area}
 */
export const freeArea = ({ width, height }, { top, right, bottom, left }) => ({
  left,
  top,
  width: Math.max(LEAST_AREA, width - left - right),
  height: Math.max(LEAST_AREA, height - top - bottom),
});

/**
 * Shows a box of the paper in the middle of an area.
 * @param {Box} box
 * @param {Area} area
 * @param {{ margin: number, least: number, most: number, floor: number }} options pixels around the box; zooms that are
 *   good for reading; and the farthest zoom there is
 * @returns {Camera}
 */
export function framing(box, area, { margin, least, most, floor }) {
  const [wide, high] = [Math.max(1, box.right - box.left), Math.max(1, box.bottom - box.top)];
  const fitting = Math.min((area.width - 2 * margin) / wide, (area.height - 2 * margin) / high);
  const k = clamp(Math.max(fitting, least), floor, most);
  return {
    k,
    x: area.left + area.width / 2 - ((box.left + box.right) / 2) * k,
    y: area.top + area.height / 2 - ((box.top + box.bottom) / 2) * k,
  };
}

/**
 * Moves the paper as little as possible until a point of it is well inside an area.
 * @param {Camera} camera
 * @param {Point} point of the paper
 * @param {Area} area
 * @returns {Camera}
 */
export function revealing(camera, point, area) {
  const at = toGlass(camera, point);
  const inside = (/** @type {number} */ value, /** @type {number} */ from, /** @type {number} */ size) =>
    clamp(value, from + Math.min(EDGE, size / 2), from + size - Math.min(EDGE, size / 2)) - value;
  return {
    k: camera.k,
    x: camera.x + inside(at.x, area.left, area.width),
    y: camera.y + inside(at.y, area.top, area.height),
  };
}

/**
 * On the way from one camera to another.
 * @param {Camera} from
 * @param {Camera} to
 * @param {number} t from 0 to 1
 * @returns {Camera}
 */
export function between(from, to, t) {
  const k = from.k * (to.k / from.k) ** t;
  // The centre must move in step with the zoom, or the map swings.
  const part = Math.abs(to.k - from.k) < 1e-9 ? t : (k - from.k) / (to.k - from.k);
  return { k, x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part };
}

/**
 * Moves the paper so that it fills an area, as far as it is large enough: nobody looks at the table beside the map.
 * @param {Camera} camera
 * @param {Size} paper
 * @param {Area} area
 * @returns {Camera}
 */
export function covering({ k, x, y }, paper, { left, top, width, height }) {
  const inside = (
    /** @type {number} */ at,
    /** @type {number} */ from,
    /** @type {number} */ size,
    /** @type {number} */ long,
  ) => (long < size ? at : clamp(at, from + size - long, from));
  return { k, x: inside(x, left, width, paper.width * k), y: inside(y, top, height, paper.height * k) };
}

/** Keeps some of the paper on the glass. @param {Camera} camera @param {Size} paper @param {Size} glass @returns {Camera} */
export const kept = ({ k, x, y }, paper, glass) => ({
  k,
  x: clamp(x, KEEP - paper.width * k, glass.width - KEEP),
  y: clamp(y, KEEP - paper.height * k, glass.height - KEEP),
});
