// What a person is called: kept by the browser, sent to the server, shown to everybody at the table.

import { api } from "../lib/api.js";
import { textField } from "../lib/controls.js";
import { t } from "../lib/i18n.js";
import { showFault } from "../lib/messages.js";
import { changeSettings } from "../lib/store.js";

/** The server takes no longer ones. */
const LONGEST = 40;

/** @param {import("../lib/types").SeatKey} seat @param {string} name */
export const sendName = (seat, name) => api.name(seat.id, seat.token, name).catch(showFault);

/**
 * A field for one's name, kept for the next game.
 * @param {string} value
 * @param {(name: string) => void} [ondone] told when the person is done
 * @param {string} [label]
 */
export function nameField(value, ondone, label = t("name.label")) {
  const field = textField(label, value, () => {}, {
    maxlength: LONGEST,
    autocomplete: "nickname",
    placeholder: t("name.none"),
    onchange: (/** @type {{ target: HTMLInputElement }} */ { target }) => {
      const name = target.value.trim();
      changeSettings({ name });
      ondone?.(name);
    },
  });
  field.classList.add("name-field");
  return field;
}
