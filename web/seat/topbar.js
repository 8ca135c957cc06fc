// The bar at the top of every page.

import { h } from "../lib/dom.js";
import { icon, logo } from "../lib/icons.js";
import { showHowToPlay } from "./how_to_play.js";
import { PAGES, showSettings } from "./settings.js";

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
      { "aria-label": "How to play", title: "How to play (?)", onclick: showHowToPlay },
      icon("question"),
    ),
    h("button.icon", { "aria-label": "Settings", title: "Settings", onclick: showSettings }, icon("gear")),
  );
}
