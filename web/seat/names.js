// What people are called: kept by the browser, told to the server, shown to everybody at the table.

import { api } from "../lib/api.js";
import { h, toast } from "../lib/dom.js";
import { change, settings } from "../lib/store.js";

/** @typedef {import("../lib/types").View} View */
/** @typedef {import("../lib/types").Seat} Seat */

/** The server takes no longer ones. */
const LONGEST = 40;

/** A person's seat with the name this browser knows. @returns {Seat} */
export const me = () => (settings.name ? { kind: "human", name: settings.name } : { kind: "human" });

/** The numbers of the detectives whom a seat moves. @param {View} view */
function own(view) {
  if (view.seat === "detectives") return view.stations.detectives.map((_, i) => i);
  return view.seat.startsWith("detective-") ? [Number(view.seat.slice(10)) - 1] : [];
}

/** What the person of this seat is called; null for those who watch. @param {View} view */
export function ownName(view) {
  if (view.seat === "mr_x") return view.names.mr_x;
  const [first] = own(view);
  return first === undefined ? null : (view.names.detectives[first] ?? "");
}

/** Whether other people sit at this table. @param {View} view */
export function hasCompany(view) {
  const { kinds } = view;
  if (!kinds) return false;
  const mine = view.seat === "mr_x" ? [] : own(view);
  const others = kinds.detectives.filter((kind, i) => kind === "human" && !mine.includes(i)).length;
  return others > 0 || (view.seat !== "mr_x" && kinds.mr_x === "human");
}

/** @param {{ id: string, token: string }} seat @param {string} name */
export async function tellName(seat, name) {
  try {
    await api.name(seat.id, seat.token, name);
  } catch (fault) {
    toast(fault instanceof Error ? fault.message : String(fault), "bad");
  }
}

/**
 * A field for one's name, kept for the next game.
 * @param {string} value
 * @param {(name: string) => void} onchange told when the person is done
 * @param {string} [label]
 */
export function nameField(value, onchange, label = "Your name, for the others to see") {
  const field = /** @type {HTMLInputElement} */ (
    h("input", {
      type: "text",
      value,
      maxlength: LONGEST,
      autocomplete: "nickname",
      spellcheck: "false",
      placeholder: "no name",
      onchange: () => {
        const name = field.value.trim();
        change({ name });
        onchange(name);
      },
    })
  );
  return h("label.field.name-field", {}, h("span", {}, label), field);
}
