import assert from "node:assert/strict";
import test from "node:test";
import { HEAD, hangsDown } from "../../board/pins.js";

const FOOT = { n: 1, x: 100, y: 100 };
const ABOVE = { n: 2, x: 100, y: 100 - HEAD };
const BELOW = { n: 3, x: 100, y: 100 + HEAD };

test("a pin stands unless it covers more that way", () => {
  assert.equal(hangsDown(FOOT, 1, [FOOT], [], 500), false);
  assert.equal(hangsDown(FOOT, 1, [FOOT, ABOVE], [], 500), true);
  assert.equal(hangsDown(FOOT, 1, [FOOT, ABOVE, BELOW], [], 500), false);
});

test("what may be chosen counts more than what may not", () => {
  assert.equal(hangsDown(FOOT, 1, [FOOT, ABOVE, BELOW], [2], 500), true);
  assert.equal(hangsDown(FOOT, 1, [FOOT, ABOVE, BELOW], [3], 500), false);
});

test("a head stays on the paper", () => {
  const high = { n: 1, x: 100, y: 10 };
  assert.equal(hangsDown(high, 1, [high], [], 500), true);
  assert.equal(hangsDown(FOOT, 1, [FOOT, ABOVE], [], 120), false);
});
