// The diary looks up every game once.

import assert from "node:assert/strict";
import test from "node:test";

const kept = new Map();
globalThis.localStorage = /** @type {any} */ ({
  getItem: (key) => kept.get(key) ?? null,
  setItem: (key, value) => kept.set(key, value),
});
/** @type {string[]} */
const asked = [];
const OVER = {
  rules: "classic",
  seat: "mr_x",
  slot: 9,
  outcome: { winner: "detectives", reason: "captured", text: "" },
  names: { mr_x: "", detectives: ["Inspector Lane"] },
  kinds: { mr_x: "human", detectives: ["agent"] },
};
globalThis.fetch = /** @type {any} */ (
  async (path) => {
    asked.push(path);
    const id = path.split("/")[2];
    if (id === "gone") return { ok: false, status: 404, json: async () => ({ code: "not_found", error: "" }) };
    if (path.endsWith("/facts")) return { ok: true, json: async () => ({ done: 1, of: 1, blunders: [] }) };
    return { ok: true, json: async () => ({ ...OVER, id, seat: id === "watched" ? "watch" : "mr_x" }) };
  }
);

const { updateDiary } = await import("../../diary/keep.js");
const { holdGame } = await import("../../lib/store.js");

test("finished games are noted, those that prove nothing or are gone are skipped, and none is asked for twice", async () => {
  for (const [i, id] of ["mine", "watched", "gone", "open"].entries())
    holdGame({ id, title: "", seat: `#/game/${id}/key`, links: {}, at: i, over: id !== "open" });
  const entries = await updateDiary();
  assert.deepEqual(
    entries.map(({ id, won, slot }) => [id, won, slot]),
    [["mine", false, 9]],
  );
  assert.equal(asked.length, 3);
  await updateDiary({ facts: true });
  assert.equal(asked.length, 4, "only the review is new");
  const [entry] = await updateDiary({ facts: true });
  assert.equal(asked.length, 4);
  assert.equal(entry.facts?.marks, 0);
  await updateDiary({ ended: new Map([["open", 77]]) });
  assert.equal(asked.length, 5, "the server knows that it has ended meanwhile");
});
