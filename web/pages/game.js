// One seat of a game, opened by its link.

import { seatAddress } from "../lib/addresses.js";
import { api, rulesOf } from "../lib/api.js";
import { roleText } from "../lib/seats.js";
import { heldGame, holdGame, updateGame } from "../lib/store.js";
import { Play } from "../seat/play.js";
import { topbar } from "../seat/topbar.js";

/**
 * `#/game/ID/TOKEN`
 * @type {import("../lib/router.js").Show}
 */
export async function showGame(place, [id, token]) {
  const view = await api.view(id, token);
  const [data, { title }] = await Promise.all([api.board(rulesOf(view)), api.oneRules(rulesOf(view))]);
  const held = heldGame(id);
  const here = seatAddress(id, token);
  if (!held) holdGame({ id, title, seat: here, links: {}, at: Date.now() });
  else updateGame(id, { at: Date.now(), seat: held.seat === "hot" ? here : held.seat });
  place.append(topbar(`${roleText(view.seat)} – ${title}`));
  const play = new Play(place, data, { id, token, title });
  return { leave: () => play.close() };
}
