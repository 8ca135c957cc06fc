// Starts a game and goes to the person's seat.

import { api } from "../lib/api.js";
import { go } from "../lib/router.js";
import { holdGame } from "../lib/store.js";
import { showLinks } from "./links.js";
import { newGame, placeOf } from "./new_game.js";

/** The new page must stand before a dialog opens on it, in milliseconds. */
const BEFORE_LINKS = 300;

/** @param {import("./new_game.js").Choices} choices */
export async function startGame(choices) {
  const { rules } = choices;
  const { id, links } = await api.create(newGame(choices));
  const { address, seat, keep, invite } = placeOf(choices, id, links);
  holdGame({ id, title: rules.title || rules.name, seat, links: keep, at: Date.now() });
  go(address);
  if (invite) setTimeout(() => showLinks(id, invite), BEFORE_LINKS);
}
