// How the assistant begins: the edition on the table, or a log of an earlier evening.

import { api } from "../lib/api.js";
import { segmented, select, toggle } from "../lib/controls.js";
import { fill, h } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { showFault } from "../lib/messages.js";
import { countChoices, rulesChoices } from "../lib/rules.js";
import { joinForm } from "./join.js";
import { setupOf } from "./setup.js";
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

/**
 * @param {RulesInfo[]} all
 * @param {(log: TableLog) => void} onstart
 */
export function startForm(all, onstart) {
  const london = all.filter(({ is_grid }) => !is_grid);
  let rules = london[0];
  let count = rules.detectives;
  /** @type {import("./table_log.js").Role} */
  let role = "detectives";
  let middle = false;
  /** @type {ReturnType<typeof joinForm> | null} */
  let join = null;
  const choices = h("div.assist-choices");
  const begin = async () => {
    const joining = middle ? join?.read() : null;
    try {
      const setup = joining ? setupOf(joining, rules, (await api.board(rules.name)).lines) : null;
      onstart(new TableLog(rules, count, [], { role, setup }));
    } catch (fault) {
      showFault(fault);
    }
  };
  const draw = () => {
    join = middle ? joinForm(rules, count) : null;
    fill(
      choices,
      h("h2", {}, t("assist.begin.title")),
      h("p", {}, t(role === "mr_x" ? "assist.begin.text.mr_x" : "assist.begin.text")),
      segmented(t("assist.role"), roles(), role, (id) => {
        role = id;
        draw();
      }),
      select(t("assist.begin.rules"), rulesChoices(london), rules.name, (name) => {
        rules = london.find((other) => other.name === name) ?? rules;
        count = rules.detectives;
        draw();
      }),
      select(t("assist.begin.count"), countChoices(rules), String(count), (id) => {
        count = Number(id);
        if (middle) draw();
      }),
      toggle(t("assist.middle"), middle, (on) => {
        middle = on;
        draw();
        /** @type {HTMLElement | null} */ (choices.querySelector(".switch input"))?.focus();
      }),
      join?.element ?? null,
      h("button.primary.big-touch", { onclick: () => void begin() }, t("assist.begin")),
    );
  };
  draw();
  return h("div.assist-start.page", {}, choices);
}

/** @returns {{ id: import("./table_log.js").Role, name: string }[]} */
const roles = () => [
  { id: "detectives", name: t("assist.role.detectives") },
  { id: "mr_x", name: t("assist.role.mr_x") },
];
