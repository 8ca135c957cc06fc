import assert from "node:assert/strict";
import test from "node:test";
import { endOf, hideStations, isPass, moveText, parseMove } from "../../lib/moves.js";

test("a move is taken apart", () => {
  assert.deepEqual(parseMove("T46"), { by: null, double: false, steps: [{ ticket: "taxi", to: 46 }] });
  assert.deepEqual(parseMove("3:B9"), { by: 3, double: false, steps: [{ ticket: "bus", to: 9 }] });
  assert.deepEqual(parseMove("2K?U82"), {
    by: null,
    double: true,
    steps: [
      { ticket: "black", to: null },
      { ticket: "underground", to: 82 },
    ],
  });
  for (const other of ["pass", "2:pass", "", "T", "46", "X46"]) assert.equal(parseMove(other), null, other);
});

test("a pass is known with and without its detective", () => {
  assert.deepEqual(["pass", "2:pass", "T46", "passage"].map(isPass), [true, true, false, false]);
});

test("a move ends at its last station, if that is known", () => {
  assert.deepEqual(["T46", "2T46B58", "2T46B?", "K?", "pass"].map(endOf), [46, 58, null, null, null]);
});

test("moves are told in words", () => {
  assert.equal(moveText("T46"), "taxi to 46");
  assert.equal(moveText("K?"), "black ticket");
  assert.equal(moveText("2K?B58"), "double move: black ticket, then bus to 58");
  assert.equal(moveText("1:pass"), "pass");
});

test("the detectives hear of the tickets, not of the stations", () => {
  assert.deepEqual(["T46", "2K46T58", "pass"].map(hideStations), ["T?", "2K?T?", "pass"]);
});
