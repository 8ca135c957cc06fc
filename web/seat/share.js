// Sharing a finished game: a link that shows the replay and opens no seat, a picture, or the record as a file.

import { sharePicture } from "../board/share_picture.js";
import { replayAddress } from "../lib/addresses.js";
import { api } from "../lib/api.js";
import { download, fill, h } from "../lib/dom.js";
import { hasLinks } from "../lib/engine.js";
import { t } from "../lib/i18n.js";
import { icon } from "../lib/icons.js";
import { dialog, showFault } from "../lib/messages.js";
import { faultText } from "../lib/text.js";
import { copy } from "./links.js";
import { wholeAddress } from "./network.js";
import { offer, shareButton } from "./share_sheet.js";
import { headline, outcomeText, wayOf } from "./view.js";

/** @typedef {import("../lib/types").View} View */
/** @typedef {import("../lib/types").SeatKey} SeatKey */

/**
 * @param {import("../board/board.js").Board} board
 * @param {View} view
 * @param {SeatKey & { title?: string }} seat
 */
export function showShare(board, view, seat) {
  const link = h("div.share-link", {}, h("p.quiet", {}, t("share.making")));
  const preview = h("div.share-preview", {}, h("p.quiet", {}, t("loading")));
  dialog(
    t("share.title"),
    [
      h("p", {}, t("share.text")),
      hasLinks() ? link : null,
      preview,
      h("button", { onclick: () => void saveRecord(seat).catch(showFault) }, icon("save"), t("file.record")),
    ],
    { close: t("done"), wide: true },
  );
  if (hasLinks()) void makeLink(seat, link);
  void makePicture(board, view, seat, preview);
}

/** @param {SeatKey} seat */
const saveRecord = async ({ id, token }) => download(`yard-${id}.txt`, await api.record(id, token));

/** @param {SeatKey} seat @param {HTMLElement} place */
async function makeLink({ id, token }, place) {
  try {
    const url = wholeAddress(replayAddress(await api.share(id, token)));
    const field = /** @type {HTMLInputElement} */ (
      h("input", { readonly: true, value: url, "aria-label": t("share.link"), onfocus: () => field.select() })
    );
    fill(
      place,
      field,
      h("button.primary", { onclick: () => void copy(url, t("copied.link")).catch(() => field.select()) }, t("copy")),
      shareButton({ url }),
    );
  } catch (fault) {
    fill(place, h("p.fault", {}, faultText(fault)));
  }
}

/**
 * @param {import("../board/board.js").Board} board
 * @param {View} view
 * @param {SeatKey & { title?: string }} seat
 * @param {HTMLElement} place
 */
async function makePicture(board, view, seat, place) {
  const words = { title: headline(view), text: outcomeText(view), edition: seat.title ?? "", name: t("app.name") };
  const blob = await sharePicture(board, wayOf(view), words);
  if (!blob) {
    fill(place, h("p.fault", {}, t("file.no_picture")));
    return;
  }
  const name = `yard-${seat.id}.png`;
  const file = new File([blob], name, { type: "image/png" });
  const url = URL.createObjectURL(blob);
  fill(
    place,
    h("img", { src: url, alt: t("share.picture.alt", { text: words.text }), onload: () => URL.revokeObjectURL(url) }),
    h("button", { onclick: () => download(name, blob) }, icon("picture"), t("share.picture")),
    navigator.canShare?.({ files: [file] })
      ? h("button", { onclick: () => void offer({ files: [file] }) }, t("share.sheet"))
      : null,
  );
}
