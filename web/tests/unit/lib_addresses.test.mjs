import assert from "node:assert/strict";
import test from "node:test";
import {
  firstToken,
  hotSeatAddress,
  joinAddress,
  parseAddress,
  recoverAddress,
  replayAddress,
  resumeAddress,
  seatAddress,
  teamAddress,
  tokenOf,
} from "../../lib/addresses.js";

test("an address is taken apart", () => {
  const { page, parts, query } = parseAddress("#/replay/a1/t%2Fk?ply=3&eyes=mr_x");
  assert.deepEqual([page, parts, query.get("ply"), query.get("eyes")], ["replay", ["a1", "t/k"], "3", "mr_x"]);
  for (const start of ["", "#", "#/"]) assert.equal(parseAddress(start).page, "home");
  assert.ok(parseAddress("#/assistant?new").query.has("new"));
});

test("addresses are read as they are written", () => {
  for (const [address, expected] of [
    [seatAddress("g", "t"), ["game", "g", "t"]],
    [replayAddress({ id: "g", token: "t" }), ["replay", "g", "t"]],
    [hotSeatAddress("g"), ["hot", "g"]],
    [teamAddress("g"), ["team", "g"]],
    [joinAddress("g", "i"), ["join", "g", "i"]],
    [recoverAddress("g"), ["recover", "g"]],
    [replayAddress({ id: "g", token: "t", name: "mr_x" }), ["replay", "g", "mr_x"]],
  ]) {
    const { page, parts } = parseAddress(address);
    assert.deepEqual([page, ...parts], expected);
  }
  assert.equal(parseAddress(replayAddress({ id: "g", token: "t" }, 0)).query.get("ply"), "0");
});

test("a game goes on where its seat is", () => {
  const game = (seat) => ({ id: "g", title: "", seat, links: { detectives: [null, "d2"] }, at: 0 });
  assert.deepEqual(
    ["hot", "team", "#/game/g/t"].map((seat) => resumeAddress(game(seat))),
    ["#/hot/g", "#/team/g", "#/game/g/t"],
  );
  assert.deepEqual(
    ["hot", "team", "#/game/g/t"].map((seat) => tokenOf(game(seat))),
    ["d2", "d2", "t"],
  );
  assert.equal(tokenOf({ ...game("#/game/g/mr_x"), seats: { mr_x: "secret" } }), "secret", "the address has no secret");
});

test("seats of others have no token", () => {
  assert.deepEqual([firstToken([null, "b", "c"]), firstToken([null]), firstToken()], ["b", null, null]);
});
