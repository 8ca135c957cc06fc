import assert from "node:assert/strict";
import test from "node:test";
import { isFirstOfPair, slotsOf } from "../../seat/slots.js";

const entry = (slot, ticket, station = null, double = false) => ({ slot, ticket, station, double });
const LOG = [entry(1, "T"), entry(2, "K", null, true), entry(3, "B", 82, true)];
const VIEW = { log: LOG, slot: 3, slots: 5, surfacings: [3, 5], outcome: null };

test("used slots tell their ticket, framed ones that he surfaces", () => {
  const slots = slotsOf(VIEW);
  assert.deepEqual(
    slots.map(({ text }) => text),
    [
      "Slot 1, Taxi",
      "Slot 2, Black",
      "Slot 3, Mr X surfaces, Bus, at 82",
      "Slot 4, empty",
      "Slot 5, Mr X surfaces, empty",
    ],
  );
  assert.deepEqual(
    slots.map(({ classes }) => classes),
    ["slot taxi", "slot black joined", "slot surfacing bus joined-end latest", "slot next", "slot surfacing"],
  );
  assert.deepEqual(
    slots.map(({ open }) => open),
    [false, false, true, false, false],
  );
});

test("Mr X sees his own stations, and nobody waits for a slot after the end", () => {
  const slots = slotsOf({ ...VIEW, way: [10, 20, 30, 82], outcome: { winner: "mr_x", reason: "", text: "" } });
  assert.deepEqual(
    slots.map(({ station }) => station),
    [20, 30, 82, null, null],
  );
  assert.ok(slots.every(({ classes }) => !classes.includes("next")));
});

test("two double moves in a row are two pairs", () => {
  const doubles = [1, 2, 3, 4].map((slot) => entry(slot, "T", null, true));
  assert.deepEqual(
    [1, 2, 3, 4].map((slot) => isFirstOfPair(doubles, slot)),
    [true, false, true, false],
  );
});
