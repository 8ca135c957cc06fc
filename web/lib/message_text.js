// What the server tells by a code and its parameters (docs/reference/api.md, MESSAGE), in the person's language.

import { byCode, number } from "./i18n.js";
import { moveText } from "./moves.js";
import { seatName } from "./seats.js";

/** @typedef {import("./rooms").Message} Message */

/** Parameters that are moves, in the notation of the server. */
const MOVES = ["move", "best"];
/** Parameters whose number chooses the plural, the first that is there. */
const COUNTS = ["stations", "candidates", "detectives", "rides", "games"];

/** Whether a parameter is a part of 1. @param {string} code @param {string} name */
const isPart = (code, name) => /chance|^loss$/.test(name) || (code === "turned" && /^(before|after)$/.test(name));

/** @param {string} code @param {string} name @param {unknown} value @returns {string | number} */
function inWords(code, name, value) {
  if (value === null || value === undefined) return "";
  if (typeof value === "number" && isPart(code, name))
    return number(value, { style: "percent", maximumFractionDigits: 0 });
  if (typeof value === "number")
    return ["station", "to", "mr_x"].includes(name) ? String(value) : number(value, { maximumFractionDigits: 1 });
  if (Array.isArray(value)) return value.map((move) => moveText(String(move))).join(", ");
  const text = String(value);
  if (MOVES.includes(name)) return moveText(text);
  if (name === "side") return seatName(text);
  if (["ticket", "was", "instead"].includes(name)) return byCode(`ride.${text}`, moveOrText(text));
  return text;
}

/** @param {string} text */
const moveOrText = (text) => (/^(?:\d:)?2?[TBUK]\d/.test(text) ? moveText(text) : text);

/** @param {Message} message */
export function messageText({ code, text, ...given }) {
  const params = Object.fromEntries(Object.entries(given).map(([name, value]) => [name, inWords(code, name, value)]));
  const counted = COUNTS.map((name) => given[name]).find((value) => typeof value === "number");
  return byCode(`message.${code}`, text, { ...params, n: Number(counted ?? 0) });
}

/**
 * Why a move is proposed, in the person's language.
 * @param {{ reason: string, reasons?: Message[] }} proposal
 */
export const reasonText = ({ reason, reasons }) => (reasons?.length ? reasons.map(messageText).join(" ") : reason);
