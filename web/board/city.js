// The city below the lines: parks, docks, bridges, names and landmarks. Quiet, so that the stations win.

import { s } from "../lib/dom.js";
import { BRIDGES, DISTRICTS, DOCKS, LAKE, LANDMARKS, PARKS, TOWER_BRIDGE } from "./city_data.js";
import { smoothPath } from "./geometry.js";

/** The boards that show London. */
const LONDON = ["london", "london-2013"];

/** @param {import("../lib/types").BoardData} data */
export const showsCity = ({ name }) => LONDON.includes(name);

/** A closed outline with soft corners. @param {import("./city_data.js").Spot[]} spots */
export function softOutline(spots) {
  const turned = [...spots.slice(-2), ...spots, ...spots.slice(0, 2)];
  // The ends lie where the outline begins, so that it closes without a corner.
  const path = smoothPath(turned);
  const [, , ...curves] = path.split("C");
  const [x, y] = turned[1];
  return `M${x} ${y}C${curves.slice(0, spots.length + 1).join("C")}Z`;
}

/** What lies below the river. */
export const parks = () =>
  s(
    "g.city",
    {},
    PARKS.map((spots) => s("path.park", { d: softOutline(spots) })),
    s("path.lake", { d: LAKE }),
  );

/** What lies on the river and on the land. */
export const buildings = () =>
  s(
    "g.city",
    {},
    DOCKS.map(([x, y, wide, high, turn]) =>
      s("rect.dock", {
        x: -wide / 2,
        y: -high / 2,
        width: wide,
        height: high,
        rx: 5,
        transform: `translate(${x} ${y}) rotate(${turn})`,
      }),
    ),
    BRIDGES.map(([x, y, turn, long]) =>
      s(
        "g.bridge",
        { transform: `translate(${x} ${y}) rotate(${turn})` },
        s("rect.deck", { x: -long / 2, y: -11, width: long, height: 22 }),
        s("path.parapet", { d: `M${-long / 2} -11H${long / 2}M${-long / 2} 11H${long / 2}` }),
      ),
    ),
    towers(),
    LANDMARKS.map(({ x, y, d }) => s("path.landmark", { transform: `translate(${x} ${y})`, d })),
    DISTRICTS.map(([name, x, y]) => s("text.district", { x, y }, name)),
  );

/** The two towers on their bridge. */
function towers() {
  const { x, y, turn } = TOWER_BRIDGE;
  return s(
    "g.bridge",
    { transform: `translate(${x} ${y}) rotate(${turn})` },
    s("rect.tower", { x: -26, y: -13, width: 13, height: 26 }),
    s("rect.tower", { x: 13, y: -13, width: 13, height: 26 }),
  );
}
