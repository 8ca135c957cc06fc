// The people at a table.

import assert from "node:assert/strict";
import test from "node:test";
import { useLanguage } from "../../lib/i18n.js";
import { clockText, lateSeats, newReactions, personName } from "../../seat/company_words.js";

useLanguage("en");

test("a person has a name, or else that of the seat", () => {
  const view = { names: { mr_x: "Ann", detectives: ["", "Bob"] } };
  assert.equal(personName(view, "mr_x"), "Ann");
  assert.equal(personName(view, "detective-2"), "Bob");
  assert.equal(personName(view, "detective-1"), "Detective 1");
  assert.equal(personName(view, "detectives"), "The detectives");
});

test("the clock counts down to zero", () => {
  assert.deepEqual([65000, 59001, 900, 0].map(clockText), ["1:05", "1:00", "0:01", "0:00"]);
});

test("whoever comes does not hear old reactions, and every new one is heard once", () => {
  const said = (...numbers) => numbers.map((number) => ({ number, seat: "mr_x", reaction: "wow" }));
  const first = newReactions(said(3, 4), null);
  assert.deepEqual([first.fresh.length, first.last], [0, 4]);
  const next = newReactions(said(4, 5, 6), first.last);
  assert.deepEqual([next.fresh.map(({ number }) => number), next.last], [[5, 6], 6]);
  assert.deepEqual(newReactions([], null), { fresh: [], last: 0 });
});

test("a seat that was late again is told", () => {
  assert.deepEqual(lateSeats({ mr_x: 1 }, { mr_x: 1, "detective-1": 1 }), ["detective-1"]);
  assert.deepEqual(lateSeats({ mr_x: 1 }, { mr_x: 2 }), ["mr_x"]);
});
