import assert from "node:assert/strict";
import test from "node:test";
import { newGame, placeOf, seatsOf } from "../../seat/new_game.js";

const CHOICES = {
  mode: "mr_x",
  rules: { name: "classic", title: "Classic", detectives: 5 },
  count: 5,
  mrX: "mcts",
  detectives: "greedy",
  seed: null,
  help: true,
  mine: [true, false, true],
  ownSide: "mr_x",
  each: false,
  name: "Max",
};
const LINKS = { mr_x: "x", detectives: ["d", "d", "d"], watch: "w", watch_all: "all" };
const [ME, HUMAN] = [{ kind: "human", name: "Max" }, { kind: "human" }];
const agent = (spec) => ({ kind: "agent", spec });
const seats = (change) => seatsOf({ ...CHOICES, ...change });
const place = (change, links = LINKS) => placeOf({ ...CHOICES, ...change }, "g", links);

test("each mode seats people and agents", () => {
  assert.deepEqual(seats({}), { mr_x: ME, detectives: agent("greedy") });
  assert.deepEqual(seats({ mode: "detectives", name: "" }), { mr_x: agent("mcts"), detectives: HUMAN });
  assert.deepEqual(seats({ mode: "hot" }), { mr_x: HUMAN, detectives: HUMAN });
  assert.deepEqual(seats({ mode: "watch" }), { mr_x: agent("mcts"), detectives: agent("greedy") });
  assert.deepEqual(seats({ mode: "some", count: 3 }).detectives, [ME, agent("greedy"), ME]);
});

test("among friends the person has one seat", () => {
  const friends = (change) => seats({ mode: "friends", count: 2, ...change });
  assert.deepEqual(friends({}), { mr_x: ME, detectives: HUMAN });
  assert.deepEqual(friends({ ownSide: "detectives" }), { mr_x: HUMAN, detectives: ME });
  assert.deepEqual(friends({ ownSide: "detectives", each: true }), { mr_x: HUMAN, detectives: [ME, HUMAN] });
  assert.deepEqual(friends({ each: true }), { mr_x: ME, detectives: [HUMAN, HUMAN] });
});

test("the server hears what differs from the rules", () => {
  const { rules, detectives, seed, help, pace_ms } = newGame(CHOICES);
  assert.deepEqual([rules, detectives, seed, pace_ms], ["classic", undefined, undefined, 450]);
  assert.deepEqual(help, { candidates: true, belief: true, hints: true });
  const other = newGame({ ...CHOICES, mode: "watch", count: 3, seed: 0, help: false });
  assert.deepEqual([other.detectives, other.seed, other.help?.hints, other.pace_ms], [3, 0, false, 700]);
});

test("somebody who plays some of the detectives plays at least one that is there", () => {
  assert.throws(() => newGame({ ...CHOICES, mode: "some", count: 2, mine: [false, false, true] }), /at least one/);
});

test("the person goes to the seat, and keeps no more links than needed", () => {
  const at = (address, keep = {}) => ({ address, seat: address, keep, invite: null });
  assert.deepEqual(place({}), at("#/game/g/x"));
  assert.deepEqual(place({ mode: "detectives" }), at("#/game/g/d"));
  assert.deepEqual(place({ mode: "watch" }), at("#/game/g/all", { watch: "w", watch_all: "all" }));
  assert.deepEqual(place({ mode: "hot" }), { address: "#/hot/g", seat: "hot", keep: LINKS, invite: null });
  assert.deepEqual(place({ mode: "some" }, { ...LINKS, detectives: [null, "b"] }), at("#/game/g/b"));
  const several = { ...LINKS, detectives: ["a", null, "c"] };
  assert.deepEqual(place({ mode: "some" }, several), {
    address: "#/team/g",
    seat: "team",
    keep: { detectives: ["a", null, "c"] },
    invite: null,
  });
});

test("friends are invited to the other seats, and Mr X's link is not kept", () => {
  const mrX = place({ mode: "friends" });
  assert.deepEqual(
    [mrX.address, mrX.keep, mrX.invite?.mr_x, mrX.invite?.detectives],
    ["#/game/g/x", {}, null, ["d", "d", "d"]],
  );
  const links = { ...LINKS, detectives: ["a", "b", "c"] };
  const detective = place({ mode: "friends", ownSide: "detectives", each: true }, links);
  assert.equal(detective.address, "#/game/g/a");
  assert.deepEqual([detective.invite?.mr_x, detective.invite?.detectives], ["x", [null, "b", "c"]]);
  assert.deepEqual(detective.keep, {});
});
