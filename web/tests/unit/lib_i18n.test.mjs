import assert from "node:assert/strict";
import test from "node:test";
import { loadLanguage, NAMES } from "../../i18n/languages.js";
import { bestLanguage, byCode, number, orList, parts, t, useLanguage } from "../../lib/i18n.js";

for (const id of Object.keys(NAMES)) await loadLanguage(id);

/** @param {import("../../i18n/languages.js").Language} id @param {() => void} check */
const inLanguage = (id, check) => {
  useLanguage(id);
  try {
    check();
  } finally {
    useLanguage("en");
  }
};

test("the person's choice wins, then what the browser prefers, then English", () => {
  assert.equal(bestLanguage("fr", ["de-AT"]), "fr");
  assert.equal(bestLanguage("auto", ["nl", "de-AT", "en"]), "de");
  assert.equal(bestLanguage("auto", ["nl"]), "en");
});

test("blanks are filled in, and numbers are written as the language writes them", () => {
  assert.equal(t("move.step", { ride: "taxi", to: 46 }), "taxi to 46");
  assert.equal(number(1234.5), "1,234.5");
  inLanguage("de", () => assert.equal(number(1234.5), "1.234,5"));
});

test("a count chooses the plural of the language", () => {
  assert.equal(t("assist.slots", { n: 1 }), "1 slot");
  assert.equal(t("assist.slots", { n: 0 }), "0 slots");
  inLanguage("de", () => assert.equal(t("assist.slots", { n: 2 }), "2 Züge"));
  // The French count nothing in the singular.
  inLanguage("fr", () => assert.equal(t("assist.slots", { n: 0 }), "0 case"));
});

test("blanks may be elements", () => {
  const bold = { bold: 3 };
  assert.deepEqual(parts("help.possible", { n: 3, count: bold }), [bold, " stations are possible."]);
});

test("a code that nobody has translated shows the server's words", () => {
  assert.equal(byCode("outcome.escaped", "gone"), "The travel log is full and Mr X is still free.");
  assert.equal(byCode("outcome.vanished", "He vanished."), "He vanished.");
});

test("lists read like sentences", () => {
  assert.equal(orList(["taxi"]), "taxi");
  assert.equal(orList(["taxi", "bus", "black ticket"]), "taxi, bus or black ticket");
});
