// Moving to another device: a code is shown here and typed in there, once.

import { api } from "../lib/api.js";
import { pack, unpack } from "../lib/bundle.js";
import { textField } from "../lib/controls.js";
import { fill, h } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { dialog, showFault } from "../lib/messages.js";

export function showMoving() {
  const shown = h("div", { "aria-live": "polite" });
  const give = async () => {
    try {
      const { code, expires } = await api.pack(pack());
      const minutes = Math.max(1, Math.round((expires - Date.now()) / 60000));
      fill(shown, h("p.moving-code", {}, h("code", {}, code)), h("p.quiet", {}, t("moving.within", { n: minutes })));
    } catch (fault) {
      showFault(fault);
    }
  };
  let typed = "";
  const take = async () => {
    try {
      const { bundle } = await api.unpack(typed);
      const before = unpack(bundle);
      // The games that this browser made before belong to the same person now.
      if (before) await api.mergeOwner(before);
      location.hash = "#/games";
      location.reload();
    } catch (fault) {
      showFault(fault);
    }
  };
  dialog(t("settings.moving"), [
    h("p", {}, t("moving.text")),
    h("h3", {}, t("moving.from")),
    h("button", { onclick: () => void give() }, t("moving.show")),
    shown,
    h("h3", {}, t("moving.to")),
    h(
      "form.moving-form",
      {
        onsubmit: (/** @type {Event} */ event) => {
          event.preventDefault();
          void take();
        },
      },
      textField(
        t("moving.code"),
        "",
        (text) => {
          typed = text;
        },
        { autocomplete: "off", placeholder: "XXXX-XXXX-XXXX-XXXX-XXXX" },
      ),
      h("button.primary", { type: "submit" }, t("moving.take")),
    ),
    h("p.quiet", {}, t("moving.secret")),
  ]);
}
