// Files of a game: its record, and pictures of the map.

import { savePicture } from "../board/picture.js";
import { api } from "../lib/api.js";
import { download, h } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { icon } from "../lib/icons.js";
import { showFault } from "../lib/messages.js";

/** @typedef {import("../lib/types").SeatKey} SeatKey */

/** @param {SeatKey} seat */
async function saveRecord({ id, token }) {
  try {
    download(`yard-${id}.txt`, await api.record(id, token));
  } catch (fault) {
    showFault(fault);
  }
}

/** @param {() => void} save */
export const recordButton = (save) => h("button", { onclick: save }, icon("save"), t("file.record"));

/** @param {import("../board/board.js").Board} board @param {SeatKey} seat */
export function fileButtons(board, seat) {
  const picture = (/** @type {"png" | "svg"} */ kind) =>
    h(
      "button",
      { onclick: () => void savePicture(board, `yard-${seat.id}`, kind) },
      icon("picture"),
      t("file.picture", { kind: kind.toUpperCase() }),
    );
  return [recordButton(() => void saveRecord(seat)), picture("png"), picture("svg")];
}
