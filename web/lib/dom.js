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
 * Adds children; what is missing or false is left out.
 * @param {Element} element
 * @param {(Child | Child[])[]} children
 */
export function append(element, children) {
  for (const child of children.flat()) {
    if (child === null || child === undefined || child === false) continue;
    element.append(child instanceof Node ? child : String(child));
  }
}

/**
 * @param {Element} element
 * @param {string[]} classes
 * @param {Record<string, any>} attributes
 * @param {(Child | Child[])[]} children
 */
function finish(element, classes, attributes, children) {
  set(element, attributes);
  element.classList.add(...classes);
  append(element, children);
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
  finish(element, classes, attributes, children);
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
  finish(element, classes, attributes, children);
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

/** By what a control is known when it is drawn anew. @param {Element} element */
const nameOf = (element) =>
  `${element.localName} ${element.getAttribute("aria-label") ?? element.closest("label")?.textContent ?? element.textContent}`;

/**
 * Draws something anew; whoever was typing or choosing there goes on at the same control.
 * @param {Element} place
 * @param {() => void} draw
 */
export function keepFocus(place, draw) {
  const { activeElement: active } = document;
  const name = active && place.contains(active) ? nameOf(active) : null;
  const caret = active instanceof HTMLInputElement ? active.selectionEnd : null;
  draw();
  if (name === null) return;
  const again = [...place.querySelectorAll("input, select, button, [tabindex]")].find((one) => nameOf(one) === name);
  if (!(again instanceof HTMLElement)) return;
  again.focus({ preventScroll: true });
  if (caret !== null && again instanceof HTMLInputElement) again.setSelectionRange(caret, caret);
}

/** Switches and choices need these keys; all others are free for the page. */
const OF_SWITCHES = [" ", "ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight"];

/**
 * Whether a key press belongs to a field, a control or a dialog and not to the page.
 * @param {KeyboardEvent} event
 */
export function isTaken({ target, key }) {
  const at = /** @type {Element} */ (target);
  if (document.querySelector("dialog[open]")) return true;
  if (at.closest("input[type=checkbox], [role=radiogroup]")) return OF_SWITCHES.includes(key);
  return Boolean(at.closest("input, select, textarea"));
}

/**
 * Offers a text or a picture as a file.
 * @param {string} name
 * @param {Blob | string} content
 */
export function download(name, content) {
  const blob = typeof content === "string" ? new Blob([content], { type: "text/plain" }) : content;
  const link = /** @type {HTMLAnchorElement} */ (h("a", { download: name, href: URL.createObjectURL(blob) }));
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}
