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
const place = (change, recovery, links = LINKS) =>
  placeOf({ ...CHOICES, ...change }, { id: "g", links, recovery, invitations: { mr_x: null, detectives: [] } });

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

test("the person takes the seats that are his", () => {
  const claim = (change) => newGame({ ...CHOICES, ...change }).claim;
  assert.deepEqual(
    [claim({}), claim({ mode: "watch" }), claim({ mode: "detectives" })],
    [undefined, undefined, undefined],
  );
  assert.deepEqual([claim({ mode: "hot" }), claim({ mode: "some" })], ["all", "all"]);
  const friends = (change) => claim({ mode: "friends", ...change });
  assert.deepEqual(friends({}), ["mr_x"]);
  assert.deepEqual(friends({ ownSide: "detectives" }), ["detectives"]);
  assert.deepEqual(friends({ ownSide: "detectives", each: true }), ["detective-1"]);
});

test("the person goes to the seat, and the address has no token", () => {
  const alone = place({}, { mr_x: "code" });
  assert.deepEqual([alone.address, alone.held.seat], ["#/game/g/mr_x", "#/game/g/mr_x"]);
  assert.deepEqual(alone.held.seats, { mr_x: "x" });
  assert.deepEqual(alone.held.recovery, { mr_x: "code" });
  assert.deepEqual(alone.held.links, { watch: "w" });
  assert.equal(place({ mode: "detectives" }, { detectives: "code" }).address, "#/game/g/detectives");
  const watch = place({ mode: "watch" }, {});
  assert.deepEqual([watch.address, watch.held.links], ["#/game/g/all", { watch: "w", watch_all: "all" }]);
});

test("several seats at one screen have pages of their own", () => {
  const hot = place({ mode: "hot" }, { mr_x: "1", detectives: "2" });
  assert.deepEqual([hot.address, hot.held.seat, hot.held.links], ["#/hot/g", "hot", LINKS]);
  const links = { ...LINKS, mr_x: null, detectives: ["a", null, "c"] };
  const team = place({ mode: "some" }, { "detective-1": "1", "detective-3": "3" }, links);
  assert.deepEqual([team.address, team.held.links], ["#/team/g", { detectives: ["a", null, "c"] }]);
  assert.equal(place({ mode: "some" }, { "detective-3": "3" }, links).address, "#/game/g/detective-3");
});

test("among friends the browser keeps its own seat alone", () => {
  const { held } = place({ mode: "friends" }, { mr_x: "code" }, { ...LINKS, detectives: [null, null, null] });
  assert.deepEqual([held.seats, held.links, held.host], [{ mr_x: "x" }, { watch: "w" }, true]);
});
