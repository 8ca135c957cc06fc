import assert from "node:assert/strict";
import test from "node:test";
import {
  bounds,
  clamp,
  distance,
  eased,
  inDirection,
  middle,
  nearest,
  pointsAlong,
  smoothPath,
  straightPath,
} from "../../board/geometry.js";

const POINTS = [
  { n: 1, x: 10, y: 1 },
  { n: 2, x: 5, y: 40 },
  { n: 3, x: -10, y: 0 },
];
const ORIGIN = { x: 0, y: 0 };

test("an arrow key finds what lies in its direction", () => {
  assert.equal(inDirection(ORIGIN, POINTS, { x: 1, y: 0 }).n, 1);
  assert.equal(inDirection(ORIGIN, POINTS, { x: 0, y: 1 }).n, 2);
  assert.equal(inDirection(ORIGIN, POINTS, { x: -1, y: 0 }).n, 3);
  assert.equal(inDirection(ORIGIN, POINTS, { x: 0, y: -1 }), undefined);
});

test("the nearest point must be within reach", () => {
  assert.equal(nearest({ x: -8, y: 0 }, POINTS, 5).n, 3);
  assert.equal(nearest({ x: -8, y: 0 }, POINTS, 1), undefined);
  assert.equal(nearest(ORIGIN, [], 99), undefined);
});

test("distances, middles, bounds and limits", () => {
  assert.equal(distance(ORIGIN, { x: 3, y: 4 }), 5);
  assert.deepEqual(middle(ORIGIN, { x: 3, y: 4 }), { x: 1.5, y: 2 });
  assert.deepEqual(bounds(POINTS), { left: -10, right: 10, top: 0, bottom: 40 });
  assert.deepEqual(
    [-1, 5, 99].map((value) => clamp(value, 0, 10)),
    [0, 5, 10],
  );
});

test("a soft start and end, and half the way in half the time", () => {
  assert.deepEqual([0, 0.5, 1].map(eased), [0, 0.5, 1]);
  assert.ok(eased(0.1) < 0.1 && eased(0.9) > 0.9);
});

test("lines are drawn through points", () => {
  const line = (t) => ({ x: 10 * t, y: 0 });
  assert.deepEqual(
    pointsAlong(line, 2).map(({ x }) => x),
    [0, 5, 10],
  );
  assert.deepEqual(
    pointsAlong(line, 1, 0.1, 0.9).map(({ x }) => x),
    [1, 9],
  );
  assert.equal(straightPath(pointsAlong(line, 1)), "M0.0 0.0L10.0 0.0");
  assert.equal(straightPath([]), "");
  const smooth = smoothPath([
    [0, 0],
    [6, 0],
    [12, 0],
  ]);
  assert.equal(smooth, "M0 0C1.0 0.0 4.0 0.0 6 0C8.0 0.0 11.0 0.0 12 0");
});
