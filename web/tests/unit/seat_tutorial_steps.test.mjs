import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import path from "node:path";
import test from "node:test";
import { fileURLToPath } from "node:url";
import { LESSONS, optionsOf, START } from "../../seat/tutorial_steps.js";

const ROOT = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "../../..");
const BOARD = readFileSync(path.join(ROOT, "crates/yard-core/data/boards/london.toml"), "utf8");

/** The pairs of stations of a transport. */
const pairs = (transport) => {
  const text = new RegExp(`^${transport}\\s*=\\s*\\[([\\s\\S]*?)^\\]`, "m").exec(BOARD)[1];
  return new Set([...text.matchAll(/\[(\d+), (\d+)\]/g)].flatMap(([, a, b]) => [`${a} ${b}`, `${b} ${a}`]));
};
const LINES = { taxi: pairs("taxi"), bus: pairs("bus"), underground: pairs("underground") };

test("every ride that is asked for exists on the real board", () => {
  let view = START;
  for (const lesson of LESSONS) {
    view = { ...view, ...lesson.view };
    const { id, offers = {}, second, after } = lesson;
    const piece = Number(/\d+/.exec(view.turn)?.[0]);
    const from =
      lesson.id === "read" ? 127 : view.seat === "mr_x" ? view.stations.mr_x : view.stations.detectives[piece - 1];
    for (const [to, kinds] of Object.entries(offers)) {
      for (const ticket of kinds.filter((kind) => kind !== "black"))
        assert.ok(LINES[ticket].has(`${from} ${to}`), `${id}: ${ticket} ${from} to ${to}`);
    }
    for (const to of Object.keys(second ?? {})) assert.ok(LINES.taxi.has(`${Object.keys(offers)[0]} ${to}`), id);
    if (after) view = { ...view, ...after };
  }
});

test("Mr X can be where the lesson says, and nowhere else", () => {
  const read = LESSONS.find(({ id }) => id === "read");
  const near = [...LINES.taxi].filter((pair) => pair.startsWith("127 ")).map((pair) => Number(pair.split(" ")[1]));
  const { detectives } = { ...START, ...LESSONS.find(({ id }) => id === "surface").view }.stations;
  const free = near.filter((station) => !detectives.includes(station)).sort((a, b) => a - b);
  assert.deepEqual(Object.keys(read.offers).map(Number), free);
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

test("tickets go from hand to hand with every ride of the learner", () => {
  const after = (id) => {
    let view = START;
    for (const lesson of LESSONS) {
      view = { ...view, ...lesson.view };
      const before = view.tickets;
      if (lesson.after) view = { ...view, ...lesson.after };
      if (lesson.id === id) return [before, view.tickets];
    }
    throw new Error(id);
  };
  const [start, moved] = after("move");
  assert.equal(moved.detectives[0].bus, start.detectives[0].bus - 1);
  assert.equal(moved.mr_x.bus, start.mr_x.bus + 1);
  const [, net] = after("net");
  assert.deepEqual([net.detectives[1].taxi, net.mr_x.taxi], [6, 8]);
  const [held, black] = after("black");
  assert.equal(black.mr_x.black, held.mr_x.black - 1);
  const [two, double] = after("double");
  assert.deepEqual([double.mr_x.double, double.mr_x.taxi], [two.mr_x.double - 1, two.mr_x.taxi - 2]);
});
