// Editions: what can be chosen of them, and what they are called.

import { byCode, t } from "./i18n.js";

/** @typedef {import("./types").RulesInfo} RulesInfo */
/** @typedef {import("./types").Level} Level */

/**
 * What an edition is called: by its name where we know it, or else in the server's words.
 * @param {Pick<RulesInfo, "name" | "title"> & Partial<RulesInfo>} rules
 */
export function rulesTitle({ name, title, is_grid: grid, board, slots = 0 }) {
  const size = /\d+/.exec(board ?? "")?.[0];
  if (grid && size) return t("rules.grid", { size, slots });
  return byCode(`rules.${name}`, title || name);
}

/** The entries of a list of editions. @param {RulesInfo[]} all */
export const rulesChoices = (all) => all.map((rules) => ({ id: rules.name, name: rulesTitle(rules) }));

/** How many detectives an edition allows, as entries of a list. @param {RulesInfo} rules */
export const countChoices = ({ min_detectives: least, max_detectives: most }) =>
  Array.from({ length: most - least + 1 }, (_, i) => ({ id: String(least + i), name: String(least + i) }));

/**
 * A level by its name, or else the second easiest.
 * @param {RulesInfo} rules
 * @param {string} id
 * @returns {Level}
 */
export const levelOf = ({ levels }, id) =>
  levels.find((level) => level.id === id) ?? levels[Math.min(1, levels.length - 1)];

/**
 * The rules of any grid: "6, 2, 12" becomes `grid:6,2,12`.
 * @param {string} text
 * @returns {string | null} null when numbers are missing
 */
export function gridRules(text) {
  const numbers = text.split(/\D+/).filter(Boolean);
  return numbers.length < 3 ? null : `grid:${numbers.join(",")}`;
}

/** `grid:4,1,6` in words. @param {string} rules */
export function rulesText(rules) {
  const match = /^grid:(\d+),(\d+),(\d+)(?:,(\d+))?$/.exec(rules);
  if (!match) return rules;
  const [, size, count, rounds, every] = match;
  const detectives = t("rules.grid.detectives", { n: Number(count) });
  const text = t("rules.grid.text", { size, detectives, rounds });
  return every ? t("rules.grid.seen", { text, every }) : text;
}
