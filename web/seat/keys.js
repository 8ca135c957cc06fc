// The keyboard on the page of a game.

import { badge } from "../board/board.js";
import { dialog, h, s } from "../lib/dom.js";

/** @typedef {import("./game_screen.js").Table} Table */

/** Digits typed within this time belong to one number, in milliseconds. */
const TYPING = 1200;
const ARROWS = ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"];

export class Keys {
  /**
   * @param {Table} table
   * @param {{
   *   enter: (station: number) => void, escape: () => boolean, double: () => void, next: () => void, undo: () => void,
   *   help: (kind: "candidates" | "belief" | "hint") => void, confirm: () => unknown, busy: () => boolean,
   * }} actions
   */
  constructor(table, actions) {
    this.table = table;
    this.actions = actions;
    this.digits = "";
    this.timer = 0;
    this.listener = (/** @type {KeyboardEvent} */ event) => this.key(event);
    document.addEventListener("keydown", this.listener);
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const target = /** @type {HTMLElement} */ (event.target);
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (document.querySelector("dialog[open]") || target.closest("input, select, textarea, [role=radiogroup]")) return;
    if (this.handle(event.key, event.shiftKey, target)) event.preventDefault();
  }

  /**
   * @param {string} key
   * @param {boolean} shift
   * @param {HTMLElement} target
   * @returns {boolean} whether the key meant something
   */
  handle(key, shift, target) {
    const { table, actions } = this;
    const { viewport } = table.board;
    if (key === "Escape") return actions.escape();
    if (actions.busy()) return false;
    if (ARROWS.includes(key)) {
      if (shift) {
        viewport.pan(
          key === "ArrowLeft" ? 80 : key === "ArrowRight" ? -80 : 0,
          key === "ArrowUp" ? 80 : key === "ArrowDown" ? -80 : 0,
        );
        return true;
      }
      return table.targets.walk(key, this.start());
    }
    if (key === "Enter" || key === " ") return this.enter(target);
    if (/^\d$/.test(key)) return this.digit(key);
    switch (key.toLowerCase()) {
      case "+":
      case "=":
        viewport.zoom(1.25);
        return true;
      case "-":
        viewport.zoom(0.8);
        return true;
      case "f":
        viewport.fit(true);
        return true;
      case "d":
        actions.double();
        return true;
      case "n":
        actions.next();
        return true;
      case "u":
        actions.undo();
        return true;
      case "c":
        actions.help("candidates");
        return true;
      case "p":
        actions.help("belief");
        return true;
      case "h":
        actions.help("hint");
        return true;
      case "?":
        showKeys();
        return true;
      default:
        return false;
    }
  }

  /** @param {HTMLElement} target */
  enter(target) {
    // A focused button works by itself, except the buttons on the map.
    if (target.closest("button, a, summary")) return false;
    const { current } = this.table.targets;
    if (current !== null) this.actions.enter(current);
    else if (!this.actions.confirm()) return false;
    return true;
  }

  /** @param {string} digit */
  digit(digit) {
    clearTimeout(this.timer);
    this.digits = (this.digits + digit).slice(-3);
    this.timer = setTimeout(() => {
      this.digits = "";
    }, TYPING);
    const n = Number(this.digits);
    if (!this.table.targets.focus(n) && this.table.board.stations.has(n)) {
      this.table.board.viewport.reveal(this.table.board.station(n));
    }
    return true;
  }

  /** Where arrows start when nothing has the focus: the piece whose turn it is. */
  start() {
    for (const { group, at } of this.table.pieces.pieces.values()) {
      if (group.classList.contains("active")) return at;
    }
    return null;
  }

  close() {
    document.removeEventListener("keydown", this.listener);
    clearTimeout(this.timer);
  }
}

const RULES = [
  "Mr X moves first, hidden. Everybody sees only which ticket he used, and where he is in the framed slots of his log.",
  "Then each detective moves one line: taxi, bus or underground, while his tickets last.",
  "A detective who enters Mr X's station has caught him. If the log is full first, Mr X has escaped.",
  "A black ticket hides what Mr X rode, and alone pays the ferry. A double move is two steps in one turn.",
  "Nobody may enter a station where a detective stands.",
];

/** How each transport looks on the map. */
function legend() {
  const example = (
    /** @type {import("../lib/types").Transport} */ kind,
    /** @type {import("../lib/types").Transport[]} */ transports,
  ) => {
    const strokes = kind === "ferry" ? ["body"] : kind === "taxi" ? ["case", "body"] : ["case", "body", "core"];
    return h(
      "li",
      {},
      s(
        "svg.legend-picture",
        { viewBox: "0 0 140 60", "aria-hidden": "true" },
        strokes.map((stroke) => s(`path.line.${kind}.${stroke}`, { d: "M34 30H136" })),
        badge({ n: 46, x: 34, y: 30, transports }),
      ),
      h("span", {}, kind.charAt(0).toUpperCase() + kind.slice(1)),
    );
  };
  return h(
    "ul.legend",
    { "aria-label": "Lines and stations" },
    example("taxi", ["taxi"]),
    example("bus", ["taxi", "bus"]),
    example("underground", ["taxi", "bus", "underground"]),
    example("ferry", ["taxi", "ferry"]),
  );
}

/** How to play, and the keys. */
export function showKeys() {
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
