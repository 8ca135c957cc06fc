import assert from "node:assert/strict";
import test from "node:test";
import { dateText, timeAgo } from "../../lib/time.js";

const NOW = Date.UTC(2025, 5, 10, 12);
const MINUTE = 60000;

test("the recent past is counted, the rest has its date", () => {
  assert.deepEqual(
    [0.2, 5, 59, 60, 23 * 60].map((minutes) => timeAgo(NOW - minutes * MINUTE, NOW)),
    ["just now", "5 min ago", "59 min ago", "1 h ago", "23 h ago"],
  );
  const old = NOW - 3 * 24 * 60 * MINUTE;
  assert.equal(timeAgo(old, NOW), new Date(old).toLocaleDateString());
});

test("seconds, milliseconds and text are the same point in time", () => {
  const time = NOW - 5 * MINUTE;
  for (const date of [time, time / 1000, new Date(time).toISOString()])
    assert.equal(dateText(date, NOW), "5 min ago", String(date));
  assert.equal(dateText("some day", NOW), "some day");
});
