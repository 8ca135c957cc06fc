// A round at a real table: suggestions and changes.

import assert from "node:assert/strict";
import test from "node:test";
import { mayHaveCaught, RoundPlan } from "../../assistant/round_plan.js";

// 1 – 2 – 3 – 4 in a row, and 2 – 5 by bus.
const LINES = [
  { transport: "taxi", from: 1, to: 2 },
  { transport: "taxi", from: 2, to: 3 },
  { transport: "taxi", from: 3, to: 4 },
  { transport: "bus", from: 2, to: 5 },
];
const position = (more = {}) => ({
  order: "fixed",
  movers: [1, 2],
  stations: [2, 3],
  tickets: [
    { taxi: 1, bus: 1 },
    { taxi: 1, bus: 0 },
  ],
  lines: LINES,
  ...more,
});
const suggestion = (detective, move) => ({ detective, move, reason: "" });

test("all as suggested", () => {
  const plan = new RoundPlan(position());
  assert.equal(plan.complete, false);
  assert.equal(plan.open, 1);
  plan.suggest([suggestion(1, "T1"), suggestion(2, "T4")]);
  assert.equal(plan.complete, true);
  assert.equal(plan.changed, false);
  assert.deepEqual(plan.moves(), ["T1", "T4"]);
  assert.deepEqual(plan.settled(), []);
});

test("in fixed order one goes where the ones before have left, not where later ones stand", () => {
  const plan = new RoundPlan(position());
  assert.deepEqual(
    plan.options(1).map(({ move }) => move),
    ["T1", "B5"],
    "3 is taken until detective 2 has moved",
  );
  plan.suggest([suggestion(1, "B5"), suggestion(2, "T2")]);
  assert.equal(plan.complete, true, "2 is free when detective 1 has left it");
  plan.choose(1, "T1");
  assert.deepEqual(plan.settled(), ["T1"]);
  plan.choose(2, "T4");
  plan.suggest([suggestion(1, "B5"), suggestion(2, "T2")]);
  assert.deepEqual(plan.moves(), ["T1", "T4"], "what people chose stays");
  assert.equal(plan.release(2), true);
  assert.equal(plan.open, 2);
  assert.equal(plan.release(2), false);
});

test("a changed move keeps what comes before it, and the rest is planned anew", () => {
  const plan = new RoundPlan(position({ movers: [1, 2] }));
  plan.suggest([suggestion(1, "T1"), suggestion(2, "T4")]);
  plan.choose(2, "T2");
  assert.deepEqual(plan.settled(), ["T1", "T2"]);
  plan.suggest([]);
  assert.deepEqual(plan.moves(), ["T1", "T2"]);
  plan.release(2);
  plan.suggest([suggestion(1, "B5"), suggestion(2, "T4")]);
  assert.deepEqual(plan.moves(), ["B5", "T4"]);
});

test("a suggestion that a change has spoilt is open again", () => {
  const plan = new RoundPlan(position({ stations: [2, 4] }));
  plan.suggest([suggestion(1, "T1"), suggestion(2, "T3")]);
  plan.choose(1, "T3");
  assert.equal(plan.fits(2), false);
  assert.equal(plan.open, 2);
  assert.equal(plan.complete, false);
});

test("in any order moves carry numbers, and whoever enters a colleague's station goes after that colleague", () => {
  const plan = new RoundPlan(position({ order: "any" }));
  plan.suggest([suggestion(1, "1:T3"), suggestion(2, "2:T4")]);
  assert.equal(plan.complete, true);
  assert.deepEqual(plan.moves(), ["2:T4", "1:T3"]);
  plan.choose(2, "2:T4");
  assert.deepEqual(plan.settled(), ["2:T4"]);
});

test("whoever cannot ride passes", () => {
  const plan = new RoundPlan(position({ tickets: [{ taxi: 1 }, { taxi: 0 }] }));
  plan.suggest([suggestion(1, "T1")]);
  assert.equal(plan.complete, false);
  plan.fillPasses();
  assert.deepEqual(plan.moves(), ["T1", "pass"]);
  assert.equal(plan.complete, true);
});

test("only a ride onto a station where he could be was perhaps the capture", () => {
  assert.deepEqual(mayHaveCaught(["T1", "pass", "B5"], [5, 9]), [{ at: 2, by: null, to: 5 }]);
  assert.deepEqual(mayHaveCaught(["3:T1"], [1]), [{ at: 0, by: 3, to: 1 }]);
});
