// The catalogues: nothing missing, nothing left over, and no text of the page outside of them.

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import test from "node:test";
import { fileURLToPath } from "node:url";
import ts from "typescript";
import { CATALOGUES, loadLanguage, NAMES } from "../../i18n/languages.js";

for (const id of Object.keys(NAMES)) await loadLanguage(id);

const WEB = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "../..");
const KEYS = Object.keys(CATALOGUES.en);
const OTHERS = Object.keys(NAMES).filter((id) => id !== "en");

/** The modules that may speak to people; the names on the map are the city's own. */
const MODULES = readdirSync(WEB, { recursive: true })
  .map(String)
  .filter((name) => name.endsWith(".js") && !/^(tests|i18n)\b|node_modules|city_data/.test(name));

/** All forms of a text. */
const forms = (text) => (typeof text === "string" ? [text] : Object.values(text));

/** The blanks that a text has in any of its forms; `n` may be left out where a form says it in words. */
const blanks = (text) =>
  [...new Set(forms(text).flatMap((form) => [...form.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)))]
    .filter((name) => name !== "n")
    .sort();

test("every language has every text and no other, in the order of the English ones", () => {
  for (const id of OTHERS) assert.deepEqual(Object.keys(CATALOGUES[id]), KEYS, id);
});

test("every language has the plural forms that it needs", () => {
  for (const id of Object.keys(NAMES)) {
    const wanted = new Intl.PluralRules(id).resolvedOptions().pluralCategories.sort();
    for (const key of KEYS) {
      const [text, english] = [CATALOGUES[id][key], CATALOGUES.en[key]];
      assert.equal(typeof text, typeof english, `${id}: ${key}`);
      if (typeof text === "object") assert.deepEqual(Object.keys(text).sort(), wanted, `${id}: ${key}`);
    }
  }
});

test("no text is empty, and every language fills in the same blanks", () => {
  for (const id of Object.keys(NAMES)) {
    for (const key of KEYS) {
      for (const form of forms(CATALOGUES[id][key])) assert.ok(form.trim(), `${id}: ${key}`);
      assert.deepEqual(blanks(CATALOGUES[id][key]), blanks(CATALOGUES.en[key]), `${id}: ${key}`);
    }
  }
});

test("a text of some length is translated", () => {
  for (const id of OTHERS) {
    for (const key of KEYS) {
      const words = forms(CATALOGUES.en[key])[0].replaceAll(/\{\w+\}/g, "");
      if (words.split(/\s+/).filter((word) => /\p{L}{3}/u.test(word)).length < 4) continue;
      assert.notDeepEqual(CATALOGUES[id][key], CATALOGUES.en[key], `${id}: ${key} is English`);
    }
  }
});

/** @param {string} module */
const parse = (module) =>
  ts.createSourceFile(module, readFileSync(path.join(WEB, module), "utf8"), ts.ScriptTarget.ES2023, true);

/** Visits every node. @param {ts.Node} node @param {(node: ts.Node) => void} see */
const walk = (node, see) => {
  see(node);
  ts.forEachChild(node, (child) => walk(child, see));
};

/** The text of a literal; blanks of a template are `\0`. @param {ts.Node} node @returns {string | null} */
function literal(node) {
  if (ts.isStringLiteralLike(node)) return node.text;
  if (!ts.isTemplateExpression(node)) return null;
  return node.head.text + node.templateSpans.map((span) => `\0${span.literal.text}`).join("");
}

const LITERALS = MODULES.flatMap((module) => {
  /** @type {{ module: string, node: ts.Node, text: string }[]} */
  const found = [];
  walk(parse(module), (node) => {
    const text = literal(node);
    if (text !== null) found.push({ module, node, text });
  });
  return found;
});

test("every text is used", () => {
  const used = new Set(LITERALS.map(({ text }) => text).filter((text) => !text.includes("\0")));
  const patterns = LITERALS.filter(({ text }) => /^[a-z_]+\.[\w.]*\0/.test(text)).map(
    ({ text }) => new RegExp(`^${text.replaceAll(".", "\\.").replaceAll("\0", "[\\w.-]+")}$`),
  );
  const left = KEYS.filter((key) => !used.has(key) && !patterns.some((pattern) => pattern.test(key)));
  assert.deepEqual(left, []);
});

/** Attributes that people read or hear. */
const READ = /^(aria-label|aria-valuetext|aria-description|title|placeholder|alt|name|close|label)$/;
/** Calls whose texts are for the browser or for developers. */
const TECHNICAL =
  /^(closest|querySelector|querySelectorAll|matches|matchMedia|addEventListener|removeEventListener|setProperty|getPropertyValue|setAttribute|getAttribute|RegExp|URL)$/;

/** @param {ts.Node} node @returns {string} the name of what a call calls */
const callee = (node) => {
  if (!ts.isCallExpression(node) && !ts.isNewExpression(node)) return "";
  const { expression } = node;
  return ts.isPropertyAccessExpression(expression) ? expression.name.text : expression.getText();
};

/** Whether a literal is a text that people read. @param {ts.Node} node @param {string} text */
function isReadByPeople(node, text) {
  const words = text.replaceAll("\0", " ");
  if (!/\p{L}{2}/u.test(words)) return false;
  const { parent } = node;
  // Where an error is thrown for developers it starts with a small letter, as in all our programs.
  if (callee(parent) === "Error") return /^\p{Lu}/u.test(words);
  if (TECHNICAL.test(callee(parent)) || ts.isImportDeclaration(parent) || ts.isExportDeclaration(parent)) return false;
  if (ts.isPropertyAssignment(parent) && parent.initializer === node) {
    const name = parent.name.getText().replaceAll('"', "");
    if (READ.test(name)) return /\p{L}{3}/u.test(words) && !/^[a-z_.-]+$/.test(words);
    if (name === "d" || name === "class" || name === "transform") return false;
  }
  // A child of an element: whatever stands after its tag and its attributes.
  if (/^[hs]$/.test(callee(parent)) && /** @type {ts.CallExpression} */ (parent).arguments.indexOf(node) > 1)
    return true;
  return /\p{L}{2,}[,.:;?!…]? +\p{L}{2,}/u.test(words) && /^[\p{Lu}\p{Ll}(]/u.test(words.trim());
}

/** Not words: what programs call things, and notation. */
const NOTATION = [
  /^[TBUKDNCPHF+−· ]+$/,
  /^(Esc|--listen 0\.0\.0\.0|DejaVu .*)$/,
  /^(random )?lookahead$/,
  /^(yard-record|rules|start|result) /,
  /^X+(-X+)+$/,
  /^xMidYMid /,
  /^translate\(/,
  /, serif$/,
];

test("no text that people read stands outside the catalogues", () => {
  const found = LITERALS.filter(({ node, text }) => isReadByPeople(node, text))
    .filter(({ text }) => !NOTATION.some((pattern) => pattern.test(text)))
    .map(({ module, text }) => `${module}: ${text.replaceAll("\0", "…")}`);
  assert.deepEqual(found, []);
});
