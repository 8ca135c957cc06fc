// Recovery codes: shown once to the one who sits down, and typed in where a seat was lost.

import { recoverAddress, seatAddress } from "../lib/addresses.js";
import { api } from "../lib/api.js";
import { textField } from "../lib/controls.js";
import { fill, h } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { showFault } from "../lib/messages.js";
import { heldGame, holdSeat, updateGame } from "../lib/store.js";
import { faultText } from "../lib/text.js";
import { copy } from "./links.js";
import { wholeAddress } from "./network.js";

/**
 * The code of a seat until the person has noted it, and a way to new keys.
 * @param {import("../lib/types").View} view
 * @param {import("../lib/types").SeatKey} seat
 */
export function recoverySection(view, { id, token, name }) {
  if (!name) return null;
  const place = h("div.recovery-body");
  const draw = () => {
    const code = heldGame(id)?.recovery?.[view.seat];
    const text = `${wholeAddress(recoverAddress(id))}\n${code}`;
    const noted = () => {
      const { [view.seat]: _, ...others } = heldGame(id)?.recovery ?? {};
      updateGame(id, { recovery: others });
      draw();
    };
    fill(
      place,
      code
        ? [
            h("p.quiet", {}, t("recovery.text")),
            h("output.code", { "aria-label": t("recovery.code") }, code),
            h(
              "div.button-grid",
              {},
              h("button", { onclick: () => void copy(text, t("copied.code")).catch(showFault) }, t("copy")),
              h("button", { onclick: noted }, t("recovery.noted")),
            ),
          ]
        : [h("p.quiet", {}, t("recovery.shown")), h("button", { onclick: () => void renew() }, t("recovery.new"))],
    );
  };
  const renew = async () => {
    try {
      holdSeat(id, await api.newKeys(id, token));
      // The socket of the old key is closed by the server; the page begins anew with the new one.
      location.reload();
    } catch (fault) {
      showFault(fault);
    }
  };
  draw();
  return h("details.recovery", {}, h("summary", {}, t("recovery.title")), place);
}

/**
 * A field for the code of a lost seat.
 * @param {string} id
 */
export function recoveryForm(id) {
  let code = "";
  const fault = h("div", { role: "alert" });
  const submit = async () => {
    try {
      const seated = await api.recover(id, code);
      holdSeat(id, seated);
      updateGame(id, { seat: seatAddress(id, seated.seat) });
      location.replace(seatAddress(id, seated.seat));
    } catch (cause) {
      fill(fault, h("p.fault", {}, faultText(cause)));
    }
  };
  const field = textField(
    t("recovery.code"),
    "",
    (text) => {
      code = text;
    },
    {
      autocomplete: "off",
      autocapitalize: "characters",
      placeholder: "XXXXX-XXXXX-XXXXX-XXXXX-XXXXX",
      onkeydown: (/** @type {KeyboardEvent} */ { key }) => key === "Enter" && void submit(),
    },
  );
  return h(
    "section.recover",
    {},
    h("h2", {}, t("recover.title")),
    h("p.quiet", {}, t("recover.text")),
    field,
    h("button.primary", { onclick: () => void submit() }, t("recover.get")),
    fault,
  );
}
