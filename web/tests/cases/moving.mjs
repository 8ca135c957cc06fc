// Moving to another device by a code.

import assert from "node:assert/strict";
import { agent, HUMAN, turn } from "../lib.mjs";

/** Opens the dialog for moving. */
async function openMoving(page) {
  await page.getByRole("button", { name: "Settings" }).click();
  await page.getByRole("button", { name: "Move to another device" }).click();
  return page.locator("dialog", { hasText: "From here" });
}

/** A game that this page's browser has made for itself. */
async function ownGame(page) {
  return page.evaluate(
    async ({ mr_x, detectives }) => {
      const answer = await fetch("api/games", {
        method: "POST",
        headers: { "Content-Type": "application/json", "X-Yard-Owner": JSON.parse(localStorage.getItem("yard.owner")) },
        body: JSON.stringify({ rules: "grid5", pace_ms: 0, seats: { mr_x, detectives } }),
      });
      return answer.json();
    },
    { mr_x: HUMAN, detectives: agent("random") },
  );
}

/** Other people come from other devices. */
export const needsServer = true;

export const cases = {
  async "a code takes games to another device, once"(kit) {
    const [here, there] = [await kit.page(), await kit.page()];
    const made = [];
    for (const page of [here, there]) {
      await kit.open(page, "#/games");
      await page.getByText("No games yet.").waitFor();
      const { id, links } = await ownGame(page);
      await kit.open(page, `#/game/${id}/${links.mr_x}`);
      await turn(page);
      made.push(id);
    }
    const from = await openMoving(here);
    await from.getByRole("button", { name: "Show a code" }).click();
    const code = await from.locator(".moving-code").innerText();
    assert.match(code, /^[0-9A-Z]{4}(-[0-9A-Z]{4}){4}$/);
    const to = await openMoving(there);
    await to.getByLabel("Code of the other device").fill(code.toLowerCase());
    await to.getByRole("button", { name: "Take over" }).click();
    // Both games are one person's now, and both go on here.
    await there.locator(".game-row").nth(1).waitFor();
    assert.equal(await there.locator(".game-row").count(), 2);
    assert.equal(await there.getByRole("link", { name: "Go on" }).count(), 2);
    const held = await there.evaluate(() => JSON.parse(localStorage.getItem("yard.games")).map(({ id }) => id));
    assert.deepEqual(held.sort(), made.sort());
    await there.getByRole("link", { name: "Go on" }).first().click();
    await turn(there);
    const again = await fetch(new URL("api/moving/take", kit.url), {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ code }),
    });
    assert.equal(again.status, 404, "a code works once");
  },
};
