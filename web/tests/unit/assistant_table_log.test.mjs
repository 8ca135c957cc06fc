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
  const log = new TableLog(RULES, 2, [], "2025-01-02");
  log.add({ kind: "start", station: 26 });
  assert.equal(log.ready, false);
  log.add({ kind: "start", station: 29 });
  assert.equal(log.ready, true);
  assert.deepEqual(log.save(), { rules: "classic", count: 2, events: log.events, begun: "2025-01-02" });
});
