import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import path from "node:path";
import test from "node:test";
import { fileURLToPath } from "node:url";
import { parseMove } from "../../lib/moves.js";
import { LESSONS, optionsOf, played, START, seated } from "../../seat/tutorial_steps.js";

const ROOT = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "../../..");
const BOARD = readFileSync(path.join(ROOT, "crates/yard-core/data/boards/london.toml"), "utf8");

/** The pairs of stations of a transport. */
const pairs = (transport) => {
  const text = new RegExp(`^${transport}\\s*=\\s*\\[([\\s\\S]*?)^\\]`, "m").exec(BOARD)[1];
  return new Set([...text.matchAll(/\[(\d+), (\d+)\]/g)].flatMap(([, a, b]) => [`${a} ${b}`, `${b} ${a}`]));
};
const LINES = { taxi: pairs("taxi"), bus: pairs("bus"), underground: pairs("underground") };

/** The position before the learner's part of a lesson, and after it. */
function story(id) {
  let view = START;
  for (const lesson of LESSONS) {
    view = (lesson.meanwhile ?? []).reduce(played, seated(view, lesson.view));
    const before = view;
    if (lesson.made) view = played(view, lesson.made);
    if (lesson.id === id) return [before, view];
  }
  throw new Error(id);
}

test("every ride of the story exists on the real board, and nobody jumps", () => {
  const at = { x: null, 1: 52, 2: 85, 3: 153 };
  const rides = LESSONS.flatMap(({ id, meanwhile = [], made }) => [
    ...meanwhile.map((text) => [id, text]),
    ...(made ? [[id, made]] : []),
  ]);
  for (const [id, text] of rides) {
    const [who, written] = text.split(" ");
    for (const { ticket, to } of parseMove(written).steps) {
      // Hidden here; the learner sees him at 133 when he takes his side.
      if (who === "x" && to === null) at.x = 133;
      else if (who === "x" && at.x === null) at.x = to;
      else {
        const from = at[who];
        const kinds = ticket === "black" ? ["taxi", "bus", "underground"] : [ticket];
        assert.ok(
          kinds.some((kind) => LINES[kind].has(`${from} ${to}`)),
          `${id}: ${text} from ${from}`,
        );
        const others = Object.keys(at).filter((one) => one !== who && (one !== "x" || id !== "catch"));
        assert.ok(!others.some((one) => at[one] === to && one !== "x"), `${id}: ${text} is taken`);
        at[who] = to;
      }
    }
  }
  assert.deepEqual(START.stations.detectives, [52, 85, 153]);
});

test("everybody moves once in a round, in order", () => {
  const all = LESSONS.flatMap(({ meanwhile = [], made }) => [...meanwhile, ...(made ? [made] : [])]);
  const order = all.map((text) => text[0]).join("");
  assert.match(order, /^123(x123)*$/);
});

test("no detective could have caught Mr X when he surfaced the first time", () => {
  const [{ stations }] = story("surface");
  for (const at of stations.detectives)
    assert.ok(!Object.values(LINES).some((lines) => lines.has(`${at} ${stations.mr_x_seen.station}`)), String(at));
});

test("Mr X can be where the lesson says, and nowhere else", () => {
  const read = LESSONS.find(({ id }) => id === "read");
  const near = [...LINES.taxi].filter((pair) => pair.startsWith("127 ")).map((pair) => Number(pair.split(" ")[1]));
  const [{ stations }] = story("read");
  const free = near.filter((station) => !stations.detectives.includes(station)).sort((a, b) => a - b);
  assert.deepEqual(read.answer, free);
  const right = Object.keys(read.offers)
    .map(Number)
    .filter((station) => !read.wrong[station]);
  assert.deepEqual(right, free, "the other rings are wrong, and say why");
  for (const [station, why] of Object.entries(read.wrong))
    assert.equal(why === "taken", stations.detectives.includes(Number(station)), station);
});

test("the menu gets its options", () => {
  assert.deepEqual(
    [...optionsOf({ 5: ["bus", "black"] })],
    [
      [
        5,
        [
          { ticket: "bus", to: 5, move: null },
          { ticket: "black", to: 5, move: null },
        ],
      ],
    ],
  );
});

test("tickets go from hand to hand with every ride", () => {
  const [start, moved] = story("move").map(({ tickets }) => tickets);
  assert.equal(moved.detectives[0].bus, start.detectives[0].bus - 1);
  assert.equal(moved.mr_x.bus, start.mr_x.bus + 1);
  const [held, black] = story("black").map(({ tickets }) => tickets);
  assert.equal(black.mr_x.black, held.mr_x.black - 1);
  const [two, double] = story("double").map(({ tickets }) => tickets);
  assert.deepEqual([double.mr_x.double, double.mr_x.taxi], [two.mr_x.double - 1, two.mr_x.taxi - 2]);
  const [, end] = story("catch");
  assert.equal(end.outcome?.reason, "captured");
  assert.equal(end.slot, 8);
});
