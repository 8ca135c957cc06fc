// The languages of the page. A new one is a file beside this one and two lines here.

import en from "./en.js";

/** @typedef {keyof typeof en} Key */
/** One text, or its plural forms. @typedef {string | Partial<Record<Intl.LDMLPluralRule, string>>} Text */

/** What each language calls itself. */
export const NAMES = { en: "English", de: "Deutsch", fr: "Français" };

/** @typedef {keyof typeof NAMES} Language */

/** The other catalogues, each loaded when somebody wants it. @type {Partial<Record<Language, () => Promise<{ default: Record<Key, Text> }>>>} */
const OTHERS = { de: () => import("./de.js"), fr: () => import("./fr.js") };

/** The catalogues that are here. @type {Partial<Record<Language, Record<Key, Text>>> & { en: Record<Key, Text> }} */
export const CATALOGUES = { en };

/** Loads a language; where that fails the page speaks English. @param {Language} id */
export async function loadLanguage(id) {
  if (CATALOGUES[id]) return;
  const catalogue = await OTHERS[id]?.().catch(() => undefined);
  if (catalogue) CATALOGUES[id] = catalogue.default;
}
