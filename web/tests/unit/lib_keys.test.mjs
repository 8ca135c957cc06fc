import assert from "node:assert/strict";
import test from "node:test";
import { arrowStep, DIRECTIONS } from "../../lib/keys.js";

test("arrows walk a list in a circle", () => {
  assert.deepEqual(
    ["ArrowRight", "ArrowDown"].map((key) => arrowStep(key, 2, 3)),
    [0, 0],
  );
  assert.deepEqual(
    ["ArrowLeft", "ArrowUp"].map((key) => arrowStep(key, 0, 3)),
    [2, 2],
  );
  assert.equal(arrowStep("Enter", 0, 3), null);
});

test("each direction is a vector of length 1", () => {
  for (const { x, y } of Object.values(DIRECTIONS)) assert.equal(Math.hypot(x, y), 1);
});
