// Icons, drawn by us on a field of 24 × 24.

import { s } from "./dom.js";

const SHAPES = {
  plus: "M12 5V19M5 12H19",
  minus: "M5 12H19",
  fit: "M4 9V4H9M15 4H20V9M20 15V20H15M9 20H4V15",
  gear: "M12 8.5A3.5 3.5 0 1 0 12 15.5A3.5 3.5 0 1 0 12 8.5M12 2.5V5.5M12 18.5V21.5M2.5 12H5.5M18.5 12H21.5M5.3 5.3L7.4 7.4M16.6 16.6L18.7 18.7M5.3 18.7L7.4 16.6M16.6 7.4L18.7 5.3",
  back: "M14.5 5L7.5 12L14.5 19",
  undo: "M9 5L4 10L9 15M4.5 10H14A5.5 5.5 0 0 1 14 21H10",
  play: "M7 4.5L19 12L7 19.5Z",
  pause: "M8 5V19M16 5V19",
  first: "M18 5L9 12L18 19M6 5V19",
  last: "M6 5L15 12L6 19M18 5V19",
  previous: "M15 5L8 12L15 19",
  next: "M9 5L16 12L9 19",
  bulb: "M9.5 18H14.5M10 21H14M8.5 15C6 13 5.5 11 5.5 9.5A6.5 6.5 0 0 1 18.5 9.5C18.5 11 18 13 15.5 15L14.5 18H9.5Z",
  menu: "M4 7H20M4 12H20M4 17H20",
  link: "M10 14L14 10M9 7.5L11.5 5A4.6 4.6 0 0 1 18.5 12L16.5 14.5M15 16.5L12.5 19A4.6 4.6 0 0 1 5.5 12L7.5 9.5",
  eye: "M2.5 12C5.5 6.5 9 5 12 5S18.500 6.500 21.500 12C18.500 17.500 15 19 12 19S5.500 17.500 2.500 12ZM12 9A3 3 0 1 0 12 15A3 3 0 1 0 12 9",
  picture: "M4 5H20V19H4ZM4 16L9 11L13 15L16 12.500L20 16M15.500 8.500V8.600",
  save: "M12 4V15M7 10.500L12 15.500L17 10.500M5 20H19",
  flame:
    "M12 3C13 7 17.500 9 17.500 14.500A5.500 5.500 0 0 1 6.500 14.500C6.500 11.500 8.500 10 9 7.500C10.500 8.500 11 9.500 11.200 11C12.500 9 12.700 6 12 3Z",
  pen: "M4 20L5 15.500L16.500 4L20 7.500L8.500 19ZM14 6.500L17.500 10",
  turn: "M5 8H15A4.500 4.500 0 0 1 15 17H6M9.500 13L5.500 17L9.500 21M14 3.500L19 8L14 12.500",
  escape:
    "M13 4.500A1.600 1.600 0 1 1 13 4.600M6 13L9 8.500L13 8.500L15.500 12H19M12.500 9L10.500 14.500L14 17V21.500M10 15L8 18.500H4.500",
  near: "M12 3V7M12 17V21M3 12H7M17 12H21M12 8.500A3.500 3.500 0 1 0 12 15.500A3.500 3.500 0 1 0 12 8.500",
  share: "M12 15V4M8 7.500L12 3.500L16 7.500M6 11H4.500V20.500H19.500V11H18",
  network:
    "M12 18.500V18.600M8.500 15A5 5 0 0 1 15.500 15M5.500 11.500A9.500 9.500 0 0 1 18.500 11.500M2.500 8A14 14 0 0 1 21.500 8",
  smile:
    "M12 3.500A8.500 8.500 0 1 0 12 20.500A8.500 8.500 0 1 0 12 3.500M9 9.500V10M15 9.500V10M8.500 14A4.500 4.500 0 0 0 15.500 14",
  clock: "M12 3.500A8.500 8.500 0 1 0 12 20.500A8.500 8.500 0 1 0 12 3.500M12 7.500V12L15 14",
  friends:
    "M9 11A3.500 3.500 0 1 0 9 4A3.500 3.500 0 1 0 9 11M2.500 20C2.500 16 5 14 9 14S15.500 16 15.500 20M16 4.300A3.500 3.500 0 0 1 16 10.700M17.500 14.300C20 15 21.500 17 21.500 20",
  puzzle: "M4.500 8H9A2.500 2.500 0 1 1 14 8H18.500V12.500A2.500 2.500 0 1 1 18.500 17V20.500H4.500Z",
  table: "M3 9H21M5 9L4 20M19 9L20 20M7.500 9V5.500H13.500V9M15.500 6.500H18",
  learn: "M2.500 9L12 4.500L21.500 9L12 13.500ZM6.500 11V16.500C9.500 19 14.500 19 17.500 16.500V11M21.500 9V15",
  question: "M9 9A3 3 0 1 1 12.800 11.900C12.200 12.200 12 12.700 12 13.500V14.500M12 18V18.100",
};

