import assert from "node:assert/strict";
import test from "node:test";
import { BRIDGES, DISTRICTS, DOCKS, LANDMARKS, PARKS } from "../../board/city_data.js";

/** The paper of the board. */
const [WIDE, HIGH] = [1908, 1451];

test("everything lies on the paper", () => {
  const spots = [
    ...PARKS.flat(),
    ...DOCKS.map(([x, y]) => [x, y]),
    ...BRIDGES.map(([x, y]) => [x, y]),
    ...DISTRICTS.map(([, x, y]) => [x, y]),
    ...LANDMARKS.map(({ x, y }) => [x, y]),
  ];
  for (const [x, y] of spots) assert.ok(x >= 0 && x <= WIDE && y >= 0 && y <= HIGH, `${x} ${y}`);
});

test("no district has two names, and no name two districts", () => {
  assert.equal(new Set(DISTRICTS.map(([name]) => name)).size, DISTRICTS.length);
});
