// The links to the seats of a game, in a dialog that shows who has sat down.

import { joinAddress, seatAddress } from "../lib/addresses.js";
import { api } from "../lib/api.js";
import { fill, h } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { dialog, showFault, toast } from "../lib/messages.js";
import { seatName } from "../lib/seats.js";
import { networkPart, wholeAddress } from "./network.js";
import { qrPicture } from "./qr_picture.js";
import { shareButton } from "./share_sheet.js";

/** @typedef {import("../lib/types").Claim} Claim */

/** The open dialog shows who sits where. @type {{ id: string, draw: (claims: Claim[]) => void } | null} */
let open = null;

/** Shows in the open dialog who has sat down meanwhile. @param {import("../lib/types").View} view */
export function updateLinks({ id, claims }) {
  if (open?.id === id && claims) open.draw(claims);
}

/**
 * The links to the seats that are for others.
 * @param {string} id
 * @param {{ claims: Claim[], known: Record<string, string>, watch?: string }} seats `known` are invitations by seat; the
 *   others can only be made anew
 */
export function showLinks(id, { claims, known, watch }) {
  const mine = new Set(claims.filter(({ seat, claimed }) => claimed && !known[seat]).map(({ seat }) => seat));
  const list = h("ul.links");
  let drawn = "";
  const draw = (/** @type {Claim[]} */ now) => {
    const key = JSON.stringify([now, known, wholeAddress("")]);
    if (key === drawn) return;
    drawn = key;
    fill(
      list,
      now.filter(({ seat }) => !mine.has(seat)).map((claim) => seatRow(id, claim, known[claim.seat] ?? null, renew)),
      watch ? linkRow(t("links.watch"), wholeAddress(seatAddress(id, watch))) : null,
    );
  };
  const renew = async (/** @type {string} */ seat) => {
    try {
      known[seat] = (await api.invite(id, seat)).invitation;
      draw(claims);
      toast(t("links.dead"));
    } catch (fault) {
      showFault(fault);
    }
  };
  open = {
    id,
    draw: (now) => {
      claims = now;
      draw(now);
    },
  };
  draw(claims);
  dialog(t("links.title"), [h("p", {}, t("links.text")), list, networkPart(() => draw(claims))], {
    close: t("done"),
    wide: true,
    onclose: () => {
      open = null;
    },
  });
}

/** A new link for those who watch; every seat may hand one on. @param {import("../lib/types").SeatKey} seat */
export async function showWatchLink({ id, token }) {
  try {
    const { watch } = await api.spectators(id, token);
    const row = linkRow(t("links.watch"), wholeAddress(seatAddress(id, watch)));
    dialog(t("links.watch.title"), [h("p", {}, t("links.watch.text")), h("ul.links", {}, row)], {
      close: t("done"),
      wide: true,
    });
  } catch (fault) {
    showFault(fault);
  }
}

/**
 * @param {string} id
 * @param {Claim} claim
 * @param {string | null} invitation
 * @param {(seat: string) => void} renew
 */
function seatRow(id, { seat, claimed }, invitation, renew) {
  const name = seatName(seat);
  if (claimed) return h("li.taken", {}, h("b.whole", {}, name), h("span.quiet", {}, t("links.taken")));
  const again = h(
    "button.quiet-button",
    { onclick: () => renew(seat) },
    invitation ? t("links.renew") : t("links.make"),
  );
  return invitation
    ? linkRow(name, wholeAddress(joinAddress(id, invitation)), again)
    : h("li", {}, h("b", {}, t("links.free", { who: name })), again);
}

/** A link to send: to be copied, shared, or photographed. @param {string} name @param {string} url @param {HTMLElement} [more] */
function linkRow(name, url, more) {
  const field = /** @type {HTMLInputElement} */ (
    h("input", {
      readonly: true,
      value: url,
      "aria-label": t("links.link", { who: name }),
      onfocus: () => field.select(),
    })
  );
  const button = h(
    "button",
    { onclick: () => void copy(url, t("copied.link")).catch(() => field.select()) },
    t("copy"),
  );
  const picture = qrPicture(url);
  return h(
    "li",
    {},
    h(more ? "b" : "b.whole", {}, name),
    more,
    field,
    h("span.row-buttons", {}, button, shareButton({ url, title: t("links.invited") })),
    picture ? h("details.whole", {}, h("summary", {}, t("links.qr")), picture) : null,
  );
}

/**
 * @param {string} text
 * @param {string} told what is said when it is done
 */
export async function copy(text, told) {
  await navigator.clipboard.writeText(text);
  toast(told);
}
