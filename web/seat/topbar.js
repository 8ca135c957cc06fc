// The bar at the top of every page.

import { h } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { icon, logo } from "../lib/icons.js";
import { showHowToPlay, useEdition } from "./how_to_play.js";
import { pages, showSettings } from "./settings.js";

/** @param {string} title */
export function topbar(title) {
  useEdition(null);
  document.title = title ? t("game.page_title", { title }) : t("app.name");
  return h(
    "header.topbar",
    {},
    h("a.home-link", { href: "#/", "aria-label": t("app.start") }, logo(), h("span.home-name", {}, t("app.name"))),
    title ? h("h1.title", {}, title) : h("span.title"),
    h(
      "nav",
      { "aria-label": t("nav.pages") },
      pages().map(([href, name]) =>
        h("a", { href, "aria-current": location.hash.startsWith(href) ? "page" : false }, name),
      ),
    ),
    h(
      "button.icon.keys-button",
      { "aria-label": t("how.title"), title: t("how.title.key"), onclick: showHowToPlay },
      icon("question"),
    ),
    h(
      "button.icon",
      { "aria-label": t("settings.title"), title: t("settings.title"), onclick: showSettings },
      icon("gear"),
    ),
  );
}
