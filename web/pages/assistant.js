// The assistant for a game on cardboard: the log of the last evening, or the form that starts one.

import { Assistant } from "../assistant/assistant.js";
import { MrXAssistant } from "../assistant/mr_x_assistant.js";
import { savedLogs, startForm } from "../assistant/start.js";
import { TableLog } from "../assistant/table_log.js";
import { api } from "../lib/api.js";
import { t } from "../lib/i18n.js";
import { memory } from "../lib/store.js";
import { topbar } from "../seat/topbar.js";

/**
 * `#/assistant`: goes on with the last log, or asks which rules are on the table.
 * @type {import("../lib/router.js").Show}
 */
export async function showAssistant(place, _parts, query) {
  const rules = await api.rules();
  place.append(topbar(t("page.assistant")));
  const saved = memory.read("assistant", /** @type {import("../assistant/table_log.js").SavedLog | null} */ (null));
  const known = saved && rules.find(({ name }) => name === saved.rules);
  /** @type {Assistant | MrXAssistant | null} */
  let assistant = null;
  const open = async (/** @type {TableLog} */ log) => {
    const data = await api.board(log.rules.name);
    place.querySelector(".assist-start")?.remove();
    assistant = log.role === "mr_x" ? new MrXAssistant(place, data, log) : new Assistant(place, data, log);
  };
  if (known && saved && saved.events.length > 0 && !query.has("new")) await open(TableLog.restore(saved, known));
  else {
    const form = startForm(rules, (log) => void open(log));
    place.append(form);
    void savedLogs(rules, (log) => void open(log)).then((list) => list && form.append(list));
  }
  return { leave: () => assistant?.close() };
}
