import assert from "node:assert/strict";
import test from "node:test";
import {
  amount,
  holds,
  KINDS,
  kindsHeld,
  LETTER,
  plainFirst,
  rideName,
  TICKET,
  ticketName,
} from "../../lib/tickets.js";

test("letters and kinds are two names of the same tickets", () => {
  for (const [letter, ticket] of Object.entries(TICKET)) assert.equal(LETTER[ticket], letter);
  assert.deepEqual(KINDS.map(ticketName), ["Taxi", "Bus", "Underground", "Black", "Double"]);
  assert.equal(rideName("black"), "black ticket");
});

test("null stands for any number of tickets", () => {
  assert.deepEqual([null, 2, 0, undefined].map(holds), [true, true, false, false]);
  assert.deepEqual([null, 2, 0, undefined].map(amount), ["∞", "2", "0", "0"]);
});

test("a kind that nobody holds needs no column", () => {
  assert.deepEqual(
    kindsHeld([
      { taxi: 0, black: 2 },
      { taxi: 0, bus: null },
    ]),
    ["bus", "black"],
  );
  assert.deepEqual(kindsHeld([{}]), []);
});

test("plain tickets come first", () => {
  const offers = [{ ticket: "black" }, { ticket: "bus" }, { ticket: "taxi" }];
  assert.deepEqual(
    offers.sort(plainFirst).map(({ ticket }) => ticket),
    ["taxi", "bus", "black"],
  );
});
