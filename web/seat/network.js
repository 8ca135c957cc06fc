// "Play on this network": the server listens to other machines only after somebody at this one has said so.

import { api } from "../lib/api.js";
import { fill, h } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { icon } from "../lib/icons.js";
import { askFirst, showFault } from "../lib/messages.js";
import { qrPicture } from "./qr_picture.js";

/** @typedef {import("../lib/rooms").Network} Network */

/** Addresses that mean something else on another computer. */
const LOCAL = ["localhost", "127.0.0.1", "[::1]"];

/** Whether this page was opened by an address that only this computer knows. */
export const isLocal = () => LOCAL.includes(location.hostname);

/** The address by which other machines reach this page, once the network is open. @type {string | null} */
let outside = null;

/** The address of a page here, as others open it. @param {string} hash */
export const wholeAddress = (hash) =>
  outside
    ? `${outside.replace(/\/$/, "")}${location.pathname}${hash}`
    : `${location.origin}${location.pathname}${hash}`;

/**
 * A part of a page that opens the network and tells the address. It stays empty on other machines.
 * @param {() => void} [onchange] told when links have other addresses now
 */
export function networkPart(onchange) {
  const part = h("section.network", { "aria-label": t("network.title") });
  if (!isLocal()) return part;
  const show = (/** @type {Network} */ network) => {
    outside = network.open ? (network.addresses[0] ?? null) : null;
    drawNetwork(part, network, change);
    onchange?.();
  };
  const change = async (/** @type {boolean} */ open) => {
    try {
      show(await api.openNetwork(open));
    } catch (fault) {
      showFault(fault);
    }
  };
  // A server that may not be asked leaves the part out.
  api.network().then(show, () => part.remove());
  return part;
}

/** @param {HTMLElement} part @param {Network} network @param {(open: boolean) => void} change */
function drawNetwork(part, network, change) {
  const head = h("h3", {}, icon("network"), t("network.title"));
  if (!network.open && !network.can_open) return fill(part, head, h("p.quiet", {}, t("network.cannot")));
  if (!network.open) {
    const who = network.networks.join(", ");
    const ask = () =>
      askFirst(t("network.sure"), t("network.sure.text", { who }), t("network.open"), () => change(true));
    return fill(part, head, h("p.quiet", {}, t("network.text")), h("button", { onclick: ask }, t("network.open")));
  }
  const [address = ""] = network.addresses;
  fill(
    part,
    head,
    h("p", {}, t("network.type")),
    h("p.network-address", {}, h("code", {}, address)),
    qrPicture(address),
    h("p.quiet", {}, t("network.who", { who: network.networks.join(", "), n: network.visitors })),
    h("button", { onclick: () => change(false) }, t("network.close")),
  );
}
