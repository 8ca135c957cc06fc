// What the server tells by codes, in words.

import assert from "node:assert/strict";
import test from "node:test";
import { useLanguage } from "../../lib/i18n.js";
import { messageText } from "../../lib/message_text.js";

test("a known code is said in the person's language, with its parameters in words", () => {
  useLanguage("de");
  const text = messageText({ code: "puzzle_wrong", move: "T46", chance: 0.4, best_chance: 0.81, text: "English" });
  assert.match(text, /40\s%.*81\s%/);
  assert.doesNotMatch(text, /English|\{/);
  useLanguage("en");
  assert.match(messageText({ code: "puzzle_catch", detective: 3, text: "" }), /^Detective 3 is to move/);
});

test("an unknown code is told in the server's words", () => {
  assert.equal(messageText({ code: "something_new", text: "Look there." }), "Look there.");
});
