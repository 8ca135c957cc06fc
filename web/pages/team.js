// Some of the detectives at one screen; agents or other people move the rest.

import { t } from "../lib/i18n.js";
import { detectiveNumber } from "../lib/seats.js";
import { openSharedScreen } from "../seat/shared_screen.js";

/**
 * `#/team/ID`: this person plays some of the detectives, each with a seat of its own; the page sits down wherever it is
 * this person's turn.
 * @type {import("../lib/router.js").Show}
 */
export async function showTeam(place, [id]) {
  /** @type {(string | null)[]} */
  let seats = [];
  const screen = await openSharedScreen(place, id, ({ links }) => {
    seats = links.detectives ?? [];
    const numbers = seats.flatMap((token, i) => (token ? [i + 1] : []));
    return {
      tokens: numbers.map((number) => seats[number - 1]),
      title: t("game.team", { numbers: numbers.join(", ") }),
    };
  });
  const sit = (/** @type {string} */ token) =>
    screen.sit(
      token,
      screen.tokens.filter((other) => other !== token),
      (view) => {
        const turns = [detectiveNumber(view.turn) ?? 0, ...view.to_move];
        const mine = turns.map((number) => seats[number - 1]).find((other) => other);
        if (!view.your_turn && mine && mine !== token) setTimeout(() => sit(mine), 0);
      },
    );
  sit(screen.tokens[0]);
  return screen;
}
