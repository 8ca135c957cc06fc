// The tutorial.

import { api } from "../lib/api.js";
import { t } from "../lib/i18n.js";
import { topbar } from "../seat/topbar.js";
import { Tutorial } from "../seat/tutorial.js";

/**
 * `#/learn`
 * @type {import("../lib/router.js").Show}
 */
export async function showLearn(place) {
  const data = await api.board("classic");
  place.append(topbar(t("learn.page")));
  const tutorial = new Tutorial(place, data);
  return { leave: () => tutorial.close() };
}
