// How to play, in a dialog: the rules of the edition that is played, the legend of the map, and the keys.

import { legend } from "../board/legend.js";
import { api } from "../lib/api.js";
import { fill, h } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { dialog } from "../lib/messages.js";
import { rulesTitle } from "../lib/rules.js";
import { rulesLines } from "./rules_text.js";

/** @typedef {import("../lib/types").RulesInfo} RulesInfo */

/** What is played on this page; elsewhere the classic rules are told. @type {{ rules: RulesInfo, count: number } | null} */
let edition = null;

/** @param {RulesInfo | null} rules @param {number} [count] of detectives */
export function useEdition(rules, count = rules?.detectives ?? 0) {
  edition = rules ? { rules, count } : null;
}

/** @param {HTMLElement} place */
async function drawRules(place) {
  const { rules, count } = edition ?? { rules: await api.oneRules("classic"), count: 5 };
  fill(
    place,
    h("h3", {}, rulesTitle(rules)),
    h(
      "ul.how",
      {},
      rulesLines(rules, count).map((line) => h("li", {}, line)),
    ),
  );
}

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
    ["Z", t("key.undo.text")],
    ["C · P · H", t("key.help.text")],
    ["+ − F", t("key.zoom.text")],
    [t("key.pan"), t("key.pan.text")],
  ];
  const rules = h("div");
  void drawRules(rules).catch(() => {});
  dialog(
    t("how.title"),
    [
      rules,
      legend(),
      h("a.button", { href: "#/learn" }, t("how.tutorial")),
      h("a", { href: "docs/", target: "_blank", rel: "noopener" }, t("how.docs")),
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
