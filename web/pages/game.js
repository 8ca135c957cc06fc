// One seat of a game, opened by its link.

import { seatAddress } from "../lib/addresses.js";
import { api, rulesOf } from "../lib/api.js";
import { dayOf } from "../lib/days.js";
import { h } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { rulesTitle } from "../lib/rules.js";
import { isWatching, roleText } from "../lib/seats.js";
import { heldGame, holdGame, tokenFor, updateGame } from "../lib/store.js";
import { faultText } from "../lib/text.js";
import { readProgress } from "../puzzles/daily.js";
import { useEdition } from "../seat/how_to_play.js";
import { Play } from "../seat/play.js";
import { recoveryForm } from "../seat/recovery.js";
import { topbar } from "../seat/topbar.js";

/**
 * Keeps the seat. The address loses its token: it would lie in the browser's history and in every picture of the
 * screen. Links to watch are for handing on, so they stay as they are.
 * @param {string} id
 * @param {string} token
 * @param {string} seat
 * @param {string} title
 * @returns {string | undefined} the name under which the token is kept
 */
function keep(id, token, seat, title) {
  const held = heldGame(id) ?? { id, title, seat: "", links: {}, at: 0 };
  const watching = isWatching(seat);
  const here = seatAddress(id, watching ? token : seat);
  const seats = watching ? held.seats : { ...held.seats, [seat]: token };
  const elsewhere = held.seat === "team" || (held.seat !== "hot" && held.seat !== "" && watching);
  holdGame({ ...held, title: held.title || title, seats, seat: elsewhere ? held.seat : here });
  updateGame(id, { at: Date.now() });
  // A private window may keep nothing; then the address keeps the token.
  if (watching || tokenFor(id, seat) !== token) return undefined;
  if (location.hash !== here) history.replaceState(null, "", here);
  return seat;
}

/** What a game has brought of the aims; loaded when it ends. @param {string} id */
async function medals(id) {
  const { medalsOf } = await import("../diary/medals.js");
  return medalsOf(id, readProgress(), dayOf());
}

/**
 * `#/game/ID/SEAT`, or `#/game/ID/TOKEN` where the browser does not hold the seat yet
 * @type {import("../lib/router.js").Show}
 */
export async function showGame(place, [id, key]) {
  const token = tokenFor(id, key);
  let view;
  try {
    view = await api.view(id, token);
  } catch (fault) {
    place.append(topbar(t("page.game")));
    place.append(h("div.page", {}, h("p.fault", {}, faultText(fault)), recoveryForm(id)));
    return;
  }
  const [data, rules] = await Promise.all([api.board(rulesOf(view)), api.oneRules(rulesOf(view))]);
  const title = rulesTitle(rules);
  const name = keep(id, token, view.seat, title);
  place.append(topbar(t("game.title", { role: roleText(view.seat), title })));
  useEdition(rules, view.stations.detectives.length);
  const play = new Play(place, data, { id, token, name, title, medals: () => medals(id) });
  return { leave: () => play.close() };
}
