// Points on the board's paper: which is near, which lies in a direction, and lines through them.

/** @typedef {{ x: number, y: number }} Point */
/** @typedef {{ left: number, right: number, top: number, bottom: number }} Box */

/** @param {Point} a @param {Point} b */
export const distance = (a, b) => Math.hypot(a.x - b.x, a.y - b.y);

/**
 * The nearest of some points that lies roughly in a direction, for arrow keys. Points aside count as farther, so a
 * press of → prefers what is really to the right.
 * @template {Point} T
 * @param {Point} from
 * @param {T[]} points
 * @param {Point} way a vector of length 1
 * @returns {T | undefined}
 */
export function inDirection(from, points, way) {
  let best;
  let least = Infinity;
  for (const point of points) {
    const [dx, dy] = [point.x - from.x, point.y - from.y];
    const along = dx * way.x + dy * way.y;
    const aside = Math.abs(dx * way.y - dy * way.x);
    if (along <= 1e-6 || aside > along * 2.5) continue;
    const cost = along + 2 * aside;
    if (cost < least) [best, least] = [point, cost];
  }
  return best;
}

/**
 * The nearest of some points within a distance.
 * @template {Point} T
 * @param {Point} from
 * @param {Iterable<T>} points
 * @param {number} reach
 * @returns {T | undefined}
 */
export function nearest(from, points, reach) {
  let best;
  let least = reach;
  for (const point of points) {
    const far = distance(from, point);
    if (far < least) [best, least] = [point, far];
  }
  return best;
}

/** @param {Point} a @param {Point} b @returns {Point} */
export const middle = (a, b) => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 });

/** @param {Point[]} points @returns {Box} */
export function bounds(points) {
  const xs = points.map((point) => point.x);
  const ys = points.map((point) => point.y);
  return { left: Math.min(...xs), right: Math.max(...xs), top: Math.min(...ys), bottom: Math.max(...ys) };
}

/** @param {number} value @param {number} low @param {number} high */
export const clamp = (value, low, high) => Math.max(low, Math.min(high, value));

/** Starts and ends softly. @param {number} t from 0 to 1 */
export const eased = (t) => t * t * (3 - 2 * t);

/**
 * Points along a line.
 * @param {(t: number) => Point} line from 0 to 1
 * @param {number} steps
 * @param {number} [from]
 * @param {number} [to]
 */
export const pointsAlong = (line, steps, from = 0, to = 1) =>
  Array.from({ length: steps + 1 }, (_, i) => line(from + ((to - from) * i) / steps));

/** A `d` of straight lines through points. @param {Point[]} points */
export const straightPath = (points) =>
  points.map(({ x, y }, i) => `${i ? "L" : "M"}${x.toFixed(1)} ${y.toFixed(1)}`).join("");

/**
 * A smooth `d` through points.
 * @param {[number, number][]} points
 */
export function smoothPath(points) {
  const at = (/** @type {number} */ i) => points[clamp(i, 0, points.length - 1)];
  let data = `M${points[0][0]} ${points[0][1]}`;
  for (let i = 1; i < points.length; i++) {
    const [before, a, b, after] = [at(i - 2), at(i - 1), at(i), at(i + 1)];
    const control = (/** @type {number} */ j) => [a[j] + (b[j] - before[j]) / 6, b[j] - (after[j] - a[j]) / 6];
    const [[ax, bx], [ay, by]] = [control(0), control(1)];
    data += `C${ax.toFixed(1)} ${ay.toFixed(1)} ${bx.toFixed(1)} ${by.toFixed(1)} ${b[0]} ${b[1]}`;
  }
  return data;
}