/** @typedef {keyof typeof SHAPES} IconName */

/** @param {IconName} name */
export function icon(name) {
  return s(
    `svg.icon-shape${name === "play" ? ".filled" : ""}`,
    { viewBox: "0 0 24 24", "aria-hidden": "true" },
    s("path", { d: SHAPES[name] }),
  );
}

/** A gentleman in hat and collar: Mr X on the front page. */
export function portraitMrX() {
  return s(
    "svg.portrait",
    { viewBox: "0 0 120 120", "aria-hidden": "true" },
    s("circle.portrait-moon", { cx: 60, cy: 56, r: 46 }),
    s("path.portrait-dark", { d: "M14 118C16 92 32 84 46 80L60 94L74 80C88 84 104 92 106 118Z" }),
    s("path.portrait-skin", { d: "M44 50H76V64C76 76 68 84 60 84S44 76 44 64Z" }),
    s("path.portrait-dark", {
      d: "M22 50C34 44 40 46 42 44C42 26 46 16 54 18C58 19 62 19 66 18C74 16 78 26 78 44C80 46 86 44 98 50C90 57 74 58 60 58S30 57 22 50Z",
    }),
    s("path.portrait-band", { d: "M42.500 38C54 43 66 43 77.500 38L78 44C66 49 54 49 42 44Z" }),
    s("path.portrait-dark", { d: "M36 118L44 74L60 96L76 74L84 118Z" }),
    s("path.portrait-light", {
      d: "M49 66A3 2.200 0 1 0 55 66A3 2.200 0 1 0 49 66M65 66A3 2.200 0 1 0 71 66A3 2.200 0 1 0 65 66",
    }),
  );
}

/** A magnifying glass over a crossing: the detectives on the front page. */
export function portraitDetectives() {
  return s(
    "svg.portrait",
    { viewBox: "0 0 120 120", "aria-hidden": "true" },
    s("path.portrait-road.taxi", { d: "M8 84L52 56L112 30" }),
    s("path.portrait-road.bus", { d: "M16 20L52 56L84 112" }),
    s("path.portrait-road.underground", { d: "M4 52L52 56L110 70" }),
    s("circle.portrait-stop", { cx: 52, cy: 56, r: 9 }),
    s("circle.portrait-lens", { cx: 54, cy: 54, r: 32 }),
    s("path.portrait-grip", { d: "M78 78L106 106" }),
    s("path.portrait-glint", { d: "M34 46A22 22 0 0 1 50 32" }),
  );
}

/** The sign of the program. */
export function logo() {
  return s(
    "svg.logo",
    { viewBox: "0 0 32 32", "aria-hidden": "true" },
    s("rect", { x: 1, y: 7, width: 30, height: 18, rx: 6 }),
    s("path", { d: "M11 11.500L21 20.500M21 11.500L11 20.500" }),
  );
}
