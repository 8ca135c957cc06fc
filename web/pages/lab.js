// The page of the lab.

import { Lab } from "../lab/lab.js";
import { api } from "../lib/api.js";
import { t } from "../lib/i18n.js";
import { topbar } from "../seat/topbar.js";

/** @type {import("../lib/router.js").Show} */
export async function showLab(place) {
  const [rules, agents] = await Promise.all([api.rules(), api.agents()]);
  const lab = new Lab(rules, agents);
  place.append(topbar(t("page.lab")));
  lab.draw(place);
  return { leave: () => clearTimeout(lab.timer) };
}
