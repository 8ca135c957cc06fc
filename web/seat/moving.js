// Moving to another device: a code is shown here and typed in there, once.

import { api } from "../lib/api.js";
import { pack, unpack } from "../lib/bundle.js";
import { textField } from "../lib/controls.js";
import { fill, h } from "../lib/dom.js";
import { dialog, showFault } from "../lib/messages.js";

export function showMoving() {
  const shown = h("div", { "aria-live": "polite" });
  const give = async () => {
    try {
      const { code, expires } = await api.pack(pack());
      const minutes = Math.max(1, Math.round((expires - Date.now()) / 60000));
      fill(
        shown,
        h("p.moving-code", {}, h("code", {}, code)),
        h("p.quiet", {}, `Type it in on the other device within ${minutes} minutes. It works once.`),
      );
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
  dialog("Move to another device", [
    h("p", {}, "Your games, your seats and your settings are known to this browser only. A code takes them along."),
    h("h3", {}, "From here"),
    h("button", { onclick: () => void give() }, "Show a code"),
    shown,
    h("h3", {}, "To here"),
    h(
      "form.moving-form",
      {
        onsubmit: (/** @type {Event} */ event) => {
          event.preventDefault();
          void take();
        },
      },
      textField(
        "Code of the other device",
        "",
        (text) => {
          typed = text;
        },
        { autocomplete: "off", placeholder: "XXXX-XXXX-XXXX-XXXX-XXXX" },
      ),
      h("button.primary", { type: "submit" }, "Take over"),
    ),
    h("p.quiet", {}, "Whoever has the code has your seats, so show it to nobody."),
  ]);
}
