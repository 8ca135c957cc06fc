import assert from "node:assert/strict";
import test from "node:test";
import { AXIS, curveOf, HIGH, SYMBOL, WIDE, worstPlies } from "../../seat/curve.js";

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

const MOVES = [
  { ply: 0, by: "mr_x", move: "T?" },
  { ply: 1, by: "detective-1", move: "T1" },
  { ply: 2, by: "detective-2", move: "T2" },
];

test("a side's chance runs from axis to edge, with the other side's view of it beside", () => {
  const plies = [ply(0, "mr_x", 0.5), ply(1, "detective-1", 1), ply(2, "detective-2", 0, { mark: "blunder" })];
  const { x, y, own, other, area, mistakes, ticks, levels } = curveOf({ plies, done: 3, of: 3 }, "detectives", MOVES);
  const [left, right, top, floor] = [AXIS.left, WIDE - AXIS.right, AXIS.top, HIGH - AXIS.bottom];
  assert.deepEqual([x(0), x(2), y(1), y(0)], [left, right, top, floor]);
  assert.equal(other, `M${left}.0 ${((top + floor) / 2).toFixed(1)}`);
  assert.equal(own, `M${((left + right) / 2).toFixed(1)} ${top}.0L${right}.0 ${floor}.0`);
  assert.ok(area.endsWith(`L${right} ${floor}Z`));
  assert.deepEqual(
    mistakes.map((one) => one.ply),
    [2],
  );
  assert.deepEqual(ticks, [{ x: left, round: 1 }]);
  assert.deepEqual(levels, [0, 0.5, 1]);
});

test("Mr X's chance is what the detectives' leave", () => {
  const { own, y } = curveOf({ plies: [ply(0, "mr_x", 0.2)], done: 1, of: 1 }, "mr_x", MOVES.slice(0, 1));
  assert.equal(own, `M${AXIS.left}.0 ${y(0.8).toFixed(1)}`);
});

test("a move without a value is no point, and no point is no line", () => {
  const { own, other, area, mistakes } = curveOf({ plies: [ply(0, "mr_x", null)], done: 1, of: 8 }, "mr_x", []);
  assert.deepEqual([own, other, area, mistakes], ["", "", "", []]);
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
