// What arrow keys mean.

/** On the map. @type {Record<string, { x: number, y: number }>} */
export const DIRECTIONS = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};

/**
 * The entry of a list to which an arrow key leads; after the last comes the first.
 * @param {string} key
 * @param {number} at
 * @param {number} length
 * @returns {number | null} null for other keys
 */
export function arrowStep(key, at, length) {
  const direction = DIRECTIONS[key];
  return direction ? (at + direction.x + direction.y + length) % length : null;
}
