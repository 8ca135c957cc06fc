import assert from "node:assert/strict";
import test from "node:test";
import { arrowsFrom, boundsText, startRecord } from "../../lab/solved.js";

test("bounds are rounded so that they still hold", () => {
  assert.equal(boundsText(0.12349, 0.12351), "0.1234 – 0.1236");
  assert.equal(boundsText(0.5, 0.5), "0.5000 – 0.5000");
});

test("a position on a solved board is a record", () => {
  assert.equal(startRecord("grid:3,1,4", [5]), "yard-record 1\nrules grid:3,1,4\nstart ? 5\n");
});

test("arrows are as broad as their moves are likely, given the station", () => {
  const shown = {
    value: 0.5,
    places: [{ station: 1, probability: 0.5, value: 0.4 }],
    moves: [
      { from: 1, to: 2, move: "T2", probability: 0.4 },
      { from: 1, to: 4, move: "T4", probability: 0.1 },
      { from: 1, to: 7, move: "T7", probability: 0.001 },
      { from: 1, to: null, move: "pass", probability: 0.3 },
      { from: 3, to: 2, move: "T2", probability: 0.5 },
    ],
  };
  assert.deepEqual(
    arrowsFrom(shown, 1)?.map(({ to, weight }) => [to, weight]),
    [
      [2, 0.8],
      [4, 0.2],
    ],
  );
  assert.equal(arrowsFrom(shown, 9), null);
});
