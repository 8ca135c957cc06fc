import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import { loadLanguage, NAMES } from "../../i18n/languages.js";
import { useLanguage } from "../../lib/i18n.js";
import { calledHere, calledInLine } from "../../lib/opponents.js";

for (const id of Object.keys(NAMES)) await loadLanguage(id);

test("opponents have a name in every language, and people keep theirs", () => {
  assert.equal(calledHere("Inspector Lane"), "Inspector Lane");
  useLanguage("de");
  assert.equal(calledHere("Pip the Pickpocket"), "Pip Langfinger");
  assert.equal(calledHere("Anna"), "Anna");
  assert.equal(calledInLine("Anna – Inspector Lane"), "Anna – Inspektor Lane");
  useLanguage("fr");
  assert.equal(calledHere("The Grey Fox"), "Maître Renard");
  useLanguage("en");
});

test("the page knows every name that the server uses", () => {
  const level = readFileSync(new URL("../../../crates/yard-coach/src/level.rs", import.meta.url), "utf8");
  const names = [...level.matchAll(/(?:mr_x|detectives)_name: "([^"]+)"/g)].map(([, name]) => name);
  assert.equal(names.length, 10);
  useLanguage("de");
  // Some are called the same everywhere.
  const same = names.filter((name) => calledHere(name) === name);
  assert.deepEqual(same, ["Sergeant Finch", "Madame Noir"]);
  useLanguage("en");
});
