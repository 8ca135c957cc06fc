// The diary: games in sentences, numbers, aims, and a friend's game on the friend's page.

import assert from "node:assert/strict";
import { playOut, seatOf } from "../lib.mjs";

/** Plays a short game against the weakest, on a small board. */
async function playShort(kit, page, side) {
  await kit.open(page);
  await page.getByRole("radio", { name: "Beginner" }).click();
  await page.getByText("More: one screen").click();
  await page.getByLabel("Rules", { exact: true }).selectOption("grid5");
  await page.getByRole("button", { name: side }).click();
  await page.waitForSelector(".statebar");
  const { id, token } = await seatOf(page);
  await kit.post(`/api/games/${id}/pace`, { pace_ms: 0 }, token);
  await playOut(page, (stations) => stations.at(-1));
  return kit.get(`/api/games/${id}`, token);
}

/** Links lead to other devices. */
export const needsServer = ["a friend's game is on that friend's page of games"];

export const cases = {
  async "a finished game is a sentence in the diary, and counts in the numbers"(kit) {
    const page = await kit.page();
    const { outcome } = await playShort(kit, page, /Play as Mr X/);
    const won = outcome.winner === "mr_x";
    await kit.open(page, "#/games");
    await page.getByRole("heading", { name: "Today" }).waitFor();
    await page
      .locator(".game-row", { hasText: won ? /You escaped as Mr X/ : /(Caught|Cornered) as Mr X in round/ })
      .getByRole("link", { name: "Replay" })
      .waitFor();
    await kit.picture(page, "diary");
    await page.getByRole("link", { name: "Numbers and aims" }).click();
    await page.locator(".figure", { hasText: "game" }).first().getByText("1", { exact: true }).waitFor();
    const row = page.getByRole("row", { name: /Beginner/ });
    await row.getByText(won ? "1 of 1" : "0 of 1").waitFor();
    assert.equal((await page.locator(".aim").count()) >= 8, true);
    assert.equal(await page.locator(".aim.done").count(), won ? 1 : 0);
    await kit.picture(page, "numbers");
  },

  async "a friend's game is on that friend's page of games"(kit) {
    const host = await kit.page();
    await kit.open(host, "#/friends");
    await host.getByRole("button", { name: "Make the room" }).click();
    const link = await host.getByLabel("Link: The detectives").inputValue();
    const friend = await kit.page();
    await friend.goto(link);
    await friend.waitForSelector(".statebar");
    await kit.open(friend, "#/games");
    await friend
      .locator(".game-row", { hasText: "This game is still open." })
      .getByRole("link", { name: "Go on" })
      .click();
    await friend.waitForSelector(".statebar");
    assert.match(await friend.evaluate(() => location.hash), /\/detectives$/);
  },
};
