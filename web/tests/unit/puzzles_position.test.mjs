// Positions of puzzles, before and after a move.

import assert from "node:assert/strict";
import test from "node:test";
import { afterMove, viewOf } from "../../puzzles/position.js";

const VIEW = {
  stations: { mr_x: 46, mr_x_seen: { slot: 3, station: 13 }, detectives: [50, 60] },
  tickets: { mr_x: { taxi: 4, black: 2, double: 1 }, detectives: [{ taxi: 10 }, { taxi: null }] },
  turn: "mr_x",
  to_move: [],
  slot: 7,
  slots: 24,
  surfacings: [3, 8],
  log: Array.from({ length: 7 }, (_, i) => ({ slot: i + 1, ticket: "T", station: null, double: false })),
  legal: [],
  candidates: null,
};
const PUZZLE = {
  id: "p",
  kind: "slip",
  side: "mr_x",
  grade: "easy",
  goal: { code: "", text: "" },
  record: "",
  rules: "classic",
  view: VIEW,
};

test("the screen gets a whole view", () => {
  const view = viewOf(PUZZLE, VIEW);
  assert.deepEqual([view.id, view.seat, view.ply, view.next_surfacing, view.your_turn], ["p", "mr_x", 0, 8, true]);
});

test("a later position of the same puzzle takes the place of the first", () => {
  const view = viewOf(PUZZLE, { ...VIEW, slot: 8, stations: { ...VIEW.stations, mr_x: 58 } });
  assert.deepEqual([view.id, view.slot, view.stations.mr_x, view.your_turn], ["p", 8, 58, true]);
});

test("a double move of Mr X fills two slots, pays, and shows him where he surfaces", () => {
  const { log, slot, stations, tickets, ply, turn } = afterMove(viewOf(PUZZLE, VIEW), "2T58K74", "mr_x");
  assert.deepEqual([ply, slot, log.length, turn], [1, 9, 9, "mr_x"]);
  assert.deepEqual(log.slice(7), [
    { slot: 8, ticket: "T", station: 58, double: true },
    { slot: 9, ticket: "K", station: null, double: true },
  ]);
  assert.deepEqual(stations.mr_x_seen, { slot: 8, station: 58 });
  assert.equal(stations.mr_x, 74);
  assert.deepEqual(tickets.mr_x, { taxi: 3, black: 1, double: 0 });
});

test("a detective's ride moves him alone and pays where tickets are counted", () => {
  const view = { ...viewOf(PUZZLE, VIEW), turn: "detectives" };
  const after = afterMove(view, "2:T61", "detective-2");
  assert.deepEqual(after.stations.detectives, [50, 61]);
  assert.deepEqual(after.tickets.detectives, [{ taxi: 10 }, { taxi: null }]);
  assert.equal(after.moves[0].by, "detective-2");
  assert.deepEqual(afterMove({ ...view, turn: "detective-1" }, "T51", "detective-1").tickets.detectives[0], {
    taxi: 9,
  });
  assert.deepEqual(afterMove({ ...view, turn: "detective-1" }, "pass", "detective-1").stations.detectives, [50, 60]);
});
