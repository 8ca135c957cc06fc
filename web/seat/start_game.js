// Starts a game and goes to the person's seat.

import { api } from "../lib/api.js";
import { go } from "../lib/router.js";
import { rulesTitle } from "../lib/rules.js";
import { bySeat } from "../lib/seats.js";
import { holdGame } from "../lib/store.js";
import { showLinks } from "./links.js";
import { newGame, placeOf } from "./new_game.js";

/** The new page must stand before a dialog opens on it, in milliseconds. */
const BEFORE_LINKS = 300;

/** @param {import("./new_game.js").Choices} choices */
export async function startGame(choices) {
  const { rules, mode } = choices;
  const created = await api.create(newGame(choices));
  const { id, links, invitations } = created;
  const { address, held } = placeOf(choices, created);
  const { seed: _, ...again } = choices;
  holdGame({ id, title: rulesTitle(rules), at: Date.now(), again: { ...again, rules: rules.name }, ...held });
  go(address);
  if (mode !== "friends") return;
  const { claims = [] } = await api.view(id, links.watch);
  const free = claims.filter(({ claimed }) => !claimed).map(({ seat }) => seat);
  setTimeout(() => showLinks(id, { claims, known: bySeat(free, invitations), watch: links.watch }), BEFORE_LINKS);
}
