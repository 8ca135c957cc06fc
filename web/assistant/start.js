// How the assistant begins: the edition on the table, or a log of an earlier evening.

import { api } from "../lib/api.js";
import { select } from "../lib/controls.js";
import { fill, h } from "../lib/dom.js";
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
      h("span", {}, h("b", {}, name), h("small.quiet", {}, ` ${log.slots} slots`)),
      h(
        "span.row-buttons",
        {},
        h("button", { onclick: () => onopen(log) }, "Open"),
        h(
          "button.icon",
          {
            "aria-label": `Forget ${name}`,
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
  return rows.length ? h("section", {}, h("h3", {}, "Earlier tables"), h("ul.games", {}, rows)) : null;
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
      h("h2", {}, "The cardboard game in front of you?"),
      h(
        "p",
        {},
        "Tap in the detectives' stations and the tickets Mr X lays down. Yard shows where he can be, how likely each station is, and where your detectives should go.",
      ),
      select("Rules of your edition", rulesChoices(london), rules.name, (name) => {
        rules = london.find((other) => other.name === name) ?? rules;
        count = rules.detectives;
        draw();
      }),
      select("Detectives", countChoices(rules), String(count), (id) => {
        count = Number(id);
      }),
      h("button.primary.big-touch", { onclick: () => onstart(new TableLog(rules, count)) }, "Begin"),
    );
  };
  draw();
  return h("div.assist-start.page", {}, choices);
}
