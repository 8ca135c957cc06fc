// The "More" panel of a game: one's name, files, links, and the end of it.

import { replayAddress } from "../lib/addresses.js";
import { api } from "../lib/api.js";
import { h } from "../lib/dom.js";
import { icon } from "../lib/icons.js";
import { showFault } from "../lib/messages.js";
import { heldGame } from "../lib/store.js";
import { counted } from "../lib/text.js";
import { fileButtons } from "./files.js";
import { showLinks } from "./links.js";
import { nameField, sendName } from "./name_field.js";
import { hasCompany, ownName } from "./people.js";

/**
 * @param {import("../lib/types").View} view
 * @param {import("../lib/types").SeatKey & { title: string }} seat
 * @param {import("../board/board.js").Board} board
 */
export function morePanel(view, seat, board) {
  const held = heldGame(seat.id);
  const name = ownName(view);
  return [
    h("h2", {}, "This game"),
    h("p.quiet", {}, `${seat.title}, ${counted(view.stations.detectives.length, "detective")}`),
    view.taken_back
      ? h(
          "p.quiet",
          {},
          `${view.taken_back} taken back${view.reopened ? `, ${view.reopened} of these after the end` : ""}`,
        )
      : null,
    name !== null && hasCompany(view) ? nameField(name, (text) => void sendName(seat, text)) : null,
    h(
      "div.button-grid",
      {},
      view.outcome ? h("a.button", { href: replayAddress(seat) }, icon("play"), "Replay") : null,
      fileButtons(board, seat),
      endButton(view, seat),
      held && Object.keys(held.links).length > 0
        ? h("button", { onclick: () => showLinks(seat.id, held.links) }, icon("link"), "Links")
        : null,
    ),
  ];
}

/** Ends the game before its time, or goes on with it. @param {import("../lib/types").View} view @param {import("../lib/types").SeatKey} seat */
function endButton(view, { id, token }) {
  if (view.outcome || view.seat === "watch") return null;
  return view.state === "cancelled"
    ? h("button", { onclick: () => void api.resume(id, token).catch(showFault) }, icon("play"), "Go on again")
    : h("button", { onclick: () => void api.cancel(id, token).catch(showFault) }, "End this game");
}
