// Theme, motion and language, on the document where the style sheets look for them.

import { language } from "./i18n.js";
import { onSettings, settings } from "./store.js";

export function applyTheme() {
  const root = document.documentElement;
  root.lang = language();
  if (settings.theme === "auto") delete root.dataset.theme;
  else root.dataset.theme = settings.theme;
  root.dataset.motion = motionAllowed() ? "on" : "off";
}

/** Whether things may move on the screen. */
export function motionAllowed() {
  return settings.motion && !matchMedia("(prefers-reduced-motion: reduce)").matches;
}

onSettings(applyTheme);
