// The offer to learn the game, on the first visit.

import { h } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { heldGames } from "../lib/store.js";
import { knowsTheGame, noteLearned } from "./tutorial.js";

/** Null for those who have played, learned or declined. */
export function firstVisit() {
  if (knowsTheGame() || heldGames().length > 0) return null;
  const offer = h(
    "section.first-visit",
    { "aria-label": t("learn.offer") },
    h("span", {}, h("b", {}, t("learn.offer")), h("span", {}, t("learn.offer.text"))),
    h("a.button.primary", { href: "#/learn" }, t("learn.offer.start")),
    h(
      "button.quiet-button",
      {
        onclick: () => {
          noteLearned();
          offer.remove();
        },
      },
      t("learn.offer.no"),
    ),
  );
  return offer;
}
