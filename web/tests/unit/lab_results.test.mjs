import assert from "node:assert/strict";
import test from "node:test";
import { captureBars, crossTable, isUnfinished, jobOf, jobTitle, stateText, winRate } from "../../lab/results.js";

const cell = (mr_x, detectives, more = {}) => ({ mr_x, detectives, games: 10, detective_wins: 4, ...more });

test("a job is told by what plays, and how far it is", () => {
  const job = { kind: "match", rules: "classic", mr_x: "a", detectives: "b", state: "running", done: 3, of: 10 };
  assert.equal(jobTitle(job), "Match on classic: a – b");
  assert.equal(
    jobTitle({ ...job, kind: "tournament", mr_x: ["a", "b"], detectives: ["c"] }),
    "Tournament on classic: a, b – c",
  );
  assert.equal(stateText(job), "runs, 3 of 10");
  assert.equal(stateText({ ...job, cut_short: 2 }), "runs, 3 of 10; 2 thoughts were cut short");
  assert.deepEqual(
    ["queued", "running", "done", "cancelled", "failed"].map((state) => isUnfinished({ ...job, state })),
    [true, true, false, false, false],
  );
});

test("a match has one agent a side, a tournament many", () => {
  const form = { kind: "match", rules: "classic", mr_x: " a ", detectives: "b", games: "100", seed: "1" };
  assert.deepEqual(jobOf(form), { kind: "match", rules: "classic", mr_x: "a", detectives: "b", games: 100, seed: 1 });
  const many = jobOf({ ...form, kind: "tournament", mr_x: "a  b;c" });
  assert.deepEqual([many.mr_x, many.detectives], [["a", "b", "c"], ["b"]]);
});

test("the cross table has a place for every pair", () => {
  const cells = [cell("a", "c"), cell("b", "c"), cell("b", "d")];
  assert.deepEqual(crossTable(cells), {
    columns: ["a", "b"],
    rows: [
      { name: "c", cells: [cells[0], cells[1]] },
      { name: "d", cells: [null, cells[2]] },
    ],
  });
  assert.equal(winRate(cell("a", "c")), 0.4);
  assert.equal(winRate(cell("a", "c", { rate: 0.41 })), 0.41);
});

test("the highest bar fills the picture", () => {
  const size = { width: 250, height: 108 };
  const { bars, labels } = captureBars(cell("a", "b", { capture_rounds: { 5: 10, 7: 5 } }), size);
  assert.deepEqual(bars, [
    { slot: 5, count: 10, x: 50, y: 8, width: 8.5, height: 100 },
    { slot: 7, count: 5, x: 70, y: 58, width: 8.5, height: 50 },
  ]);
  assert.deepEqual(
    labels.map(({ slot }) => slot),
    [1, 12, 24],
  );
  assert.deepEqual(captureBars(cell("a", "b"), size).bars, []);
});
