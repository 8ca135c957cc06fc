// What the browser remembers of puzzles.

import assert from "node:assert/strict";
import test from "node:test";
import { answered, groupOf, looked, noProgress, placeOf, stateOf } from "../../puzzles/progress.js";

const LIST = [
  { id: "a", kind: "catch", side: "detectives", grade: "easy" },
  { id: "b", kind: "slip", side: "mr_x", grade: "easy" },
  { id: "c", kind: "catch", side: "detectives", grade: "easy" },
  { id: "d", kind: "catch", side: "detectives", grade: "hard" },
];

test("a row of first tries grows, ends with a wrong answer, and its best is kept", () => {
  let progress = noProgress();
  for (const id of ["a", "b"]) progress = answered(progress, id, { correct: true, at: 1 });
  assert.deepEqual([progress.row, progress.best], [2, 2]);
  progress = answered(progress, "c", { correct: false, at: 2 });
  progress = answered(progress, "c", { correct: true, at: 3 });
  assert.deepEqual([progress.row, progress.best], [0, 2], "the second try does not count");
  assert.equal(stateOf(progress, "c"), "solved");
  assert.equal(stateOf(progress, "a"), "first");
});

test("a solved puzzle stays solved, whatever is tried again", () => {
  const solved = answered(noProgress(), "a", { correct: true, at: 1 });
  const again = answered(solved, "a", { correct: false, at: 2 });
  assert.deepEqual(again, solved);
});

test("a solution that was looked at is no success of one's own", () => {
  const seen = looked(answered(noProgress(), "b", { correct: true, at: 1 }), "a");
  assert.equal(seen.row, 0);
  assert.equal(stateOf(seen, "a"), "tried");
  assert.equal(answered(seen, "a", { correct: true, at: 2 }).solved.a.first, false);
});

test("the puzzle of the day counts once a day, also when it was solved before", () => {
  let progress = answered(noProgress(), "a", { correct: true, at: 1 });
  for (let i = 0; i < 2; i++) progress = answered(progress, "a", { correct: true, at: 2, day: "2026-11-18" });
  assert.deepEqual(progress.days, ["2026-11-18"]);
});

test("groups count what is done and know what comes next", () => {
  const progress = answered(noProgress(), "a", { correct: true, at: 1 });
  const group = groupOf(LIST, progress, "detectives", "easy");
  assert.equal(group.rows.length, 2);
  assert.equal(group.solved, 1);
  assert.equal(group.next?.id, "c");
  assert.deepEqual(placeOf(LIST, progress, "c"), { ...LIST[2], number: 2, of: 2, next: "a" });
  assert.equal(placeOf(LIST, progress, "z"), null);
});
