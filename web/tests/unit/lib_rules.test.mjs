import assert from "node:assert/strict";
import test from "node:test";
import { countChoices, gridRules, levelOf, rulesChoices, rulesText } from "../../lib/rules.js";

test("lists offer titles where there are any", () => {
  const all = [
    { name: "classic", title: "Classic" },
    { name: "grid5", title: "", board: "grid:5", slots: 24, is_grid: true },
    { name: "own", title: "Our own rules" },
    { name: "bare", title: "" },
  ];
  assert.deepEqual(rulesChoices(all), [
    { id: "classic", name: "London, classic rules" },
    { id: "grid5", name: "Grid 5×5, 24 rounds" },
    { id: "own", name: "Our own rules" },
    { id: "bare", name: "bare" },
  ]);
});

test("the numbers of detectives that an edition allows", () => {
  assert.deepEqual(
    countChoices({ min_detectives: 3, max_detectives: 5 }).map(({ id }) => id),
    ["3", "4", "5"],
  );
  assert.equal(countChoices({ min_detectives: 2, max_detectives: 2 }).length, 1);
});

test("an unknown level is the second one, or the only one", () => {
  const levels = ["easy", "medium", "hard"].map((id) => ({ id }));
  assert.deepEqual(
    ["hard", "easy", "absurd"].map((id) => levelOf({ levels }, id).id),
    ["hard", "easy", "medium"],
  );
  assert.equal(levelOf({ levels: levels.slice(0, 1) }, "hard").id, "easy");
});

test("numbers make a grid, and a grid is told in words", () => {
  assert.deepEqual(["6, 2 12", "6x2x12x3", "6,2", ""].map(gridRules), ["grid:6,2,12", "grid:6,2,12,3", null, null]);
  assert.equal(rulesText("grid:4,1,6"), "4×4, 1 detective, 6 rounds");
  assert.equal(rulesText("grid:5,2,8,3"), "5×5, 2 detectives, 8 rounds, seen every 3");
  assert.equal(rulesText("classic"), "classic");
});
