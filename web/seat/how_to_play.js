// How to play, in a dialog: the rules, the legend of the map, and the keys.

import { legend } from "../board/legend.js";
import { h } from "../lib/dom.js";
import { dialog } from "../lib/messages.js";

const RULES = [
  "Mr X moves first, hidden. Everybody sees only which ticket he used, and where he is in the framed slots of his log.",
  "Then each detective moves one line: taxi, bus or underground, while his tickets last.",
  "A detective who enters Mr X's station has caught him. If the log is full first, Mr X has escaped.",
  "A black ticket hides what Mr X rode, and alone pays the ferry. A double move is two steps in one turn.",
  "Nobody may enter a station where a detective stands.",
];

/** How to play, and the keys. */
export function showHowToPlay() {
  const rows = [
    ["Arrows", "walk the lit stations"],
    ["Digits", "jump to a station"],
    ["Enter", "move there"],
    ["T B U K", "pay with this ticket, where the menu asks"],
    ["D", "double move"],
    ["Esc", "take the step back"],
    ["N", "next detective (where they move in any order)"],
    ["U", "take back the last move"],
    ["C · P · H", "candidates · probabilities · hint"],
    ["+ − F", "zoom in, out, whole board"],
    ["Shift + arrows", "move the map"],
  ];
  dialog(
    "How to play",
    [
      h(
        "ul.how",
        {},
        RULES.map((rule) => h("li", {}, rule)),
      ),
      legend(),
      h("h3", {}, "Keys"),
      h(
        "dl.keys",
        {},
        rows.flatMap(([keys, what]) => [h("dt", {}, h("kbd", {}, keys)), h("dd", {}, what)]),
      ),
    ],
    { close: "Good", wide: true },
  );
}
