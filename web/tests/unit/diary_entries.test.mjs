// What the diary keeps of a game.

import assert from "node:assert/strict";
import test from "node:test";
import { entryOf, keptFacts, sideOfSeat, withEntry } from "../../diary/entries.js";

const VIEW = {
  id: "g",
  rules: "classic",
  seat: "mr_x",
  slot: 24,
  outcome: { winner: "mr_x", reason: "escaped", text: "" },
  names: { mr_x: "Ann", detectives: ["Inspector Lane", "Inspector Lane"] },
  kinds: { mr_x: "human", detectives: ["agent", "agent"] },
  levels: { mr_x: null, detectives: ["medium", "medium"] },
  taken_back: 1,
};

test("a game against a level", () => {
  assert.deepEqual(entryOf(VIEW, 5), {
    id: "g",
    at: 5,
    rules: "classic",
    side: "mr_x",
    won: true,
    reason: "escaped",
    slot: 24,
    level: "medium",
    other: "Inspector Lane",
    back: 1,
    hints: 0,
    alone: true,
  });
});

test("a game among friends has no level, and the other side's name", () => {
  const view = {
    ...VIEW,
    seat: "detective-2",
    kinds: { mr_x: "human", detectives: ["human", "human"] },
    levels: undefined,
  };
  const entry = entryOf(view, 5);
  assert.deepEqual(
    [entry?.side, entry?.won, entry?.level, entry?.other, entry?.alone],
    ["detectives", false, null, "Ann", false],
  );
});

test("games that prove nothing are left out", () => {
  assert.equal(entryOf({ ...VIEW, seat: "watch" }, 5), null);
  assert.equal(entryOf({ ...VIEW, outcome: null }, 5), null);
  assert.equal(entryOf({ ...VIEW, both_sides: true }, 5), null);
  assert.equal(sideOfSeat("watch_all"), null);
});

test("the review is kept when it is done", () => {
  const facts = {
    done: 3,
    of: 3,
    closest_escape: { round: 9, candidates: 3 },
    turning_point: { round: 12 },
    blunders: [{ side: "mr_x" }, { side: "detectives" }],
  };
  assert.deepEqual(keptFacts(facts, "mr_x"), { closest: 3, round: 9, marks: 1, turned: 12 });
  assert.equal(keptFacts({ ...facts, done: 2 }, "mr_x"), null);
  const nothing = { done: 0, of: 0, closest_escape: null, turning_point: null, blunders: [] };
  assert.deepEqual(keptFacts(nothing, "mr_x"), { closest: null, round: null, marks: 0, turned: null });
});

test("each game once, the latest first", () => {
  const list = [2, 1].map((at) => ({ id: `g${at}`, at }));
  assert.deepEqual(
    withEntry(list, { id: "g1", at: 3 }, 9).map(({ id }) => id),
    ["g1", "g2"],
  );
  assert.equal(withEntry(list, { id: "g3", at: 0 }, 2).length, 2);
});
