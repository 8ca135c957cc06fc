// Theme and motion, on the document where the style sheets look for them.

import { onSettings, settings } from "./store.js";

export function applyTheme() {
  const root = document.documentElement;
  if (settings.theme === "auto") delete root.dataset.theme;
  else root.dataset.theme = settings.theme;
  root.dataset.motion = motionAllowed() ? "on" : "off";
}

/** Whether things may move on the screen. */
export function motionAllowed() {
  return settings.motion && !matchMedia("(prefers-reduced-motion: reduce)").matches;
}

onSettings(applyTheme);
