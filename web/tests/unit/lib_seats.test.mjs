import assert from "node:assert/strict";
import test from "node:test";
import {
  bySeat,
  detectiveNumber,
  detectiveSeat,
  detectivesOf,
  isOwnMove,
  isWatching,
  pieceClass,
  roleText,
  seatName,
  sideOf,
} from "../../lib/seats.js";

test("a detective's seat has his number, and no other seat has one", () => {
  for (const number of [1, 5, 12]) assert.equal(detectiveNumber(detectiveSeat(number)), number);
  assert.equal(detectiveSeat(3), "detective-3");
  for (const other of ["mr_x", "detectives", "watch", "watch_all", "over", "seen", "", "detective-", "detective-0x"])
    assert.equal(detectiveNumber(other), null, other);
});

test("each seat has its name and its role", () => {
  const words = (seat) => [seatName(seat), roleText(seat)];
  assert.deepEqual(words("mr_x"), ["Mr X", "You are Mr X"]);
  assert.deepEqual(words("detectives"), ["The detectives", "You are the detectives"]);
  assert.deepEqual(words("detective-4"), ["Detective 4", "You are detective 4"]);
  assert.equal(roleText("watch"), "Watching");
  assert.equal(roleText("watch_all"), "Watching");
});

test("those who watch are known, whatever they see", () => {
  assert.deepEqual(["watch", "watch_all", "mr_x", "detective-1"].map(isWatching), [true, true, false, false]);
});

test("a turn belongs to a side", () => {
  assert.deepEqual(["mr_x", "detectives", "detective-2"].map(sideOf), ["mr_x", "detectives", "detectives"]);
});

test("the team owns the moves of all detectives, a single one only his", () => {
  assert.ok(
    isOwnMove("mr_x", "mr_x") && isOwnMove("detective-2", "detective-2") && isOwnMove("detectives", "detective-2"),
  );
  assert.ok(
    !isOwnMove("detective-1", "detective-2") && !isOwnMove("detectives", "mr_x") && !isOwnMove("watch", "mr_x"),
  );
  assert.deepEqual(detectivesOf("detectives", 3), [1, 2, 3]);
  assert.deepEqual(detectivesOf("detective-2", 3), [2]);
  assert.deepEqual(detectivesOf("mr_x", 3), []);
});

test("the style sheets know each piece by a class", () => {
  assert.deepEqual(["mr_x", "detective-3", "seen"].map(pieceClass), ["mr-x", "d3", "seen"]);
});

test("tokens are kept by the names of their seats", () => {
  const links = { mr_x: "x", detectives: ["a", null, "c"] };
  assert.deepEqual(bySeat(["mr_x", "detective-3"], links), { mr_x: "x", "detective-3": "c" });
  assert.deepEqual(bySeat(["detectives"], { detectives: ["d", "d"] }), { detectives: "d" });
  assert.deepEqual(
    bySeat(["detective-2", "mr_x"], { mr_x: null, detectives: links.detectives }),
    {},
    "no token, no key",
  );
});
