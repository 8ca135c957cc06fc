// The languages of the page. A new one is a file beside this one and two lines here.

import de from "./de.js";
import en from "./en.js";
import fr from "./fr.js";

/** @typedef {keyof typeof en} Key */
/** One text, or its plural forms. @typedef {string | Partial<Record<Intl.LDMLPluralRule, string>>} Text */

/** What each language calls itself. */
export const NAMES = { en: "English", de: "Deutsch", fr: "Français" };

/** @typedef {keyof typeof NAMES} Language */

/** @type {Record<Language, Record<Key, Text>>} */
export const CATALOGUES = { en, de, fr };
