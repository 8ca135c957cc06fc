// The "More" panel of a game: one's name, files, links, and the end of it.

import { replayAddress } from "../lib/addresses.js";
import { api } from "../lib/api.js";
import { h } from "../lib/dom.js";
import { hasLinks } from "../lib/engine.js";
import { t } from "../lib/i18n.js";
import { icon } from "../lib/icons.js";
import { askFirst, showFault } from "../lib/messages.js";
import { detectivesOf, isWatching, seatName } from "../lib/seats.js";
import { heldGame } from "../lib/store.js";
import { fileButtons } from "./files.js";
import { showLinks, showWatchLink } from "./links.js";
import { nameField, sendName } from "./name_field.js";
import { hasCompany, ownName } from "./people.js";
import { voters } from "./proposal.js";
import { recoverySection } from "./recovery.js";

/**
 * @param {import("../lib/types").View} view
 * @param {import("../lib/types").SeatKey & { title: string }} seat
 * @param {import("../board/board.js").Board} board
 */
export function morePanel(view, seat, board) {
  const held = heldGame(seat.id);
  const name = ownName(view);
  return [
    h("h2", {}, t("more.game")),
    h("p.quiet", {}, t("more.detectives", { title: seat.title, n: view.stations.detectives.length })),
    view.taken_back
      ? h(
          "p.quiet",
          {},
          view.reopened
            ? t("more.taken_back.after", { count: view.taken_back, after: view.reopened })
            : t("more.taken_back", { count: view.taken_back }),
        )
      : null,
    name !== null && hasCompany(view) ? nameField(name, (text) => void sendName(seat, text)) : null,
    h(
      "div.button-grid",
      {},
      view.outcome ? h("a.button", { href: replayAddress(seat) }, icon("play"), t("more.replay")) : null,
      fileButtons(board, seat),
      pauseButton(view, seat),
      endButton(view, seat),
      linksButton(view, held),
      hasLinks() && hasCompany(view) && !isWatching(view.seat)
        ? h("button", { onclick: () => void showWatchLink(seat) }, icon("eye"), t("links.watch.title"))
        : null,
    ),
    voters(view) > 1 && !view.outcome && !isWatching(view.seat) ? h("p.quiet", {}, t("more.votes")) : null,
    seatList(view),
    hasLinks() ? recoverySection(view, seat) : null,
  ];
}

/**
 * Pauses a game of several people, or goes on with it; the others must agree.
 * @param {import("../lib/types").View} view
 * @param {import("../lib/types").SeatKey} seat
 */
function pauseButton(view, seat) {
  if (isWatching(view.seat) || view.state !== "open" || voters(view) < 2) return null;
  const send = () => void api.pace(seat.id, seat.token, { paused: !view.paused }).catch(showFault);
  return h(
    "button",
    { onclick: send },
    icon(view.paused ? "play" : "pause"),
    t(view.paused ? "pace.go_on" : "pace.pause"),
  );
}

/** Who has sat down. @param {import("../lib/types").View} view */
function seatList({ claims = [], names }) {
  if (claims.length < 2) return null;
  const row = (/** @type {import("../lib/types").Claim} */ { seat, claimed }) => {
    const [first] = detectivesOf(seat, names.detectives.length);
    const name = seat === "mr_x" ? names.mr_x : names.detectives[(first ?? 1) - 1];
    return h(
      "li",
      {},
      h("b", {}, seatName(seat)),
      h("span", {}, claimed ? name || t("more.seat.taken") : t("more.seat.free")),
    );
  };
  return h("ul.seats", { "aria-label": t("more.seats") }, claims.map(row));
}

/**
 * @param {import("../lib/types").View} view
 * @param {import("../lib/store.js").HeldGame | undefined} held
 */
function linksButton({ id, claims = [] }, held) {
  const free = claims.some(({ claimed }) => !claimed);
  const { watch } = held?.links ?? {};
  if (!hasLinks() || !held?.host || !(free || watch)) return null;
  return h("button", { onclick: () => showLinks(id, { claims, known: {}, watch }) }, icon("link"), t("more.links"));
}

/** Ends the game before its time, or goes on with it. @param {import("../lib/types").View} view @param {import("../lib/types").SeatKey} seat */
function endButton(view, { id, token }) {
  if (view.outcome || view.seat === "watch") return null;
  const end = () => void api.cancel(id, token).catch(showFault);
  return view.state === "cancelled"
    ? h("button", { onclick: () => void api.resume(id, token).catch(showFault) }, icon("play"), t("more.go_on"))
    : h(
        "button",
        {
          onclick: () =>
            voters(view) > 1 ? end() : askFirst(t("more.end.sure"), t("more.end.text"), t("more.end"), end),
        },
        voters(view) > 1 ? t("more.end.ask") : t("more.end"),
      );
}
