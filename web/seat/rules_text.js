// The rules of an edition, in a few sentences. Pure.

import { andList, t } from "../lib/i18n.js";
import { holds, KINDS, ticketName } from "../lib/tickets.js";

/** @typedef {import("../lib/types").RulesInfo} RulesInfo */

/** What a detective has at the start: "10 taxi, 8 bus and 4 underground". @param {import("../lib/types").Stock} stock */
function stockText(stock) {
  const kinds = KINDS.filter((kind) => holds(stock[kind]));
  return andList(kinds.map((kind) => t("rules.stock", { count: stock[kind] ?? "∞", ticket: ticketName(kind) })));
}

/**
 * @param {RulesInfo} rules
 * @param {number} count of detectives in this game
 * @returns {string[]}
 */
export function rulesLines({ slots, surfacings, order, tickets }, count) {
  const [his, theirs] = [tickets?.mr_x ?? null, tickets?.detective ?? null];
  const [black, double] = [his?.black ?? null, his?.double ?? null];
  const special = his === null || holds(his.black) || holds(his.double);
  return [
    t("how.rules.1"),
    surfacings.length > 0
      ? t("how.surfacings", { n: slots, list: andList(surfacings.map(String)) })
      : t("how.surfacings.none", { n: slots }),
    t(order === "any" ? "how.rules.2.any" : "how.rules.2", { n: count }),
    ...(theirs ? [t("how.tickets", { list: stockText(theirs) })] : []),
    t("how.rules.3"),
    special ? t("how.rules.4") : t("how.no_special"),
    ...(special && black !== null && double !== null ? [t("how.special", { black, double })] : []),
    t("how.rules.5"),
  ];
}
