// Games that live in this browser alone: saved as a file, and taken in from one.

import { pack, unpack } from "../lib/bundle.js";
import { fill, h } from "../lib/dom.js";
import { engine } from "../lib/engine.js";
import { byCode, t } from "../lib/i18n.js";
import { dialog, showFault } from "../lib/messages.js";

export function showGamesFile() {
  const told = h("div", { "aria-live": "polite" });
  const save = async () => {
    const file = await engine().exportGames?.(pack());
    if (!file) return;
    const day = new Date().toISOString().slice(0, 10);
    /** @type {HTMLAnchorElement} */ (h("a", { download: `yard-games-${day}.yard`, href: file.url })).click();
    setTimeout(() => URL.revokeObjectURL(file.url), 10000);
  };
  const field = /** @type {HTMLInputElement} */ (
    h("input", { type: "file", hidden: true, "aria-label": t("local.bring"), onchange: () => void take() })
  );
  const take = async () => {
    const file = field.files?.[0];
    field.value = "";
    if (!file) return;
    try {
      const brought = await engine().bringGames?.(file);
      if (brought) fill(told, report(brought));
    } catch (fault) {
      showFault(fault);
    }
  };
  dialog(
    t("settings.moving"),
    [
      h("p", {}, t("local.games")),
      h("button", { onclick: () => void save().catch(showFault) }, t("local.export")),
      h("span", {}, h("button", { onclick: () => field.click() }, t("local.bring")), field),
      told,
    ],
    { close: t("done") },
  );
}

/** What became of a file. @param {import("../lib/engine.js").Brought} brought */
function report({ taken = 0, known = 0, damaged = 0, page, code, error = "" }) {
  if (code) return h("p.fault", {}, byCode(`fault.${code}`, error));
  // The seats of the games are among what the page remembers.
  if (page) unpack(page);
  return [
    h("p", {}, t("local.brought", { n: taken })),
    known > 0 ? h("p.quiet", {}, t("local.brought.known", { n: known })) : null,
    damaged > 0 ? h("p.fault", {}, t("local.brought.damaged", { n: damaged })) : null,
  ];
}
