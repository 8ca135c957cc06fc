// The text of the page in the person's language. Every word that a person reads comes through here.

import { CATALOGUES, loadLanguage, NAMES } from "../i18n/languages.js";
import { settings } from "./store.js";

/** @typedef {import("../i18n/languages.js").Key} Key */
/** @typedef {import("../i18n/languages.js").Language} Language */
/** @typedef {string | number} Value */

/** The languages to choose from, each in its own words. */
export const LANGUAGES = Object.entries(NAMES).map(([id, name]) => ({ id: /** @type {Language} */ (id), name }));

/**
 * The best language for a person.
 * @param {string} chosen a language, or `auto`
 * @param {readonly string[]} wanted what the browser prefers, best first
 * @returns {Language}
 */
export function bestLanguage(chosen, wanted) {
  const known = (/** @type {string} */ id) => LANGUAGES.find((language) => language.id === id)?.id;
  const found = [chosen, ...wanted.map((tag) => tag.toLowerCase().split("-")[0])].map(known).find(Boolean);
  return found ?? "en";
}

/** @returns {readonly string[]} */
const preferred = () => globalThis.navigator?.languages ?? [];

/** @type {Language} */
let current = bestLanguage(settings.language, preferred());
let plurals = new Intl.PluralRules(current);
await loadLanguage(current);

/** The language of the page, as `lang` writes it. */
export const language = () => current;

/** The language with the country of the person, for dates: `en-GB`. */
export const locale = () => preferred().find((tag) => tag.toLowerCase().split("-")[0] === current) ?? current;

/** @param {Language} id for tests; people choose in the settings, and the page begins anew */
export function useLanguage(id) {
  current = id;
  plurals = new Intl.PluralRules(id);
}

/** A number as the language writes it. @param {number} value @param {Intl.NumberFormatOptions} [options] */
export const number = (value, options) => new Intl.NumberFormat(current, options).format(value);

/** @param {Key} key @param {Record<string, unknown>} params */
function form(key, params) {
  const text = CATALOGUES[current]?.[key] ?? CATALOGUES.en[key];
  if (typeof text === "string") return text;
  return text[plurals.select(Number(params.n))] ?? text.other ?? "";
}

/**
 * A text with its blanks filled in. Numbers are written as the language writes them; `n` chooses the plural.
 * @param {Key} key
 * @param {Record<string, Value>} [params]
 * @returns {string}
 */
export const t = (key, params = {}) =>
  form(key, params).replaceAll(/\{(\w+)\}/g, (_, name) => {
    const value = params[name];
    return typeof value === "number" ? number(value) : (value ?? "");
  });

/**
 * The same for a line whose blanks are elements.
 * @template T
 * @param {Key} key
 * @param {Record<string, Value | T>} params
 * @returns {(string | T)[]}
 */
export function parts(key, params) {
  return form(key, params)
    .split(/(\{\w+\})/)
    .filter(Boolean)
    .map((part) => {
      const name = /^\{(\w+)\}$/.exec(part)?.[1];
      const value = name ? params[name] : part;
      return typeof value === "number" ? number(value) : /** @type {string | T} */ (value);
    });
}

/** Whether there is a text of that name. @param {string} key @returns {key is Key} */
export const isKey = (key) => key in CATALOGUES.en;

/**
 * A text by a code of the server, or the server's own words where the code is new.
 * @param {string} key
 * @param {string} otherwise
 * @param {Record<string, Value>} [params]
 */
export const byCode = (key, otherwise, params) => (isKey(key) ? t(key, params) : otherwise);

/** @param {"list.or" | "list.and"} key @param {string[]} items */
function listed(key, items) {
  const last = items.at(-1) ?? "";
  return items.length < 2 ? last : t(key, { list: items.slice(0, -1).join(", "), last });
}

/** A list in a sentence: "a, b or c". @param {string[]} items */
export const orList = (items) => listed("list.or", items);

/** A list in a sentence: "a, b and c". @param {string[]} items */
export const andList = (items) => listed("list.and", items);
