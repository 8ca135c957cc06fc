// Putting the page on the home screen, where the browser offers it.

import { h } from "./dom.js";
import { t } from "./i18n.js";

/** The browser's offer, until it is taken. @type {any} */
let offer = null;

/** Notes the browser's offer; the button shows it. */
export function listenForInstall() {
  addEventListener("beforeinstallprompt", (event) => {
    event.preventDefault();
    offer = event;
  });
  addEventListener("appinstalled", () => {
    offer = null;
  });
}

/** Null where there is nothing to install. */
export function installButton() {
  if (!offer) return null;
  return h("button", { onclick: () => void offer?.prompt() }, t("local.install"));
}
