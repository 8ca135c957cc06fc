// Chooses the page by the part of the address after `#`, which browsers keep to themselves: a seat's token in it never
// reaches a server's log.

import { parseAddress } from "./addresses.js";
import { h } from "./dom.js";
import { t } from "./i18n.js";
import { faultText } from "./text.js";

/**
 * @typedef {object} Page
 * @property {() => void} [leave] Called before the next page is shown.
 */
/**
 * @typedef {(place: HTMLElement, parts: string[], query: URLSearchParams) => Page | void | Promise<Page | void>} Show
 */

/** @type {Map<string, Show>} */
const routes = new Map();
/** @type {Page | void} */
let current;
let visit = 0;

/** @param {string} name @param {Show} show */
export function route(name, show) {
  routes.set(name, show);
}

/** @param {string} hash such as `#/game/ID/TOKEN` */
export function go(hash) {
  if (location.hash === hash) void render();
  else location.hash = hash;
}

/** Shows the page of the address. */
export async function render() {
  const mine = ++visit;
  const { page: name, parts, query } = parseAddress(location.hash);
  const show = routes.get(name) ?? routes.get("home");
  const app = document.getElementById("app");
  if (!show || !app) return;
  if (current?.leave) current.leave();
  current = undefined;
  for (const open of document.querySelectorAll("dialog")) open.close();
  // Every visit has a place of its own: a page that was left while it loaded writes into nothing.
  const place = h("div", { class: `page-${name}` });
  app.replaceChildren(place);
  document.body.dataset.page = name;
  scrollTo(0, 0);
  try {
    const page = await show(place, parts, query);
    if (mine === visit) current = page;
    else page?.leave?.();
  } catch (fault) {
    if (mine !== visit) return;
    // There is always a way back.
    place.append(h("div.page", {}, h("p.fault", {}, faultText(fault)), h("a.button", { href: "#/" }, t("page.start"))));
  }
}

export function start() {
  addEventListener("hashchange", () => void render());
  void render();
}
