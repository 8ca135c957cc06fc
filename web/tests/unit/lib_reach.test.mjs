// One ride on a board.

import assert from "node:assert/strict";
import test from "node:test";
import { rides, spread } from "../../lib/reach.js";

const LINES = [
  { transport: "taxi", from: 1, to: 2 },
  { transport: "taxi", from: 3, to: 1 },
  { transport: "bus", from: 1, to: 4 },
  { transport: "ferry", from: 1, to: 5 },
];

test("lines lead both ways, black pays all of them, and blocked stations are shut", () => {
  assert.deepEqual(spread(LINES, [1], "taxi"), [2, 3]);
  assert.deepEqual(spread(LINES, [1], "black"), [2, 3, 4, 5]);
  assert.deepEqual(spread(LINES, [1], "black", [4]), [2, 3, 5]);
  assert.deepEqual(spread(LINES, [2, 3, 4], "taxi"), [1]);
  assert.deepEqual(spread(LINES, [5], "underground"), []);
});

test("a detective rides with the tickets that he has, never by ferry", () => {
  const moves = (stock) => rides(LINES, 1, stock, [3]).map(({ move }) => move);
  assert.deepEqual(moves({ taxi: 1, bus: 0, underground: 4 }), ["T2"]);
  assert.deepEqual(moves({ taxi: null, bus: null }), ["T2", "B4"]);
  assert.deepEqual(moves({}), []);
});
