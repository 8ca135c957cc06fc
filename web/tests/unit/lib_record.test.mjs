import assert from "node:assert/strict";
import test from "node:test";
import { recordHead, recordText } from "../../lib/record.js";

test("a record begins with its version, its rules and the start", () => {
  assert.equal(recordText(recordHead("classic", null, [26, 29])), "yard-record 1\nrules classic\nstart ? 26 29\n");
  assert.equal(recordHead("tiny", 7, [1]).at(-1), "start 7 1");
});
