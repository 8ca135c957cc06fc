// The people whom one plays against, in the language of the page. The server knows them by their English names.

import en from "../i18n/en.js";
import { byCode } from "./i18n.js";

const NAME = /^level\.\w+\.(mr_x|detectives)\.name$/;

/** The keys of the names, by the names that the server uses. @type {Map<string, string>} */
const KEYS = new Map(
  Object.entries(en).flatMap(([key, text]) => (NAME.test(key) && typeof text === "string" ? [[text, key]] : [])),
);

/** What somebody is called here; people of flesh and blood keep their names. @param {string} name */
export const calledHere = (name) => byCode(KEYS.get(name) ?? "", name);

/** The same in a line of several names. @param {string} line */
export const calledInLine = (line) =>
  [...KEYS.keys()].reduce((text, name) => text.replaceAll(name, calledHere(name)), line);
