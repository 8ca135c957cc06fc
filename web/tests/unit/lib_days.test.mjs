// Days and rows of days.

import assert from "node:assert/strict";
import test from "node:test";
import { dayNumber, dayOf, daysInARow, longestRow } from "../../lib/days.js";

test("a day is the day on the person's own calendar", () => {
  assert.equal(dayOf(new Date(2026, 10, 8, 23, 59)), "2026-11-08");
  assert.equal(dayOf(new Date(2027, 0, 1, 0, 0)), "2027-01-01");
  assert.equal(dayNumber("1970-01-02"), 1);
});

test("a row goes on over the end of a month, and today may still be to come", () => {
  const days = ["2026-10-30", "2026-10-31", "2026-11-01"];
  assert.equal(daysInARow(days, "2026-11-01"), 3);
  assert.equal(daysInARow(days, "2026-11-02"), 3, "today is not over yet");
  assert.equal(daysInARow(days, "2026-11-03"), 0, "a day was missed");
  assert.equal(daysInARow([], "2026-11-03"), 0);
});

test("the longest row ever", () => {
  assert.equal(longestRow(["2026-02-28", "2026-03-01", "2026-03-05", "2026-03-01"]), 2);
  assert.equal(longestRow([]), 0);
});
