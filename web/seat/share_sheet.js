// The share sheet of the system, where there is one.

import { h } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { icon } from "../lib/icons.js";
import { showFault } from "../lib/messages.js";

/** Offers a text or files to the share sheet. @param {ShareData} data */
export async function offer(data) {
  try {
    await navigator.share(data);
  } catch (fault) {
    // Whoever closes the sheet has changed their mind.
    if (!(fault instanceof DOMException && fault.name === "AbortError")) showFault(fault);
  }
}

/** @param {ShareData} data @returns {HTMLElement | null} null where the browser has no share sheet */
export const shareButton = (data) =>
  "share" in navigator ? h("button", { onclick: () => void offer(data) }, icon("share"), t("share.sheet")) : null;
