// The settings, in a dialog.

import { segmented, toggle } from "../lib/controls.js";
import { h } from "../lib/dom.js";
import { dialog } from "../lib/messages.js";
import { changeSettings, settings } from "../lib/store.js";
import { showHowToPlay } from "./how_to_play.js";
import { showMoving } from "./moving.js";
import { nameField } from "./name_field.js";

/** The pages that every page leads to: address and name. */
export const PAGES = [
  ["#/games", "Games"],
  ["#/assistant", "Assistant"],
  ["#/lab", "Lab"],
];

/**
 * @template {string} T
 * @param {string} label
 * @param {{ id: T, name: string }[]} choices
 * @param {T} chosen
 * @param {(id: T) => void} onchoose
 */
const choiceRow = (label, choices, chosen, onchoose) =>
  h("div.row", {}, h("span", {}, label), segmented(label, choices, chosen, onchoose));

export function showSettings() {
  dialog(
    "Settings",
    [
      h(
        "div.rows",
        {},
        choiceRow(
          "Colours",
          [
            { id: "auto", name: "As the system" },
            { id: "light", name: "Light" },
            { id: "dark", name: "Dark" },
          ],
          settings.theme,
          (theme) => changeSettings({ theme }),
        ),
        choiceRow(
          "Map goes where the action is",
          [
            { id: "auto", name: "On phones" },
            { id: "on", name: "Always" },
            { id: "off", name: "Never" },
          ],
          settings.follow,
          (follow) => changeSettings({ follow }),
        ),
        nameField(settings.name),
        toggle("Pieces glide along their lines", settings.motion, (motion) => changeSettings({ motion })),
        toggle("Ask before a move is made", settings.confirm, (confirm) => changeSettings({ confirm })),
        h(
          "nav.settings-nav",
          { "aria-label": "Other pages" },
          PAGES.map(([href, name]) => h("a", { href }, name)),
          h("a", { href: "#/" }, "Start"),
          h("button", { onclick: showHowToPlay }, "How to play"),
          h("button", { onclick: showMoving }, "Move to another device"),
        ),
      ),
    ],
    { close: "Done" },
  );
}
