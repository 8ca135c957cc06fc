import assert from "node:assert/strict";
import test from "node:test";
import { agreement, emptySeat, proposalText, voters } from "../../seat/proposal.js";

const proposal = (change) => ({
  what: "end",
  pace_ms: null,
  by: "detective-2",
  agreed: 1,
  needed: 3,
  may_vote: true,
  ...change,
});

test("a proposal is one line", () => {
  assert.equal(proposalText(proposal({}), "mr_x"), "Detective 2 asks to end this game: 1 of 3 votes.");
  assert.equal(proposalText(proposal({ what: "pause" }), "detective-2"), "You ask to pause the game: 1 of 3 votes.");
  assert.match(proposalText(proposal({ by: "detectives" }), "mr_x"), /^The detectives ask to /);
});

test("agreeing asks for the very same thing", () => {
  assert.deepEqual(agreement(proposal({})), { route: "cancel", body: {} });
  assert.deepEqual(agreement(proposal({ what: "go_on" })), { route: "resume", body: {} });
  assert.deepEqual(agreement(proposal({ what: "pause", pace_ms: 5 })).body, { paused: true, pace_ms: 5 });
  assert.deepEqual(agreement(proposal({ what: "continue" })).body, { paused: false });
  assert.deepEqual(agreement(proposal({ what: "pace", pace_ms: 0 })).body, { pace_ms: 0 });
});

test("whoever sits has a vote", () => {
  const claims = [
    { seat: "mr_x", claimed: true },
    { seat: "detective-1", claimed: false },
    { seat: "detective-2", claimed: true },
  ];
  assert.deepEqual([voters({ claims }), voters({})], [2, 0]);
});

test("the game waits for somebody to sit down", () => {
  const view = (turn, claims, to_move = []) => ({ turn, to_move, claims });
  const free = (seat) => [{ seat, claimed: false }];
  assert.equal(emptySeat(view("mr_x", free("mr_x"))), "mr_x");
  assert.equal(emptySeat(view("detective-2", free("detective-2"), [2])), "detective-2");
  assert.equal(emptySeat(view("detective-2", free("detectives"), [2])), "detectives");
  assert.equal(emptySeat(view("mr_x", free("detectives"))), null);
  assert.equal(emptySeat(view("over", free("detectives"))), null);
});
