import assert from "node:assert/strict";
import test from "node:test";
import { rulesLines } from "../../seat/rules_text.js";

const CLASSIC = {
  slots: 24,
  surfacings: [3, 8, 13, 18, 24],
  order: "fixed",
  tickets: { detective: { taxi: 10, bus: 8, underground: 4 }, mr_x: { taxi: 4, black: 5, double: 2 } },
};

test("the rules tell the numbers of the edition", () => {
  const text = rulesLines(CLASSIC, 5).join("\n");
  assert.match(text, /24 slots.*surfaces in slots 3, 8, 13, 18 and 24/);
  assert.match(text, /5 detectives move one after the other/);
  assert.match(text, /10 Taxi, 8 Bus and 4 Underground/);
  assert.match(text, /5 black tickets and 2 double moves/);
});

test("what an edition does not have is said, not explained", () => {
  const dash = {
    ...CLASSIC,
    order: "any",
    surfacings: [],
    tickets: { ...CLASSIC.tickets, mr_x: { taxi: 4, black: 0, double: 0 } },
  };
  const text = rulesLines(dash, 3).join("\n");
  assert.match(text, /no black tickets and no double moves/);
  assert.doesNotMatch(text, /ferry/);
  assert.match(text, /never surfaces/);
  assert.match(text, /3 detectives move in any order/);
});
