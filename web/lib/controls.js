// Controls of forms: each has its label, and tells what was chosen.

import { h, set } from "./dom.js";
import { arrowStep } from "./keys.js";

/** The list behind the fields for agents. */
const AGENTS = "agents";

/**
 * A control made of a few buttons of which one is on.
 * @template {string} T
 * @param {string} label
 * @param {{ id: T, name: string, note?: string }[]} choices
 * @param {T} chosen
 * @param {(id: T) => void} onchoose
 */
export function segmented(label, choices, chosen, onchoose) {
  const group = h("div.segmented", { role: "radiogroup", "aria-label": label });
  /** @param {T} id */
  const paint = (id) => {
    for (const button of group.children) {
      const on = button.getAttribute("data-id") === id;
      set(button, { "aria-checked": String(on), tabindex: on ? "0" : "-1" });
    }
  };
  const choose = (/** @type {T} */ id) => {
    paint(id);
    onchoose(id);
  };
  for (const { id, name, note } of choices) {
    group.append(h("button", { role: "radio", "data-id": id, title: note, onclick: () => choose(id) }, name));
  }
  group.addEventListener("keydown", (event) => {
    const buttons = [...group.children];
    const at = buttons.findIndex((button) => button.getAttribute("aria-checked") === "true");
    const to = arrowStep(event.key, at, buttons.length);
    if (to === null) return;
    event.preventDefault();
    const next = /** @type {HTMLElement} */ (buttons[to]);
    next.focus();
    choose(/** @type {T} */ (next.dataset.id));
  });
  paint(chosen);
  return group;
}

/**
 * A labelled switch.
 * @param {string} label
 * @param {boolean} on
 * @param {(on: boolean) => void} onchange
 * @param {Record<string, any>} [attributes]
 */
export function toggle(label, on, onchange, attributes = {}) {
  const box = /** @type {HTMLInputElement} */ (
    h("input", { type: "checkbox", role: "switch", checked: on, onchange: () => onchange(box.checked), ...attributes })
  );
  return h("label.switch", {}, box, h("span", {}, label));
}

/**
 * A labelled list of choices.
 * @param {string} label
 * @param {{ id: string, name: string }[]} choices
 * @param {string} chosen
 * @param {(id: string) => void} onchange
 */
export function select(label, choices, chosen, onchange) {
  const list = /** @type {HTMLSelectElement} */ (
    h("select", { "aria-label": label, onchange: () => onchange(list.value) })
  );
  for (const { id, name } of choices) list.append(h("option", { value: id, selected: id === chosen }, name));
  return h("label.field", {}, h("span", {}, label), list);
}

/**
 * A labelled field for a text.
 * @param {string} label
 * @param {string} value
 * @param {(text: string) => void} onchange told while the person types
 * @param {Record<string, any>} [attributes]
 */
export function textField(label, value, onchange, attributes = {}) {
  const field = /** @type {HTMLInputElement} */ (
    h("input", { type: "text", value, spellcheck: "false", oninput: () => onchange(field.value), ...attributes })
  );
  return h("label.field", {}, h("span", {}, label), field);
}

/**
 * A field for an agent; the names that the server knows are offered.
 * @param {string} label
 * @param {string} value
 * @param {(text: string) => void} onchange
 * @param {string} [hint]
 */
export const agentField = (label, value, onchange, hint) =>
  textField(label, value, onchange, { list: AGENTS, autocapitalize: "off", placeholder: hint });

/** What the fields for agents offer; a page with such fields has it once. @param {{ name: string }[]} agents */
export const agentNames = (agents) =>
  h(
    "datalist",
    { id: AGENTS },
    agents.map(({ name }) => h("option", { value: name })),
  );

/** @param {string} label @param {string} value @param {(text: string) => void} onchange @param {string} [hint] */
export const numberField = (label, value, onchange, hint) =>
  textField(label, value, onchange, { inputmode: "numeric", autocapitalize: "off", placeholder: hint });
