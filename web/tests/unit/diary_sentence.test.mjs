// The diary in words.

import assert from "node:assert/strict";
import test from "node:test";
import { otherOf, sentence } from "../../diary/sentence.js";
import { useLanguage } from "../../lib/i18n.js";

useLanguage("en");
const GAME = { side: "mr_x", reason: "escaped", slot: 24, other: "Inspector Lane", won: true };
const facts = (closest) => ({ closest, round: 9, marks: 0, turned: null });

test("a close escape tells how close", () => {
  assert.equal(
    sentence({ ...GAME, facts: facts(3) }),
    "You escaped as Mr X. Inspector Lane had you at 3 candidates in round 9.",
  );
  assert.equal(sentence({ ...GAME, facts: facts(20) }), "You escaped as Mr X. Inspector Lane never came close.");
});

test("each end of each side has its sentence, also while the review is not there", () => {
  for (const side of ["mr_x", "detectives"])
    for (const reason of ["captured", "cornered", "escaped", "stranded"]) {
      const text = sentence({ ...GAME, side, reason });
      assert.match(text, /Inspector Lane|detectives/, `${side} ${reason}: ${text}`);
    }
});

test("somebody without a name is called by the side", () => {
  assert.equal(otherOf({ ...GAME, other: "" }), "The detectives");
  assert.equal(otherOf({ ...GAME, other: "", side: "detectives" }), "Mr X");
});
