// Small matters of wording.

/** @param {unknown} fault whatever was thrown */
export const faultText = (fault) => (fault instanceof Error ? fault.message : String(fault));

/** @param {string} text */
export const capitalised = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/** @param {number} count @param {string} noun */
export const counted = (count, noun) => `${count} ${noun}${count === 1 ? "" : "s"}`;

/** With one decimal, as in tables. @param {number} part of 1 */
export const percent = (part) => `${(part * 100).toFixed(1)} %`;

/** As short as it may be, for labels on the map. @param {number} part of 1 */
export const shortPercent = (part) => (part >= 0.0995 ? `${Math.round(part * 100)}%` : `${(part * 100).toFixed(1)}%`);
