// What a game has just brought: the aims that were not reached before it.

import { h } from "../lib/dom.js";
import { byCode, t } from "../lib/i18n.js";
import { readDiary, updateDiary } from "./keep.js";
import { medal } from "./numbers.js";
import { newAims } from "./statistics.js";

/**
 * The medals of a game that has ended, for its result; null where there is none.
 * @param {string} id of the game
 * @param {Parameters<typeof newAims>[2]} puzzles
 * @param {string} today
 */
export async function medalsOf(id, puzzles, today) {
  await updateDiary({ facts: true, ended: new Map([[id, Date.now()]]) });
  const aims = newAims(readDiary(), id, puzzles, today);
  if (aims.length === 0) return null;
  return h(
    "ul.medals",
    { "aria-label": t("end.medals") },
    aims.map((aim) =>
      h(
        "li.medal-row",
        {},
        medal(true),
        h(
          "span",
          {},
          h("b", {}, t("end.medal", { name: byCode(`aim.${aim}`, aim) })),
          h("span", {}, byCode(`aim.${aim}.text`, "")),
        ),
      ),
    ),
  );
}
