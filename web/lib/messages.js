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

/** Shows what went wrong. @param {unknown} fault whatever was thrown */
export const showFault = (fault) => toast(faultText(fault), "bad");

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
