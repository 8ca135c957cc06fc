import assert from "node:assert/strict";
import test from "node:test";
import { hasCompany, ownName } from "../../seat/people.js";

const view = (seat, kinds = { mr_x: "human", detectives: ["agent", "human", "agent"] }) => ({
  seat,
  kinds,
  names: { mr_x: "Ann", detectives: ["one", "two", "three"] },
  stations: { mr_x: null, mr_x_seen: null, detectives: [1, 2, 3] },
});

test("everybody knows their own name, and those who watch have none", () => {
  assert.deepEqual(
    ["mr_x", "detectives", "detective-2", "detective-9", "watch"].map((seat) => ownName(view(seat))),
    ["Ann", "one", "two", "", null],
  );
});

test("agents are no company, and neither is oneself", () => {
  assert.ok(hasCompany(view("mr_x")));
  assert.ok(hasCompany(view("detective-2")), "Mr X is a person");
  const alone = { mr_x: "agent", detectives: ["human", "human", "human"] };
  assert.ok(!hasCompany(view("detectives", alone)));
  assert.ok(hasCompany(view("detective-2", alone)));
  assert.ok(!hasCompany(view("mr_x", { mr_x: "human", detectives: ["agent", "agent", "agent"] })));
  assert.ok(!hasCompany({ ...view("mr_x"), kinds: undefined }), "an old server does not say");
});
