// How to play, in a dialog: the rules, the legend of the map, and the keys.

import { legend } from "../board/legend.js";
import { h } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { dialog } from "../lib/messages.js";

const RULES = /** @type {const} */ ([1, 2, 3, 4, 5]);

/** How to play, and the keys. */
export function showHowToPlay() {
  const rows = [
    [t("key.arrows"), t("key.arrows.text")],
    [t("key.digits"), t("key.digits.text")],
    [t("key.enter"), t("key.enter.text")],
    ["T B U K", t("key.tickets.text")],
    ["D", t("key.double.text")],
    ["Esc", t("key.esc.text")],
    ["N", t("key.next.text")],
    ["U", t("key.undo.text")],
    ["C · P · H", t("key.help.text")],
    ["+ − F", t("key.zoom.text")],
    [t("key.pan"), t("key.pan.text")],
  ];
  dialog(
    t("how.title"),
    [
      h(
        "ul.how",
        {},
        RULES.map((rule) => h("li", {}, t(`how.rules.${rule}`))),
      ),
      legend(),
      h("h3", {}, t("how.keys")),
      h(
        "dl.keys",
        {},
        rows.flatMap(([keys, what]) => [h("dt", {}, h("kbd", {}, keys)), h("dd", {}, what)]),
      ),
    ],
    { close: t("how.good"), wide: true },
  );
}
