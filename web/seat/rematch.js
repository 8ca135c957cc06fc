// Another game with the same people: with the same seats, or with the seats changed.

import { seatAddress } from "../lib/addresses.js";
import { api } from "../lib/api.js";
import { h } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { showFault } from "../lib/messages.js";
import { go } from "../lib/router.js";
import { isWatching } from "../lib/seats.js";
import { heldGame, holdSeat, updateGame } from "../lib/store.js";
import { personName } from "./company_words.js";

/** @typedef {import("../lib/types").View} View */
/** @typedef {import("../lib/types").SeatKey} SeatKey */

/** Sits down at the next game. @param {SeatKey} seat @param {"same" | "change"} seats */
export async function rematch({ id, token }, seats) {
  try {
    const next = await api.rematch(id, token, seats);
    holdSeat(next.id, next);
    const address = seatAddress(next.id, next.seat);
    const { title = "", host } = heldGame(id) ?? {};
    updateGame(next.id, { title, host, links: { watch: next.watch }, seat: address });
    go(address);
  } catch (fault) {
    showFault(fault);
  }
}

/** The buttons at the end of a game with other people. @param {SeatKey} seat */
export const rematchButtons = (seat) =>
  h(
    "div.button-grid.next-game",
    {},
    h("button.primary", { onclick: () => void rematch(seat, "same") }, t("rematch.same")),
    h("button", { onclick: () => void rematch(seat, "change") }, t("rematch.change")),
  );

/** Somebody wants to play again. @param {View} view @param {SeatKey} seat */
export function rematchOffer(view, seat) {
  const { rematch: next } = view;
  if (!next || isWatching(view.seat)) return null;
  const who = personName(view, next.by);
  return h(
    "p.asked",
    { role: "status" },
    t(next.seats === "change" ? "rematch.asked.change" : "rematch.asked.same", { who }),
    " ",
    h("button.primary", { onclick: () => void rematch(seat, next.seats) }, t("rematch.join")),
  );
}
