// Small matters of wording.

import { number } from "./i18n.js";

/** @param {unknown} fault whatever was thrown */
export const faultText = (fault) => (fault instanceof Error ? fault.message : String(fault));

/** @param {string} text */
export const capitalised = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/** With one decimal, as in tables. @param {number} part of 1 */
export const percent = (part) => number(part, { style: "percent", minimumFractionDigits: 1, maximumFractionDigits: 1 });

/** As short as it may be, for labels on the map. @param {number} part of 1 */
export const shortPercent = (part) => (part >= 0.0995 ? number(part, { style: "percent" }) : percent(part));
