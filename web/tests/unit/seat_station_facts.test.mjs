import assert from "node:assert/strict";
import test from "node:test";
import { linesOf, lineText, reachText } from "../../seat/station_facts.js";

const DATA = {
  lines: [
    { transport: "taxi", from: 1, to: 2 },
    { transport: "bus", from: 3, to: 1 },
    { transport: "ferry", from: 1, to: 4 },
    { transport: "underground", from: 1, to: 5 },
  ],
};
const VIEW = {
  stations: { mr_x: null, detectives: [1, 2] },
  tickets: { mr_x: { black: 0 }, detectives: [{ taxi: 1, bus: 0, underground: 0 }, {}] },
};
const ride = (station, offered = []) => ({ from: 1, who: "1", station, offered });

test("a station tells its lines, the plain ones first", () => {
  assert.deepEqual(linesOf(DATA, 1).map(lineText), ["Taxi: 2", "Bus: 3", "Underground: 5", "Ferry: 4"]);
  assert.deepEqual(linesOf(DATA, 9), []);
});

test("what can be reached says with which ticket", () => {
  assert.equal(reachText(DATA, VIEW, ride(3, ["bus", "black"])), "You get there by bus or black ticket.");
});

test("what cannot be reached says why", () => {
  assert.equal(reachText(DATA, VIEW, ride(1)), "You are here.");
  assert.equal(reachText(DATA, VIEW, ride(2)), "Detective 2 stands there.");
  assert.equal(reachText(DATA, VIEW, ride(9)), "No line leads there from 1.");
  assert.equal(reachText(DATA, VIEW, ride(4)), "Only Mr X takes the ferry, with a black ticket.");
  assert.equal(reachText(DATA, VIEW, ride(5)), "You cannot go there: you have no ticket left (underground).");
  assert.equal(
    reachText(DATA, VIEW, { ...ride(4), who: "mr_x" }),
    "You cannot go there: you have no ticket left (black ticket).",
  );
});
