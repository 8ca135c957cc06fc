// The badges of stations.

import { s } from "../lib/dom.js";

/** @typedef {import("../lib/types").BoardStation} BoardStation */
/** @typedef {import("../lib/types").Transport} Transport */

/**
 * The badge of a station tells its transports by shape: a circle for the taxi, a thick ring for the bus, a filled
 * roundel for the underground, a boat below for the ferry.
 * @param {BoardStation} station
 * @param {boolean} onGrid
 */
export function badge(station, onGrid = false) {
  const has = (/** @type {Transport} */ transport) => station.transports.includes(transport);
  const group = s("g.station", { transform: `translate(${station.x} ${station.y})` });
  if (has("ferry")) {
    const size = has("bus") || has("underground") ? 1.2 : 1;
    group.append(s("path.b-ferry", { transform: `scale(${size})`, d: "M-30 5H30L19 25H-19Z" }));
  }
  if (onGrid) {
    group.append(s("rect.cell", { x: -35, y: -35, width: 70, height: 70, rx: 12 }));
  } else if (has("underground")) {
    group.append(s("rect.gap", { x: -26, y: -20, width: 52, height: 40, rx: 12 }));
    group.append(
      s(`rect.b-underground${has("bus") ? "" : ".nobus"}`, { x: -22, y: -16, width: 44, height: 32, rx: 9 }),
    );
  } else if (has("bus")) {
    group.append(s("circle.gap", { r: 21.5 }), s("circle.b-bus", { r: 17 }));
  } else {
    group.append(s("circle.gap", { r: 18.5 }), s("circle.b-taxi", { r: 15.5 }));
  }
  const light = has("underground") && !onGrid;
  const long = station.n > 99 && !light;
  group.append(s(`text.n${light ? ".on" : ""}${long ? ".long" : ""}`, { y: long ? 6.2 : 7 }, station.n));
  return group;
}
