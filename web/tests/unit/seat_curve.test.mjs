import assert from "node:assert/strict";
import test from "node:test";
import { curveOf, HIGH, SYMBOL, WIDE, worstPlies } from "../../seat/curve.js";

const ply = (number, by, chance, more = {}) => ({
  ply: number,
  by,
  move: "T1",
  chance,
  best: null,
  loss: null,
  mark: null,
  ...more,
});

test("each side has its line, from edge to edge", () => {
  const plies = [ply(0, "mr_x", 0.5), ply(1, "detective-1", 1), ply(2, "detective-2", 0, { mark: "blunder" })];
  const { x, y, his, theirs, area, mistakes } = curveOf({ plies, done: 3, of: 3 });
  assert.deepEqual([x(0), x(2), y(1), y(0)], [8, WIDE - 8, 8, HIGH - 8]);
  assert.equal(his, "M8.0 75.0");
  assert.equal(theirs, "M300.0 8.0L592.0 142.0");
  assert.equal(area, "M300 142L300.0 8.0L592.0 142.0L592 142Z");
  assert.deepEqual(
    mistakes.map((one) => one.ply),
    [2],
  );
});

test("a move without a value is no point, and no point is no line", () => {
  const { his, theirs, area, mistakes } = curveOf({ plies: [ply(0, "mr_x", null)], done: 1, of: 8 });
  assert.deepEqual([his, theirs, area, mistakes], ["", "", "", []]);
});

test("the worst mistakes are listed in the order of the game", () => {
  const plies = [
    ply(0, "mr_x", 0, { mark: "inaccuracy", loss: 0.1 }),
    ply(1, "detective-1", 0, { mark: "blunder", loss: 0.4 }),
    ply(2, "detective-2", 0, { loss: 0.9 }),
    ply(3, "mr_x", 0, { mark: "blunder", loss: 0.3 }),
  ];
  assert.deepEqual(
    worstPlies(plies, 2).map((one) => one.ply),
    [1, 3],
  );
  assert.deepEqual(
    plies.map((one) => one.ply),
    [0, 1, 2, 3],
    "the analysis stays as it was",
  );
  assert.deepEqual(SYMBOL, { blunder: "??", inaccuracy: "?!" });
});
