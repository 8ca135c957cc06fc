import assert from "node:assert/strict";
import test from "node:test";
import { MovePicker, moversOf } from "../../seat/move_picker.js";

const LEGAL = [
  { move: "T46", to: 46, ticket: "taxi" },
  { move: "K46", to: 46, ticket: "black" },
  { move: "T33", to: 33, ticket: "taxi" },
  { move: "2T46K58", via: 46, to: 58, tickets: ["taxi", "black"] },
  { move: "2T46T45", via: 46, to: 45, tickets: ["taxi", "taxi"] },
  { move: "2K46T45", via: 46, to: 45, tickets: ["black", "taxi"] },
];

const offers = (picker) => [...picker.targets()].map(([n, options]) => [n, options.map(({ ticket }) => ticket)]);

test("a station offers the tickets that lead there, the plain one first", () => {
  const picker = new MovePicker(LEGAL);
  assert.deepEqual(offers(picker), [
    [46, ["taxi", "black"]],
    [33, ["taxi"]],
  ]);
  const [taxi, black] = picker.targets().get(46);
  assert.equal(picker.take(black), "K46");
  assert.equal(picker.take(taxi), "T46");
});

test("a double move is two choices, and each can be taken back", () => {
  const picker = new MovePicker(LEGAL);
  picker.setDouble(true);
  assert.deepEqual(offers(picker), [[46, ["taxi", "black"]]]);
  assert.equal(picker.take(picker.targets().get(46)[0]), null);
  assert.deepEqual(offers(picker), [
    [58, ["black"]],
    [45, ["taxi"]],
  ]);
  assert.equal(picker.back(), true);
  assert.equal(picker.take(picker.targets().get(46)[1]), null);
  assert.deepEqual(offers(picker), [[45, ["taxi"]]]);
  assert.equal(picker.take(picker.targets().get(45)[0]), "2K46T45");
  assert.deepEqual([picker.back(), picker.back(), picker.back()], [true, true, false]);
});

test("without a double move there is none to wish for", () => {
  const picker = new MovePicker(LEGAL.slice(0, 3));
  picker.setDouble(true);
  assert.equal(picker.double, false);
});

test("in any order one detective's moves are offered at a time", () => {
  const picker = new MovePicker([
    { move: "1:T2", to: 2, ticket: "taxi", by: 1 },
    { move: "3:B9", to: 9, ticket: "bus", by: 3 },
    { move: "3:T2", to: 2, ticket: "taxi", by: 3 },
  ]);
  assert.deepEqual(offers(picker), [[2, ["taxi"]]]);
  picker.next();
  assert.equal(picker.by, 3);
  assert.deepEqual(offers(picker), [
    [9, ["bus"]],
    [2, ["taxi"]],
  ]);
  picker.select(2);
  assert.equal(picker.by, 3, "detective 2 has no move");
});

test("a pass is no target", () => {
  const picker = new MovePicker([{ move: "pass", to: null, by: 2 }]);
  assert.equal(picker.pass, "pass");
  assert.equal(picker.targets().size, 0);
});

test("a detective's pass is a pass as well", () => {
  const picker = new MovePicker([{ move: "2:pass", to: null, by: 2 }]);
  assert.deepEqual([picker.pass, picker.movers], ["2:pass", []]);
});

test("those who may move are named once", () => {
  assert.deepEqual(
    moversOf([
      { move: "1:T2", to: 2, by: 1 },
      { move: "1:B3", to: 3, by: 1 },
      { move: "T4", to: 4 },
    ]),
    [1],
  );
});
