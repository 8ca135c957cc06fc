import assert from "node:assert/strict";
import test from "node:test";
import { HEAD, hangsDown, headOf, leaning } from "../../board/pins.js";

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

test("pins that share a station lean apart, so that no head covers another", () => {
  assert.deepEqual([leaning(0, 1, false), leaning(0, 1, true)], [0, 180]);
  for (const count of [2, 3]) {
    const heads = Array.from({ length: count }, (_, i) => headOf(leaning(i, count, false)));
    for (let i = 1; i < count; i++) {
      const [a, b] = [heads[i - 1], heads[i]];
      assert.ok(Math.hypot(a.x - b.x, a.y - b.y) > 38, `${count} pins`);
    }
  }
});
