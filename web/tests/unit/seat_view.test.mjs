import assert from "node:assert/strict";
import test from "node:test";
import { parseMove } from "../../lib/moves.js";
import {
  arrowsOf,
  canUndo,
  headline,
  lastEntries,
  lastMoveText,
  lastRide,
  lastStation,
  mapText,
  movesSeenBy,
  pieceToMove,
  seenText,
  shownMrX,
  stationOf,
  surfacingText,
  wayOf,
} from "../../seat/view.js";

/** A view of a detective's seat, with changes. */
const view = (change = {}) => ({
  id: "g",
  seat: "detectives",
  ply: 2,
  slot: 3,
  slots: 24,
  turn: "detective-2",
  your_turn: true,
  stations: { mr_x: null, mr_x_seen: { slot: 3, station: 82 }, detectives: [26, 29] },
  log: [],
  surfacings: [3, 8],
  next_surfacing: 8,
  moves: [],
  outcome: null,
  state: "open",
  kinds: { mr_x: "agent", detectives: ["human", "human"] },
  ...change,
});
const stations = (mrX, detectives, seen = null) => ({ mr_x: mrX, mr_x_seen: seen, detectives });
const over = (winner) => ({ winner, reason: "", text: "It is over." });

test("pieces stand where the view says", () => {
  const pieces = ["mr_x", "detective-1", "detective-2", "detective-3", "seen"];
  assert.deepEqual(
    pieces.map((piece) => stationOf(view(), piece)),
    [null, 26, 29, null, null],
  );
});

test("the detective that was chosen is to move, but never for Mr X", () => {
  assert.equal(pieceToMove(view(), null), "detective-2");
  assert.equal(pieceToMove(view({ turn: "detectives" }), 3), "detective-3");
  assert.equal(pieceToMove(view({ turn: "mr_x" }), 3), "mr_x");
});

test("the last move ends somewhere, or nobody knows where", () => {
  const after = (move) => lastStation(view({ moves: [{ ply: 1, by: "mr_x", move }] }));
  assert.deepEqual([after("T46"), after("2T46B?"), after("pass"), lastStation(view())], [46, null, null, null]);
});

test("the last move rides on the map as far as it is known", () => {
  const ride = (before, by, move, after) =>
    lastRide(view({ stations: before }), view({ stations: after, moves: [{ ply: 2, by, move }] }));
  assert.deepEqual(ride(stations(null, [26, 29]), "detective-2", "B41", stations(null, [26, 41])), {
    piece: "detective-2",
    kind: "d2",
    steps: [{ from: 29, to: 41, ticket: "bus" }],
  });
  assert.deepEqual(ride(stations(10, [26]), "mr_x", "2T11K12", stations(12, [26])).steps, [
    { from: 10, to: 11, ticket: "taxi" },
    { from: 11, to: 12, ticket: "black" },
  ]);
  assert.deepEqual(ride(stations(null, [26]), "mr_x", "T?", stations(null, [26])).steps, [], "hidden");
  assert.equal(ride(stations(null, [26]), "detective-1", "pass", stations(null, [26])), null);
  assert.equal(lastRide(view(), view()), null);
});

test("arrows show a move that is proposed", () => {
  assert.deepEqual(arrowsOf(view(), parseMove("T41")), [{ from: 29, to: 41 }]);
  assert.deepEqual(arrowsOf(view({ turn: "detectives" }), parseMove("1:T15")), [{ from: 26, to: 15 }]);
  assert.deepEqual(arrowsOf(view({ turn: "mr_x", stations: stations(10, []) }), parseMove("2T11B12")), [
    { from: 10, to: 11 },
    { from: 11, to: 12 },
  ]);
});

test("the detectives hear of Mr X's tickets only", () => {
  const moves = [
    { ply: 0, by: "mr_x", move: "T46" },
    { ply: 1, by: "detective-1", move: "B3" },
  ];
  assert.deepEqual(
    movesSeenBy("detectives", moves).map(({ move }) => move),
    ["T?", "B3"],
  );
  assert.deepEqual(movesSeenBy("mr_x", moves), moves);
});

