// After the end: what the game is remembered for, and sharing it without giving a seat away.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { agent, HUMAN, playOut } from "../lib.mjs";

/** A game that Mr X soon loses, played to its end. */
async function lost(kit, page) {
  const game = await kit.create({ seed: 3, seats: { mr_x: HUMAN, detectives: agent("lookahead") } });
  await kit.open(page, `#/game/${game.id}/${game.links.mr_x}`);
  await playOut(page, (stations) => stations.at(-1));
  return { id: game.id, token: game.links.mr_x };
}

/** What a finished game is remembered for, once it is worked out. */
async function factsOf(kit, { id, token }) {
  for (let i = 0; i < 240; i++) {
    const facts = await kit.get(`/api/games/${id}/facts`, token);
    if (facts.done >= facts.of) return facts;
    await new Promise((done) => setTimeout(done, 500));
  }
  throw new Error("the facts are never done");
}

/** Links lead to other devices. */
export const needsServer = ["a shared link shows the replay, names nobody and opens no seat"];

export const cases = {
  async "the end tells the turning point, escapes and near misses, and one's own chance with axes"(kit) {
    const page = await kit.page({ width: 1440, height: 1000 });
    const seat = await lost(kit, page);
    const facts = await factsOf(kit, seat);
    await page.waitForFunction(() => !/Still looking/.test(document.querySelector(".end")?.textContent ?? ""), null, {
      timeout: 60000,
    });
    await page.getByText("Your win chance").waitFor();
    assert.deepEqual(await page.locator(".end .axis-y").allTextContents(), ["0%", "50%", "100%"]);
    const rounds = await page.locator(".end .axis-x:not(.axis-name)").allTextContents();
    assert.equal(rounds[0], "1");
    const told = await page.locator(".highlight").count();
    const other = facts.near_misses.filter(({ round }) => round !== facts.closest_escape?.round);
    const wanted = (facts.turning_point ? 1 : 0) + (facts.closest_escape ? 1 : 0) + Math.min(3, other.length);
    assert.equal(told, wanted, "the closest escape is not told twice");
    if (other.length > 0) await page.locator(".highlight.near").first().waitFor();
    const boxes = await page
      .locator(".end .axis-x")
      .evaluateAll((all) => all.map((one) => one.getBoundingClientRect()));
    const name = boxes.pop();
    assert.ok(
      boxes.every((box) => box.right < name.left),
      "no number lies under the name of the axis",
    );
  },

  async "a shared link shows the replay, names nobody and opens no seat"(kit) {
    const page = await kit.page();
    const seat = await lost(kit, page);
    await page.getByRole("button", { name: "Share" }).click();
    const link = await page.getByLabel("Link to the replay").inputValue();
    assert.ok(!link.includes(seat.id) && !link.includes(seat.token), "nothing of the seat is in it");
    const [picture] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "Save the picture" }).click(),
    ]);
    const bytes = await readFile(await picture.path());
    assert.equal(bytes.subarray(1, 4).toString(), "PNG");
    assert.deepEqual([bytes.readUInt32BE(16), bytes.readUInt32BE(20)], [1200, 630]);
    const other = await kit.page();
    await other.goto(link);
    await other.waitForSelector(".replay-slider");
    const view = await kit.get(`/api/games/${seat.id}`, seat.token);
    assert.equal(Number(await other.locator(".replay-slider").getAttribute("max")), view.ply);
    const [, , , token] = new URL(link).hash.split("/");
    const answer = await fetch(new URL(`/api/games/${seat.id}`, kit.url), {
      headers: { Authorization: `Bearer ${token}` },
    });
    assert.ok(answer.status >= 400, "the token of the copy opens nothing of the game");
  },

  async "Mr X's way is played, and the slider stops anywhere"(kit) {
    const page = await kit.page({ motion: true });
    const { id, token } = await lost(kit, page);
    await page.getByRole("button", { name: "See Mr X's way" }).click();
    const slider = page.locator(".way-slider");
    const last = Number(await slider.getAttribute("max"));
    await page.waitForFunction(() => Number(document.querySelector(".way-slider").value) >= 2);
    await page.getByRole("button", { name: "Pause" }).click();
    await slider.fill(String(last));
    assert.equal(await page.locator(".way").count(), last);
    await slider.fill("1");
    assert.equal(await page.locator(".way").count(), 1);
    const record = await kit.get(`/api/games/${id}`, token);
    const { stations } = await kit.get("/api/rules/classic/board");
    const first = record.moves.find(({ by }) => by === "detective-1").move;
    const spot = stations.find(({ n }) => n === Number(/\d+/.exec(first)[0]));
    const at = await page.locator('[data-piece="detective-1"]').getAttribute("transform");
    const [x, y] = at.match(/-?[\d.]+/g).map(Number);
    assert.ok(Math.hypot(x - spot.x, y - spot.y) < 0.2, "the detectives stand where they were then");
  },
};
