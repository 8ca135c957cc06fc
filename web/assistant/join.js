// The form for those who begin in the middle of a game.

import { numberField, segmented } from "../lib/controls.js";
import { fill, h } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { TICKET, ticketName } from "../lib/tickets.js";
import { lastSurfacing } from "./setup.js";

/** @typedef {import("../lib/types").Letter} Letter */
/** @typedef {import("../lib/types").Stock} Stock */
/** @typedef {import("./setup.js").Joining} Joining */

const LETTERS = /** @type {Letter[]} */ (["T", "B", "U", "K"]);

/** @param {string} text @param {number} most */
const upTo = (text, most) => Math.min(most, Number(text.replace(/\D/g, "")) || 0);

/**
 * @param {import("../lib/types").RulesInfo} rules
 * @param {number} count of detectives
 * @returns {{ element: HTMLElement, read: () => Joining }}
 */
export function joinForm(rules, count) {
  const stock = rules.tickets?.mr_x ?? {};
  /** @type {Joining} */
  const joining = {
    slot: rules.surfacings[0] ?? 1,
    seen: null,
    since: [],
    black: stock.black ?? null,
    double: stock.double ?? null,
    tickets: null,
  };
  const since = h("div.join-since");
  const drawSince = () => {
    const wanted = joining.slot - lastSurfacing(rules.surfacings, joining.slot);
    joining.since = Array.from({ length: wanted }, (_, i) => joining.since[i] ?? "T");
    fill(
      since,
      wanted > 0 ? h("p", {}, t("join.since", { n: wanted })) : null,
      joining.since.map((letter, i) =>
        segmented(
          t("join.since.one", { number: i + 1 }),
          LETTERS.map((id) => ({ id, name: ticketName(TICKET[id]) })),
          letter,
          (id) => {
            joining.since[i] = id;
          },
        ),
      ),
    );
  };
  drawSince();
  const element = h(
    "div.join-form",
    {},
    numberField(t("join.slot"), String(joining.slot), (text) => {
      joining.slot = upTo(text, rules.slots - 1);
      drawSince();
    }),
    numberField(
      t("join.seen"),
      "",
      (text) => {
        joining.seen = upTo(text, 255) || null;
      },
      t("join.seen.unknown"),
    ),
    since,
    joining.black === null
      ? null
      : numberField(t("join.black"), String(joining.black), (text) => {
          joining.black = upTo(text, 99);
        }),
    joining.double === null
      ? null
      : numberField(t("join.double"), String(joining.double), (text) => {
          joining.double = upTo(text, 99);
        }),
    ticketFields(rules.tickets?.detective ?? null, count, (tickets) => {
      joining.tickets = tickets;
    }),
  );
  return { element, read: () => joining };
}

/**
 * @param {Stock | null} stock at the start
 * @param {number} count
 * @param {(tickets: Stock[]) => void} onchange
 */
function ticketFields(stock, count, onchange) {
  if (!stock) return null;
  const kinds = /** @type {const} */ (["taxi", "bus", "underground"]);
  /** @type {Stock[]} */
  const tickets = Array.from({ length: count }, () => ({ ...stock }));
  const row = (/** @type {Stock} */ own, /** @type {number} */ i) =>
    h(
      "tr",
      {},
      h("th", { scope: "row" }, t("seat.detective", { number: i + 1 })),
      kinds.map((kind) =>
        h(
          "td",
          {},
          h("input", {
            type: "text",
            inputmode: "numeric",
            value: String(own[kind] ?? 0),
            "aria-label": `${t("seat.detective", { number: i + 1 })}: ${ticketName(kind)}`,
            oninput: (/** @type {{ target: HTMLInputElement }} */ { target }) => {
              own[kind] = upTo(target.value, 99);
              onchange(tickets);
            },
          }),
        ),
      ),
    );
  return h(
    "details.join-tickets",
    {},
    h("summary", {}, t("join.tickets")),
    h(
      "table",
      {},
      h(
        "thead",
        {},
        h(
          "tr",
          {},
          h("td"),
          kinds.map((kind) => h("th", { scope: "col" }, ticketName(kind))),
        ),
      ),
      h("tbody", {}, tickets.map(row)),
    ),
  );
}
