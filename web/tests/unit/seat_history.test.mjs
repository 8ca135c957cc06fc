import assert from "node:assert/strict";
import test from "node:test";
import { atRound, historyOf, roundOf, rowText, startsOf } from "../../seat/history.js";

const MOVES = [
  { ply: 0, by: "mr_x", move: "T?" },
  { ply: 1, by: "detective-1", move: "T116" },
  { ply: 2, by: "detective-2", move: "pass" },
  { ply: 3, by: "mr_x", move: "2K?B58" },
  { ply: 4, by: "detective-1", move: "B127" },
];
const VIEW = {
  moves: MOVES,
  log: [
    { slot: 1, ticket: "T", station: null, double: false },
    { slot: 2, ticket: "K", station: null, double: true },
    { slot: 3, ticket: "B", station: 58, double: true },
  ],
  surfacings: [3],
};
const STARTS = [86, 29];

test("the starts stand in the record", () => {
  assert.deepEqual(startsOf("yard-record 1\nrules classic\nstart ? 86 29\n1 T? | T116"), STARTS);
  assert.deepEqual(startsOf("start 155 86 29 # by chance\n"), STARTS);
  assert.equal(startsOf("yard-record 1\n"), null);
});

test("every move is told with where it began, passes too", () => {
  assert.deepEqual(historyOf(VIEW, STARTS).map(rowText), [
    "X: taxi",
    "1: taxi 86 → 116",
    "2: no move",
    "X: double move, black ticket, bus → 58, seen at 58",
    "1: bus 116 → 127",
  ]);
  assert.equal(rowText(historyOf(VIEW, null)[1]), "1: taxi → 116", "an unknown start is left out");
});

test("Mr X sees his own way", () => {
  const rows = historyOf({ ...VIEW, way: [10, 11, 46, 58] }, STARTS);
  assert.equal(rowText(rows[0]), "X: taxi 10 → 11");
  assert.deepEqual(rows[3].rides, [
    { from: 11, to: 46, ticket: "black" },
    { from: 46, to: 58, ticket: "bus" },
  ]);
});

test("a move belongs to the slot in which Mr X was", () => {
  assert.deepEqual(
    MOVES.map(({ ply }) => roundOf(MOVES, ply)),
    [1, 1, 1, 3, 3],
  );
  assert.deepEqual(
    historyOf(VIEW, STARTS).map(({ round }) => round),
    [1, 1, 1, 3, 3],
  );
});

test("a round can be looked at again", () => {
  const rows = historyOf(VIEW, STARTS);
  assert.deepEqual(atRound(rows, 1, STARTS).detectives, [116, 29]);
  assert.equal(atRound(rows, 1, STARTS).mrX, null);
  const third = atRound(rows, 3, STARTS);
  assert.deepEqual([third.detectives, third.mrX, third.rows.length], [[127, 29], 58, 2]);
});
