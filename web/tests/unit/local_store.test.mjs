import assert from "node:assert/strict";
import test from "node:test";
import { follows, MemoryStore, openStore } from "../../local/store.js";

test("a change must follow the one that is kept", () => {
  const write = (revision, text = "") => ({ key: "game/a", text, revision });
  assert.ok(follows(undefined, write(1)));
  assert.ok(!follows(undefined, write(2)), "it was deleted in another tab");
  assert.ok(follows({ text: "", revision: 4 }, write(5)));
  assert.ok(!follows({ text: "", revision: 5 }, write(5)), "another tab was quicker");
  assert.ok(follows({ text: "", revision: 9 }, write(null)), "rules and logs have no revision");
  assert.ok(follows(undefined, write(3, null)), "deleting needs none");
});

test("a browser without a database keeps games as long as the tab lives", async () => {
  const store = await openStore();
  assert.ok(store instanceof MemoryStore);
  assert.equal(store.durable, false);
  await store.write([
    { key: "a", text: "1", revision: 1 },
    { key: "b", text: "2", revision: null },
  ]);
  await store.write([{ key: "b", text: null, revision: null }]);
  assert.deepEqual(await store.all(), ["1"]);
  assert.equal(await store.get("b"), undefined);
});
