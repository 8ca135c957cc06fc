// The rules of an edition, in a few sentences. Pure.

import { andList, t } from "../lib/i18n.js";
import { holds, KINDS, ticketName } from "../lib/tickets.js";

/** @typedef {import("../lib/types").RulesInfo} RulesInfo */

/** What somebody has at the start: "10 taxi, 8 bus and 4 underground". @param {import("../lib/types").Stock} stock @param {typeof KINDS} kinds */
function stockText(stock, kinds) {
  const held = kinds.filter((kind) => holds(stock[kind]));
  return andList(held.map((kind) => t("rules.stock", { count: stock[kind] ?? "∞", ticket: ticketName(kind) })));
}

/** The tickets that pay one kind of line. */
const PLAIN = KINDS.slice(0, 3);

/** Whose tickets are counted, and where those go that were used. @param {RulesInfo} rules @returns {string[]} */
function ticketLines({ tickets, hand_over, is_grid }) {
  const [his, theirs] = [tickets?.mr_x ?? null, tickets?.detective ?? null];
  if (!theirs || is_grid || PLAIN.every((kind) => theirs[kind] === null)) return [];
  const counted = his && PLAIN.some((kind) => typeof his[kind] === "number");
  return [
    t("how.tickets", { list: stockText(theirs, PLAIN) }),
    t(hand_over ? "how.hand_over" : "how.keep"),
    ...(his ? [counted ? t("how.tickets.mr_x", { list: stockText(his, PLAIN) }) : t("how.tickets.mr_x.any")] : []),
  ];
}

/**
 * @param {RulesInfo} rules
 * @param {number} count of detectives in this game
 * @returns {string[]}
 */
export function rulesLines(rules, count) {
  const { slots, surfacings, order, tickets, is_grid } = rules;
  const his = tickets?.mr_x ?? null;
  const [black, double] = [his?.black ?? null, his?.double ?? null];
  const special = his === null || holds(his.black) || holds(his.double);
  return [
    t("how.rules.1"),
    surfacings.length > 0
      ? t("how.surfacings", { n: slots, list: andList(surfacings.map(String)) })
      : t("how.surfacings.none", { n: slots }),
    t(order === "any" ? "how.rules.2.any" : "how.rules.2", { n: count }),
    ...ticketLines(rules),
    t("how.rules.3"),
    special ? t("how.rules.4") : t("how.no_special"),
    ...(special && black !== null && double !== null ? [t("how.special", { black, double })] : []),
    t("how.rules.5"),
    t("how.pass"),
    ...(is_grid ? [] : [t("how.letters")]),
  ];
}
