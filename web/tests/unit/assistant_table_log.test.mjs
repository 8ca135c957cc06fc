import assert from "node:assert/strict";
import test from "node:test";
import { MrXEntry, TableLog } from "../../assistant/table_log.js";

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

test("a start that everybody knows is written down", () => {
  const log = new TableLog({ ...RULES, start_known: true, mr_x_starts: [7] }, 1, [{ kind: "start", station: 3 }]);
  assert.match(log.record(), /^start 7 3$/m);
});

test("a log says whether its detectives stand, and is saved as it is", () => {
  const log = new TableLog(RULES, 2, [], { begun: "2025-01-02" });
  log.add({ kind: "start", station: 26 });
  assert.equal(log.ready, false);
  log.add({ kind: "start", station: 29 });
  assert.equal(log.ready, true);
  const saved = {
    rules: "classic",
    count: 2,
    events: log.events,
    begun: "2025-01-02",
    role: "detectives",
    setup: null,
  };
  assert.deepEqual(log.save(), saved);
  assert.deepEqual(TableLog.restore(saved, RULES).save(), saved);
});

test("a round is taken back whole, and any entry can be changed", () => {
  const log = new TableLog(RULES, 2);
  for (const station of [26, 29]) log.add({ kind: "start", station });
  log.add({ kind: "mr_x", move: "T?" });
  for (const move of ["T15", "T16"]) log.add({ kind: "detective", move });
  assert.deepEqual(log.turns(), [{ number: 1, mrX: 2, detectives: [3, 4] }]);
  log.change(2, "B?");
  log.change(4, "B17");
  assert.match(log.record(), /^1 B\? \| T15 B17$/m);
  assert.match(log.record(["T1"]), /^1 B\? \| T15 B17 T1$/m);
  log.undo();
  assert.match(log.record(), /^1 B\?$/m);
  log.undo();
  assert.equal(log.turns().length, 0);
});

test("the log knows where the detectives stand and who has still to move", () => {
  const log = new TableLog(RULES, 3);
  for (const station of [26, 29, 50]) log.add({ kind: "start", station });
  log.add({ kind: "mr_x", move: "T?" });
  for (const move of ["T15", "pass", "T49"]) log.add({ kind: "detective", move });
  assert.deepEqual(log.stations(), [15, 29, 49]);
  assert.deepEqual(log.unmoved(), []);
  log.add({ kind: "mr_x", move: "T?" });
  assert.deepEqual(log.unmoved(), [1, 2, 3]);
  log.add({ kind: "detective", move: "3:T50" });
  assert.deepEqual(log.stations(), [15, 29, 50]);
  assert.deepEqual(log.unmoved(), [1, 2]);
});

test("a log that begins in the middle", () => {
  const known = [
    { slot: 1, ticket: "?", station: null, double: false },
    { slot: 2, ticket: "?", station: null, double: false },
    { slot: 3, ticket: "T", station: 13, double: false },
  ];
  const log = new TableLog(RULES, 1, [{ kind: "start", station: 26 }], {
    setup: { slot: 3, words: "turn x slot 3 candidates 13", known },
  });
  log.add({ kind: "mr_x", move: "B?" });
  const text = "yard-record 2\nrules classic\nsetup x ? detectives 26 turn x slot 3 candidates 13\n1 B?\n";
  assert.equal(log.record(), text);
  assert.equal(log.slots, 4);
  assert.equal(log.entries()[3].slot, 4);
  const again = TableLog.parse(text, [RULES]);
  assert.equal(again?.record(), text);
  assert.equal(again?.slots, 4);
});

test("Mr X's own log has his stations, and shows the detectives' part of it", () => {
  const log = new TableLog(RULES, 1, [], { role: "mr_x" });
  log.add({ kind: "start", station: 26 });
  assert.equal(log.ready, false);
  log.add({ kind: "hide", station: 45 });
  for (const move of ["T46", "2B58T59"]) log.add({ kind: "mr_x", move });
  assert.match(log.record(), /^start 45 26\n1 T46\n2 2B58T59$/m);
  assert.deepEqual(
    log.entries().map(({ station }) => station),
    [null, null, 59],
  );
  assert.deepEqual(log.way(), [45, 46, 58, 59]);
  assert.equal(TableLog.parse(log.record(), [RULES])?.role, "mr_x");
});
