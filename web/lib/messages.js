// Messages to the person: aloud, at the foot of the screen, and in dialogs.

import { append, h } from "./dom.js";
import { t } from "./i18n.js";
import { faultText } from "./text.js";

/**
 * Reads a text to people who cannot see the screen.
 * @param {string} text
 */
export function announce(text) {
  const live = document.getElementById("live");
  if (live && live.textContent !== text) live.textContent = text;
}

/** Takes back all that was said: somebody else comes to the screen, who must not hear it. */
export function hush() {
  document.getElementById("live")?.replaceChildren();
  document.getElementById("toasts")?.replaceChildren();
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
  keepClear(place);
  setTimeout(() => note.remove(), kind === "bad" ? 7000 : 3500);
}

/** Puts the messages where they cover no field and as few buttons as can be: at the top of the page, or at its foot. @param {HTMLElement} place */
function keepClear(place) {
  const controls = [...document.querySelectorAll("input, select, textarea, button, a.button, .target, :focus")]
    .filter((control) => !control.matches("input[type=file], [hidden]"))
    .map((control) => ({
      box: control.getBoundingClientRect(),
      weight: control.matches("input, select, textarea, :focus") ? 100 : 1,
    }));
  const cost = (/** @type {string} */ edge) => {
    place.dataset.at = edge;
    const notes = [...place.children].map((note) => note.getBoundingClientRect());
    const covered = controls.filter(({ box }) =>
      notes.some((n) => box.left < n.right && n.left < box.right && box.top < n.bottom && n.top < box.bottom),
    );
    return covered.reduce((sum, { weight }) => sum + weight, 0);
  };
  const edges = ["top", "bottom", "middle"];
  const costs = edges.map(cost);
  place.dataset.at = edges[costs.indexOf(Math.min(...costs))];
}

/** Shows what went wrong. @param {unknown} fault whatever was thrown */
export const showFault = (fault) => toast(faultText(fault), "bad");

/**
 * Asks before something is done that is not easily undone.
 * @param {string} title
 * @param {string} text
 * @param {string} button what is done
 * @param {() => void} ondone
 */
export function askFirst(title, text, button, ondone) {
  const { close } = dialog(title, [
    h("p", {}, text),
    h(
      "div.dialog-choice",
      {},
      h("button", { onclick: () => close() }, t("cancel")),
      h(
        "button.primary",
        {
          onclick: () => {
            close();
            ondone();
          },
        },
        button,
      ),
    ),
  ]);
}

/**
 * Opens a dialog; it closes by its button, Escape, or a click beside it.
 * @param {string} title
 * @param {(import("./dom.js").Child | import("./dom.js").Child[])[]} body
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
      h("button.icon", { "aria-label": t("close"), onclick: close }, "✕"),
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
