// Makes elements. Nothing here writes HTML text, so nothing a player types can become markup.

const SVG = "http://www.w3.org/2000/svg";

/** @typedef {Node | string | number | null | undefined | false} Child */

/**
 * Puts attributes, properties and listeners on an element.
 *
 * Keys that begin with `on` are listeners, `class` is the class list, and `true` and `false` set or leave out an
 * attribute. Styles are never written as attributes: the content security policy forbids it.
 * @param {Element} element
 * @param {Record<string, any>} attributes
 */
export function set(element, attributes) {
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith("on") && typeof value === "function") {
      element.addEventListener(key.slice(2), value);
    } else if (value === false || value === null || value === undefined) {
      element.removeAttribute(key);
    } else if (key === "value" && "value" in element) {
      element.value = value;
    } else if (key === "checked" || key === "selected" || key === "disabled" || key === "hidden") {
      /** @type {any} */ (element)[key] = Boolean(value);
    } else {
      element.setAttribute(key, value === true ? "" : String(value));
    }
  }
}

/**
 * @param {Element} element
 * @param {(Child | Child[])[]} children
 */
function append(element, children) {
  for (const child of children.flat()) {
    if (child === null || child === undefined || child === false) continue;
    element.append(child instanceof Node ? child : String(child));
  }
}

/**
 * Makes an HTML element; `tag` may carry classes: `button.big`.
 * @param {string} tag
 * @param {Record<string, any>} [attributes]
 * @param {...(Child | Child[])} children
 * @returns {HTMLElement}
 */
export function h(tag, attributes = {}, ...children) {
  const [name, ...classes] = tag.split(".");
  const element = document.createElement(name);
  if (name === "button") element.setAttribute("type", "button");
  set(element, attributes);
  element.classList.add(...classes);
  append(element, children);
  return element;
}

/**
 * Makes an SVG element.
 * @param {string} tag
 * @param {Record<string, any>} [attributes]
 * @param {...(Child | Child[])} children
 * @returns {SVGElement}
 */
export function s(tag, attributes = {}, ...children) {
  const [name, ...classes] = tag.split(".");
  const element = document.createElementNS(SVG, name);
  set(element, attributes);
  element.classList.add(...classes);
  append(element, children);
  return element;
}

/**
 * Replaces everything inside an element.
 * @param {Element} element
 * @param {...(Child | Child[])} children
 */
export function fill(element, ...children) {
  element.replaceChildren();
  append(element, children);
}

/**
 * Reads a text to people who cannot see the screen.
 * @param {string} text
 */
export function announce(text) {
  const live = document.getElementById("live");
  if (live && live.textContent !== text) live.textContent = text;
}

/**
 * Shows a short message at the foot of the screen.
 * @param {string} text
 * @param {"info" | "bad"} kind
 */
export function toast(text, kind = "info") {
  const place = document.getElementById("toasts");
  if (!place) return;
  const note = h(`p.toast.${kind}`, {}, text);
  place.append(note);
  setTimeout(() => note.remove(), kind === "bad" ? 7000 : 3500);
}

/**
 * Opens a dialog; it closes by its button, Escape, or a click beside it.
 * @param {string} title
 * @param {(Child | Child[])[]} body
 * @param {{ close?: string, onclose?: () => void, wide?: boolean }} [options]
 * @returns {{ close: () => void, element: HTMLDialogElement }}
 */
export function dialog(title, body, options = {}) {
  const element = /** @type {HTMLDialogElement} */ (
    h(`dialog${options.wide ? ".wide" : ""}`, { "aria-labelledby": "dialog-title" })
  );
  const close = () => element.close();
  append(element, [
    h(
      "header.dialog-head",
      {},
      h("h2", { id: "dialog-title" }, title),
      h("button.icon", { "aria-label": "Close", onclick: close }, "✕"),
    ),
    h("div.dialog-body", {}, ...body),
    options.close ? h("footer.dialog-foot", {}, h("button.primary", { onclick: close }, options.close)) : null,
  ]);
  element.addEventListener("click", (event) => {
    if (event.target === element) close();
  });
  element.addEventListener("close", () => {
    element.remove();
    options.onclose?.();
  });
  document.body.append(element);
  element.showModal();
  return { close, element };
}

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
    const way = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (!way) return;
    event.preventDefault();
    const buttons = [...group.children];
    const at = buttons.findIndex((button) => button.getAttribute("aria-checked") === "true");
    const next = /** @type {HTMLElement} */ (buttons[(at + way + buttons.length) % buttons.length]);
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
 * Offers a text or a picture as a file.
 * @param {string} name
 * @param {Blob} blob
 */
export function download(name, blob) {
  const link = /** @type {HTMLAnchorElement} */ (h("a", { download: name, href: URL.createObjectURL(blob) }));
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}
