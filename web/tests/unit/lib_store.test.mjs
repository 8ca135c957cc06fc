import assert from "node:assert/strict";
import test from "node:test";

/** A browser's memory. */
const kept = new Map();
globalThis.localStorage = {
  getItem: (key) => kept.get(key) ?? null,
  setItem: (key, value) => kept.set(key, value),
};
kept.set("yard.settings", JSON.stringify({ name: "Max" }));
const {
  changeSettings,
  heldGame,
  heldGames,
  holdGame,
  holdSeat,
  memory,
  onSettings,
  owner,
  settings,
  tokenFor,
  updateGame,
} = await import("../../lib/store.js");

const game = (id, at) => ({ id, title: id, seat: "hot", links: {}, at });

test("settings that were never chosen have their defaults", () => {
  assert.deepEqual([settings.name, settings.theme, settings.motion, settings.confirm], ["Max", "auto", true, false]);
});

test("a change is kept, and told to those who watch until they end it", () => {
  let told = 0;
  const end = onSettings(() => told++);
  changeSettings({ confirm: true });
  assert.equal(JSON.parse(kept.get("yard.settings")).confirm, true);
  end();
  changeSettings({ confirm: false });
  assert.deepEqual([told, settings.confirm], [1, false]);
});

test("the browser has one name for the server, fit for a header", () => {
  const name = owner();
  assert.match(name, /^[\w-]{32}$/);
  assert.equal(owner(), name);
});

test("games are listed from the latest on, each once", () => {
  for (const [id, at] of [
    ["a", 1],
    ["b", 3],
    ["c", 2],
  ])
    holdGame(game(id, at));
  holdGame(game("a", 4));
  assert.deepEqual(
    heldGames().map(({ id }) => id),
    ["a", "b", "c"],
  );
  updateGame("c", { over: true });
  updateGame("nobody's", { over: true });
  assert.deepEqual([heldGame("c")?.over, heldGame("b")?.over, heldGames().length], [true, undefined, 3]);
});

test("the keys of a seat are kept under its name", () => {
  holdSeat("new", { seat: "mr_x", token: "t1", recovery: "c1" });
  holdSeat("new", { seat: "detective-2", token: "t2", recovery: "c2" });
  const held = heldGame("new");
  assert.deepEqual(held?.seats, { mr_x: "t1", "detective-2": "t2" });
  assert.deepEqual([held?.recovery, held?.seat], [{ mr_x: "c1", "detective-2": "c2" }, "#/game/new/mr_x"]);
  assert.deepEqual([tokenFor("new", "mr_x"), tokenFor("new", "t9"), tokenFor("nobody's", "t1")], ["t1", "t9", "t1"]);
  holdSeat("new", { seat: "mr_x", token: "t3", recovery: "c3" });
  assert.deepEqual([tokenFor("new", "mr_x"), heldGame("new")?.recovery?.mr_x], ["t3", "c3"]);
  holdGame(game("new", -1));
});

test("the oldest games are forgotten", () => {
  for (let i = 0; i < 250; i++) holdGame(game(`g${i}`, 100 + i));
  assert.equal(heldGames().length, 200);
  assert.equal(heldGame("a"), undefined);
});

test("what cannot be read or written does no harm", () => {
  kept.set("yard.home", "{broken");
  assert.equal(memory.read("home", "otherwise"), "otherwise");
  globalThis.localStorage.setItem = () => {
    throw new Error("full");
  };
  memory.write("home", 1);
  assert.equal(memory.read("nothing", null), null);
});
