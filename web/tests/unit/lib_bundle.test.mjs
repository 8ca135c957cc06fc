import assert from "node:assert/strict";
import test from "node:test";
import { pack, unpack } from "../../lib/bundle.js";

/** A browser's memory. */
function memory(items) {
  const kept = new Map(Object.entries(items).map(([key, value]) => [key, JSON.stringify(value)]));
  return {
    get length() {
      return kept.size;
    },
    key: (i) => [...kept.keys()][i] ?? null,
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => kept.set(key, value),
    read: (key) => JSON.parse(kept.get(key)),
  };
}

const game = (id, at) => ({ id, title: id, seat: "hot", links: {}, at });

test("all that Yard remembers comes along, and nothing else", () => {
  const from = memory({ "yard.owner": "me", "yard.games": [game("a", 1)], "yard.new": { x: 1 }, other: "secret" });
  const text = pack(from);
  assert.doesNotMatch(text, /secret/);
  const to = memory({});
  assert.equal(unpack(text, to), null, "nobody was here before");
  assert.deepEqual([to.read("yard.owner"), to.read("yard.new"), to.getItem("other")], ["me", { x: 1 }, null]);
  assert.deepEqual(to.read("yard.games"), [game("a", 1)]);
});

test("games of both devices are joined, each as it was opened last", () => {
  const text = pack(memory({ "yard.owner": "me", "yard.games": [game("a", 5), game("b", 2)] }));
  const to = memory({ "yard.owner": "guest", "yard.games": [game("b", 3), game("c", 9)] });
  assert.equal(unpack(text, to), "guest", "the owner of the games that were here");
  assert.deepEqual(
    to.read("yard.games").map(({ id, at }) => [id, at]),
    [
      ["c", 9],
      ["a", 5],
      ["b", 3],
    ],
  );
  assert.equal(to.read("yard.owner"), "me");
  assert.equal(unpack(pack(to), to), null, "a second time changes nothing");
});

test("what is no bundle changes nothing", () => {
  for (const text of ["", "[]", "{}", '{"version":2,"items":{"owner":"x"}}', '{"version":1,"items":{}}']) {
    const to = memory({ "yard.owner": "me" });
    assert.throws(() => unpack(text, to));
    assert.equal(to.read("yard.owner"), "me");
  }
});
