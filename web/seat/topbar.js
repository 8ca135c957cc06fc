// The bar at the top of every page, and the settings.

import { dialog, h, segmented, toggle } from "../lib/dom.js";
import { icon, logo } from "../lib/icons.js";
import { showKeys } from "./keys.js";
import { nameField } from "./names.js";
import { change, settings } from "../lib/store.js";

const PAGES = [
  ["#/games", "Games"],
  ["#/assistant", "Assistant"],
  ["#/lab", "Lab"],
];

/** @param {string} title */
export function topbar(title) {
  document.title = title ? `${title} · Yard` : "Yard";
  return h(
    "header.topbar",
    {},
    h("a.home-link", { href: "#/", "aria-label": "Yard: to the start" }, logo(), h("span.home-name", {}, "Yard")),
    title ? h("h1.title", {}, title) : h("span.title"),
    h(
      "nav",
      { "aria-label": "Pages" },
      PAGES.map(([href, name]) =>
        h("a", { href, "aria-current": location.hash.startsWith(href) ? "page" : false }, name),
      ),
    ),
    h(
      "button.icon.keys-button",
      { "aria-label": "How to play", title: "How to play (?)", onclick: showKeys },
      icon("question"),
    ),
    h("button.icon", { "aria-label": "Settings", title: "Settings", onclick: showSettings }, icon("gear")),
  );
}

export function showSettings() {
  dialog(
    "Settings",
    [
      h(
        "div.rows",
        {},
        h(
          "div.row",
          {},
          h("span", {}, "Colours"),
          segmented(
            "Colours",
            [
              { id: "auto", name: "As the system" },
              { id: "light", name: "Light" },
              { id: "dark", name: "Dark" },
            ],
            settings.theme,
            (theme) => change({ theme }),
          ),
        ),
        h(
          "div.row",
          {},
          h("span", {}, "Map goes where the action is"),
          segmented(
            "Map goes where the action is",
            [
              { id: "auto", name: "On phones" },
              { id: "on", name: "Always" },
              { id: "off", name: "Never" },
            ],
            settings.follow,
            (follow) => change({ follow }),
          ),
        ),
        nameField(settings.name, () => {}),
        toggle("Pieces glide along their lines", settings.motion, (motion) => change({ motion })),
        toggle("Ask before a move is made", settings.confirm, (confirm) => change({ confirm })),
        h(
          "nav.settings-nav",
          { "aria-label": "Other pages" },
          PAGES.map(([href, name]) => h("a", { href }, name)),
          h("a", { href: "#/" }, "Start"),
          h("button", { onclick: showKeys }, "How to play"),
        ),
      ),
    ],
    { close: "Done" },
  );
}