test("he who has just surfaced is where he was seen, later only a mark is", () => {
  assert.deepEqual(shownMrX(view()), { now: 82, seen: null });
  assert.deepEqual(shownMrX(view({ slot: 4 })), { now: null, seen: 82 });
  assert.deepEqual(shownMrX(view({ slot: 4, stations: stations(90, [], { slot: 3, station: 82 }) })), {
    now: 90,
    seen: null,
  });
  assert.deepEqual(shownMrX(view({ stations: stations(null, []) })), { now: null, seen: null });
});

test("his way is told with the tickets of his log", () => {
  const log = [{ slot: 1, ticket: "T", station: null, double: false }];
  assert.deepEqual(wayOf(view({ way: [10, 11], log })), [
    { station: 10, slot: 0, ticket: null },
    { station: 11, slot: 1, ticket: "taxi" },
  ]);
  assert.deepEqual(wayOf(view()), []);
});

test("a double move wrote two entries", () => {
  const entry = (slot, double) => ({ slot, ticket: "T", station: null, double });
  const slots = (log) => lastEntries(view({ log })).map(({ slot }) => slot);
  assert.deepEqual(slots([entry(1, false), entry(2, false)]), [2]);
  assert.deepEqual(slots([entry(1, true), entry(2, true)]), [1, 2]);
  assert.deepEqual(slots([]), []);
});

test("the next surfacing is counted down", () => {
  const text = (change) => surfacingText(view(change));
  assert.equal(text({}), "Surfaces in 5 moves");
  assert.equal(text({ slot: 7 }), "Surfaces on the next move");
  assert.equal(text({ next_surfacing: null }), "No surfacing left");
  assert.equal(text({ next_surfacing: null, surfacings: [] }), "He never surfaces");
  assert.equal(text({ outcome: over("mr_x") }), "");
});

test("where he was seen last is told", () => {
  const text = (seen, outcome = null) => seenText(view({ stations: stations(null, [], seen), outcome }));
  assert.equal(text({ slot: 3, station: 82 }), "Last seen at 82 in slot 3");
  assert.equal(text({ slot: 0, station: 7 }), "Started at 7");
  assert.equal(text(null), "Not seen yet");
  assert.equal(text(null, over("mr_x")), null);
});

test("the last move and the map are told to those who cannot see them", () => {
  const moves = [{ ply: 0, by: "mr_x", move: "T82" }];
  assert.equal(lastMoveText(view({ moves })), "Mr X: taxi to 82, seen at 82. Detective 2: your turn.");
  assert.equal(lastMoveText(view({ moves, outcome: over("mr_x"), slot: 4 })), "Mr X: taxi to 82. It is over.");
  assert.equal(lastMoveText(view()), null);
  assert.equal(mapText(view(), 0), "Map. Mr X is hidden, detective 1 at 26, detective 2 at 29. ");
  assert.match(mapText(view({ stations: stations(5, [1]) }), 3), /^Map\. Mr X at 5, .* 3 stations can be reached/);
});

test("everybody reads the end from their own side", () => {
  const line = (seat, winner) => headline(view({ seat, outcome: over(winner) }));
  assert.deepEqual(
    ["mr_x", "detectives", "detective-1", "watch"].map((seat) => line(seat, "detectives")),
    ["Caught!", "You caught him!", "You caught him!", "The detectives have won"],
  );
  assert.deepEqual(
    ["mr_x", "detectives", "watch_all"].map((seat) => line(seat, "mr_x")),
    ["You escaped!", "He got away.", "Mr X has escaped"],
  );
});

test("a seat takes back its own moves, and an end only alone", () => {
  const moves = [{ ply: 1, by: "detective-1", move: "T3" }];
  assert.ok(canUndo(view({ moves })));
  assert.ok(!canUndo(view({ moves, seat: "mr_x" })));
  assert.ok(!canUndo(view({ moves, seat: "watch" })));
  assert.ok(!canUndo(view({ moves, state: "cancelled" })));
  assert.ok(canUndo(view({ moves, outcome: over("mr_x") })), "against agents");
  assert.ok(!canUndo(view({ moves, outcome: over("mr_x"), kinds: { mr_x: "human", detectives: [] } })));
});
