// Numbers from the diary.

import assert from "node:assert/strict";
import test from "node:test";
import { achievements, newAims, recordOf, rows, tallies, tally } from "../../diary/statistics.js";

let id = 0;
const game = (more) => ({
  id: String(++id),
  at: id,
  rules: "classic",
  side: "mr_x",
  won: true,
  reason: "escaped",
  slot: 24,
  level: "easy",
  other: "",
  back: 0,
  alone: true,
  ...more,
});
const lost = (more) => game({ won: false, reason: "captured", ...more });
const NONE = { days: [], best: 0, solved: {} };

test("games and wins by side, level and edition", () => {
  const list = [game(), lost(), game({ side: "detectives", level: "best" }), lost({ rules: "grid7" })];
  assert.deepEqual(tally(list), { games: 4, wins: 2 });
  const [easy, best] = tallies(list, ({ level }) => level);
  assert.deepEqual([easy.key, easy.all, easy.mr_x], ["easy", { games: 3, wins: 1 }, { games: 3, wins: 1 }]);
  assert.deepEqual([best.key, best.detectives], ["best", { games: 1, wins: 1 }]);
  assert.equal(tallies(list, ({ rules }) => rules).length, 2);
});

test("rows of wins in the order of play, whatever the order of the list", () => {
  const list = [game(), game(), lost(), game()];
  assert.deepEqual(rows([...list].reverse()), { row: 1, best: 2 });
  assert.deepEqual(rows([]), { row: 0, best: 0 });
});

test("the record against levels leaves out people and the other side", () => {
  const list = [game(), lost(), game({ level: null }), game({ side: "detectives" }), game({ alone: false })];
  assert.deepEqual(recordOf(list, "mr_x"), [{ level: "easy", wins: 1, losses: 1 }]);
});

test("aims are reached by good play, not by taking back", () => {
  const done = (list, puzzles = NONE) =>
    achievements(list, puzzles, "2026-11-18")
      .filter((aim) => aim.done)
      .map((aim) => aim.id);
  const facts = (closest, marks) => ({ closest, round: 9, marks, turned: null });
  assert.deepEqual(done([]), []);
  assert.deepEqual(done([game({ back: 1 })]), []);
  assert.deepEqual(done([game({ facts: facts(12, 1) })]), ["escape", "ghost"]);
  assert.deepEqual(done([game({ facts: facts(2, 0) })]), ["escape", "clean", "hair"]);
  const quick = game({ side: "detectives", reason: "captured", slot: 7, level: "best" });
  assert.deepEqual(done([quick]), ["catch", "swift"]);
  assert.deepEqual(done([quick, game({ level: "best" })]), ["escape", "catch", "swift", "summit"]);
  assert.ok(done(Array.from({ length: 5 }, () => game())).includes("row"));
  const days = Array.from({ length: 7 }, (_, i) => `2026-10-0${i + 1}`);
  assert.deepEqual(done([], { days, best: 10, solved: {} }), ["sharp", "week"]);
  const row = achievements([game(), game()], NONE, "2026-11-18").find((aim) => aim.id === "row");
  assert.deepEqual(row, { id: "row", have: 2, of: 5, done: false });
});

test("whoever asked for hints is not spotless, and a half-done review is no proof", () => {
  const clean = (more) => achievements([game(more)], NONE, "2026-11-18").find(({ id }) => id === "clean").done;
  const facts = { closest: 12, round: 9, marks: 0, turned: null };
  assert.equal(clean({ facts }), true);
  assert.equal(clean({ facts, hints: 1 }), false);
  assert.equal(clean({ facts: undefined }), false);
});

test("a game brings the aims that were not reached before it", () => {
  const [first, second] = [game({ id: "a" }), game({ id: "b", side: "detectives", reason: "captured", slot: 12 })];
  assert.deepEqual(newAims([first], "a", NONE, "2026-11-18"), ["escape"]);
  assert.deepEqual(newAims([first, second], "b", NONE, "2026-11-18"), ["catch"]);
  assert.deepEqual(newAims([first, second, game({ id: "c" })], "c", NONE, "2026-11-18"), []);
});
