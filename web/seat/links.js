// The links of a game's seats, in a dialog.

import { seatAddress } from "../lib/addresses.js";
import { h } from "../lib/dom.js";
import { dialog, toast } from "../lib/messages.js";
import { linkNames } from "../lib/seats.js";

/** Addresses that mean something else on another computer. */
const LOCAL = ["localhost", "127.0.0.1", "[::1]"];

/** @param {string} hash of a page here */
const wholeAddress = (hash) => `${location.origin}${location.pathname}${hash}`;

/**
 * The links of the seats that are for others.
 * @param {string} id
 * @param {Partial<import("../lib/types").Links>} links
 */
export function showLinks(id, links) {
  dialog(
    "Links for the others",
    [
      h("p", {}, "Whoever opens a link sits down on that seat. Send each person only their own."),
      LOCAL.includes(location.hostname)
        ? h(
            "p.quiet",
            {},
            "You have opened Yard by an address that only this computer knows. To invite others, start it with ",
            h("code", {}, "--listen 0.0.0.0"),
            " and open it here by this computer's address in the network.",
          )
        : null,
      h(
        "ul.links",
        {},
        [...linkNames(links)].map(([token, name]) => linkRow(name, wholeAddress(seatAddress(id, token)))),
      ),
    ],
    { close: "Done", wide: true },
  );
}

/** @param {string} name @param {string} url */
function linkRow(name, url) {
  const field = /** @type {HTMLInputElement} */ (
    h("input", { readonly: true, value: url, "aria-label": `Link: ${name}`, onfocus: () => field.select() })
  );
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(url);
      toast("Link copied.");
    } catch {
      field.select();
    }
  };
  return h("li", {}, h("b", {}, name), field, h("button", { onclick: () => void copy() }, "Copy"));
}
