// A log that begins in the middle.

import assert from "node:assert/strict";
import test from "node:test";
import { lastSurfacing, setupOf } from "../../assistant/setup.js";

const LINES = [
  { transport: "taxi", from: 1, to: 2 },
  { transport: "bus", from: 2, to: 3 },
  { transport: "bus", from: 2, to: 4 },
];
const RULES = { surfacings: [3, 8] };
const joining = { slot: 5, seen: 1, since: ["T", "B"], black: 2, double: 1, tickets: null };

test("the slot in which he was seen last", () => {
  assert.equal(lastSurfacing([3, 8], 2), 0);
  assert.equal(lastSurfacing([3, 8], 8), 8);
  assert.equal(lastSurfacing([3, 8], 12), 8);
});

test("from the place where he was seen his tickets lead on", () => {
  const setup = setupOf(joining, RULES, LINES);
  assert.deepEqual(setup.candidates, [3, 4]);
  assert.equal(setup.words, "turn x slot 5 x-tickets -,-,-,2,1");
  assert.deepEqual(
    setup.known.map(({ ticket, station }) => [ticket, station]),
    [
      ["?", null],
      ["?", null],
      ["?", 1],
      ["T", null],
      ["B", null],
    ],
  );
});

test("what nobody knows stays open, and the detectives' tickets are told when they are counted", () => {
  const tickets = [
    { taxi: 3, bus: 2, underground: 1 },
    { taxi: 1, bus: null, underground: 0 },
  ];
  const setup = setupOf({ ...joining, seen: null, tickets }, RULES, LINES);
  assert.equal(setup.candidates, null);
  assert.match(setup.words, / detective-tickets 3,2,1\/1,-,0$/);
});
