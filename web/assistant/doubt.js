// What does not fit in the log of a real table, and which entry is probably wrong.

import { fill, h } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { messageText } from "../lib/message_text.js";
import { TableLog } from "./table_log.js";

/** @typedef {import("./table.js").Table<any>} Table */

/** @param {HTMLElement} place @param {Table} table */
export function drawDoubt(place, table) {
  const { doubt, log } = table;
  if (!doubt) return fill(place);
  const use = (/** @type {string} */ record) => {
    const corrected = TableLog.parse(record, [log.rules]);
    if (corrected) table.replace(corrected);
  };
  fill(
    place,
    h("p.doubt-problem", { role: "alert" }, doubt.problem ? messageText(doubt.problem) : t("assist.fault")),
    doubt.corrections.length > 0
      ? [
          h("p", {}, t("assist.perhaps")),
          h(
            "ul",
            {},
            doubt.corrections.map(({ message, record }) =>
              h(
                "li",
                {},
                h("span", {}, messageText(message)),
                h("button", { onclick: () => use(record) }, t("assist.correct")),
              ),
            ),
          ),
        ]
      : null,
    h("p.quiet", {}, t("assist.fault.text")),
  );
}
