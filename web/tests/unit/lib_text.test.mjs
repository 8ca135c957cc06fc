import assert from "node:assert/strict";
import test from "node:test";
import { capitalised, faultText, percent, shortPercent } from "../../lib/text.js";

test("a fault is told by its message", () => {
  assert.deepEqual([new Error("no"), "text", 7].map(faultText), ["no", "text", "7"]);
});

test("words take their forms", () => {
  assert.deepEqual([capitalised("bus to 3"), capitalised("")], ["Bus to 3", ""]);
});

test("small chances keep a digit, large ones are whole on the map", () => {
  assert.deepEqual([0.004, 0.0994, 0.0996, 0.5, 1].map(shortPercent), ["0.4%", "9.9%", "10%", "50%", "100%"]);
  assert.deepEqual([0, 0.5, 1].map(percent), ["0.0%", "50.0%", "100.0%"]);
});
