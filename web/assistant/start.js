// How the assistant begins: the edition on the table, or a log of an earlier evening.

import { api } from "../lib/api.js";
import { select } from "../lib/controls.js";
import { fill, h } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { countChoices, rulesChoices } from "../lib/rules.js";
import { TableLog } from "./table_log.js";

/** @typedef {import("../lib/types").RulesInfo} RulesInfo */

/**
 * Logs of earlier evenings, kept by the server.
 * @param {RulesInfo[]} rules
 * @param {(log: TableLog) => void} onopen
 */
export async function savedLogs(rules, onopen) {
  const { saved } = await api.savedLogs().catch(() => ({ saved: [] }));
  const rows = saved.flatMap(({ name, record }) => {
    const log = TableLog.parse(record, rules);
    if (!log) return [];
    const row = h(
      "li.game-row",
      {},
      h("span", {}, h("b", {}, name), h("small.quiet", {}, ` ${t("assist.slots", { n: log.slots })}`)),
      h(
        "span.row-buttons",
        {},
        h("button", { onclick: () => onopen(log) }, t("open")),
        h(
          "button.icon",
          {
            "aria-label": t("assist.forget", { name }),
            onclick: () => {
              row.remove();
              api.forgetLog(name).catch(() => {});
            },
          },
          "✕",
        ),
      ),
    );
    return [row];
  });
  return rows.length ? h("section", {}, h("h3", {}, t("assist.earlier")), h("ul.games", {}, rows)) : null;
}

/** @param {RulesInfo[]} all @param {(log: TableLog) => void} onstart */
export function startForm(all, onstart) {
  const london = all.filter(({ is_grid }) => !is_grid);
  let rules = london[0];
  let count = rules.detectives;
  const choices = h("div.assist-choices");
  const draw = () => {
    fill(
      choices,
      h("h2", {}, t("assist.begin.title")),
      h("p", {}, t("assist.begin.text")),
      select(t("assist.begin.rules"), rulesChoices(london), rules.name, (name) => {
        rules = london.find((other) => other.name === name) ?? rules;
        count = rules.detectives;
        draw();
      }),
      select(t("assist.begin.count"), countChoices(rules), String(count), (id) => {
        count = Number(id);
      }),
      h("button.primary.big-touch", { onclick: () => onstart(new TableLog(rules, count)) }, t("assist.begin")),
    );
  };
  draw();
  return h("div.assist-start.page", {}, choices);
}
