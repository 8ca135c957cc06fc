// The likeliest stations with their probabilities.

import { h } from "../lib/dom.js";
import { shortPercent } from "../lib/text.js";

/**
 * @param {[number, number][]} belief pairs of a station and its probability
 * @param {number} most how many
 */
export function chanceList(belief, most) {
  const ranked = [...belief].sort((a, b) => b[1] - a[1]).slice(0, most);
  if (ranked.length === 0) return null;
  return h(
    "ol.chances",
    {},
    ranked.map(([n, p]) => {
      const bar = h("span.chance-bar", { "aria-hidden": "true" });
      bar.style.setProperty("inline-size", `${(p / ranked[0][1]) * 100}%`);
      return h("li", {}, h("b", {}, String(n)), h("span.chance-track", {}, bar), h("span", {}, shortPercent(p)));
    }),
  );
}
