// The pure modules, without a browser.

import assert from "node:assert/strict";
import test from "node:test";
import { inDirection } from "../board/geometry.js";
import { Picker } from "../seat/move_picker.js";
import { MrXEntry, TableLog } from "../assistant/table_log.js";

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
  const picker = new Picker(LEGAL);
  assert.deepEqual(offers(picker), [
    [46, ["taxi", "black"]],
    [33, ["taxi"]],
  ]);
  const [taxi, black] = picker.targets().get(46);
  assert.equal(picker.take(black), "K46");
  assert.equal(picker.take(taxi), "T46");
});

test("a double move is two choices, and each can be taken back", () => {
  const picker = new Picker(LEGAL);
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
  const picker = new Picker(LEGAL.slice(0, 3));
  picker.setDouble(true);
  assert.equal(picker.double, false);
});

test("in any order one detective's moves are offered at a time", () => {
  const picker = new Picker([
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
  const picker = new Picker([{ move: "pass", to: null, by: 2 }]);
  assert.equal(picker.pass, "pass");
  assert.equal(picker.targets().size, 0);
});

const RULES = { name: "classic", surfacings: [3, 8], slots: 24 };

test("a table-side log becomes a record", () => {
  const log = new TableLog(RULES, 2);
  for (const station of [26, 29]) log.add({ kind: "start", station });
  log.add({ kind: "mr_x", move: "T?" });
  log.add({ kind: "detective", move: "T15" });
  log.add({ kind: "detective", move: "T16" });
  log.add({ kind: "mr_x", move: "2K?T82" });
  assert.equal(log.record(), "yard-record 1\nrules classic\nstart ? 26 29\n1 T? | T15 T16\n2 2K?T82\n");
  assert.equal(log.slots, 3);
  assert.deepEqual(
    log.entries().map(({ ticket, station, double }) => [ticket, station, double]),
    [
      ["T", null, false],
      ["K", null, true],
      ["T", 82, true],
    ],
  );
  log.undo();
  log.add({ kind: "caught" });
  assert.match(log.record(), /1 T\? \| T15 T16\nresult detectives\n$/);
  assert.deepEqual(TableLog.parse(log.record(), [{ name: "grid5" }, RULES]).events, log.events);
  assert.equal(TableLog.parse("yard-record 1\nrules other\n", [RULES]), null);
});

test("where he surfaces the station is asked for", () => {
  const log = new TableLog(RULES, 1, [
    { kind: "start", station: 26 },
    { kind: "mr_x", move: "T?" },
  ]);
  const entry = new MrXEntry(log);
  entry.double = true;
  assert.equal(entry.ticket("B"), null);
  assert.equal(entry.ticket("K"), null);
  assert.equal(entry.open, "K");
  assert.equal(entry.back(), true);
  assert.equal(entry.ticket("T"), null);
  assert.equal(entry.surfaced(82), "2B?T82");
  assert.equal(new MrXEntry(log).ticket("U"), "U?");
});

test("an arrow key finds what lies in its direction", () => {
  const points = [
    { n: 1, x: 10, y: 1 },
    { n: 2, x: 5, y: 40 },
    { n: 3, x: -10, y: 0 },
  ];
  const from = { x: 0, y: 0 };
  assert.equal(inDirection(from, points, { x: 1, y: 0 }).n, 1);
  assert.equal(inDirection(from, points, { x: 0, y: 1 }).n, 2);
  assert.equal(inDirection(from, points, { x: -1, y: 0 }).n, 3);
  assert.equal(inDirection(from, points, { x: 0, y: -1 }), undefined);
});
