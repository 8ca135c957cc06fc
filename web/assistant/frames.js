// Frames around the likeliest places.

import { s } from "../lib/dom.js";

/** Half the size of a frame on the map. */
const HALF = 40;

/** @param {import("../board/board.js").Board} board @param {number[]} stations */
export function showFrames(board, stations) {
  for (const n of stations) {
    const { x, y } = board.station(n);
    board.layers.heat.append(s("rect.likely", { x: x - HALF, y: y - HALF, width: 2 * HALF, height: 2 * HALF, rx: 12 }));
  }
}
