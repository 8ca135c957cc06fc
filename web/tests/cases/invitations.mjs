// Sitting down by invitation, coming back by a code, and deciding together.

import assert from "node:assert/strict";
import { agent, HUMAN, lit, move, seatOf, turn } from "../lib.mjs";

/** Mr X makes a game; the dialog with the links stays open. */
async function inviting(kit, options = {}) {
  const host = await kit.page(options);
  await kit.open(host, "#/friends");
  await host.getByRole("button", { name: "Make the room" }).click();
  const field = host.getByLabel("Link: The detectives");
  return { host, field, link: await field.inputValue() };
}

const token = (link) => link.split("/").at(-1);
const stored = (page) => page.evaluate(() => JSON.stringify(localStorage));

/** Other people come from other devices. */
export const needsServer = true;

export const cases = {
  async "the first browser that opens a link owns the seat, and the link dies"(kit) {
    const { host, link } = await inviting(kit);
    assert.match(await host.evaluate(() => location.hash), /^#\/game\/[\w-]+\/mr_x$/, "no secret in the address");
    const friend = await kit.page();
    await friend.goto(link);
    await friend.locator(".statebar").getByText("Mr X").waitFor();
    const address = await friend.evaluate(() => location.href);
    assert.match(address, /#\/game\/[\w-]+\/detectives$/);
    assert.ok(!(await stored(friend)).includes(token(link)), "the invitation is not kept");
    // The host sees it in the open dialog.
    await host.getByRole("dialog").getByText("somebody sits here").waitFor();
    assert.equal(await host.getByLabel("Link: The detectives").count(), 0);
    await host.getByRole("dialog").getByRole("button", { name: "Done" }).click();
    await friend.reload();
    await friend.locator(".statebar").getByText("Mr X").waitFor();
    const seat = await seatOf(friend);
    assert.equal((await kit.get(`/api/games/${seat.id}`, seat.token)).seat, "detectives");
    // The game is in the friend's list.
    await kit.open(friend, "#/games");
    await friend.locator(".game-row").getByRole("link", { name: "Go on" }).click();
    await friend.locator(".statebar").getByText("Mr X").waitFor();
    // A third one comes too late, and is told so.
    const late = await kit.page();
    await late.goto(link);
    await late.getByRole("heading", { name: "This seat is taken" }).waitFor();
    await late.getByText("somebody already sits on this seat").waitFor();
    kit.errors = kit.errors.filter((error) => !/ 409 /.test(error));
  },

  async "a link is renewed, and whoever tries out his own does not take the seat"(kit) {
    const { host, field, link } = await inviting(kit);
    await host.getByRole("button", { name: "Renew link" }).click();
    await host.waitForFunction((old) => document.querySelector(".links input").value !== old, link);
    const fresh = await field.inputValue();
    await host.getByRole("dialog").getByRole("button", { name: "Done" }).click();
    const late = await kit.page();
    await late.goto(link);
    await late.getByRole("heading", { name: "This link is not good any more" }).waitFor();
    await late.getByText("replaced by a newer one").waitFor();
    await host.goto(fresh);
    await host.getByRole("heading", { name: "You already sit at this table" }).waitFor();
    await host.getByRole("link", { name: "Back to my seat" }).click();
    await turn(host);
    // The links come again from the panel, made anew.
    await host.getByRole("button", { name: "Links" }).click();
    await host.getByRole("button", { name: "Make a new link" }).click();
    const third = await field.inputValue();
    assert.notEqual(third, fresh);
    const friend = await kit.page();
    await friend.goto(third);
    await friend.locator(".statebar").getByText("Mr X").waitFor();
    kit.errors = kit.errors.filter((error) => !/ 403 /.test(error));
  },

  async "one who takes both sides is shown to the table"(kit) {
    const { host, link } = await inviting(kit);
    await host.getByRole("dialog").getByRole("button", { name: "Done" }).click();
    await host.goto(link);
    await host.getByRole("button", { name: "Take this seat, too" }).click();
    await host.locator(".mark", { hasText: "One person holds both sides" }).waitFor();
  },

  async "a lost seat comes back by its code"(kit) {
    const { host, link } = await inviting(kit);
    await host.getByRole("dialog").getByRole("button", { name: "Done" }).click();
    const friend = await kit.page();
    await friend.goto(link);
    await friend.locator("summary", { hasText: "If this browser is lost" }).click();
    const code = await friend.getByLabel("Recovery code").innerText();
    assert.match(code, /^(\w{5}-){4}\w{5}$/);
    const { id } = await seatOf(friend);
    const other = await kit.page();
    await kit.open(other, `#/recover/${id}`);
    const field = other.getByLabel("Recovery code");
    await field.fill("AAAAA");
    await other.getByRole("button", { name: "Get my seat back" }).click();
    await other.locator(".fault", { hasText: "not the recovery code" }).waitFor();
    await field.fill(code.toLowerCase());
    await field.press("Enter");
    await other.locator(".statebar").getByText("Mr X").waitFor();
    assert.match(await other.evaluate(() => location.hash), /detectives$/);
    // The browser that was lost is out at once.
    await friend.getByText("your key to it is not good any more").waitFor();
    // Once noted, the code is hidden; a new one kills the old key.
    await other.locator("summary", { hasText: "If this browser is lost" }).click();
    await other.getByRole("button", { name: "Noted, hide it" }).click();
    assert.equal(await other.getByLabel("Recovery code").count(), 0);
    const before = await seatOf(other);
    await other.getByRole("button", { name: "New code and key" }).click();
    await other.waitForFunction((old) => !JSON.stringify(localStorage).includes(old), before.token);
    await other.locator(".statebar").getByText("Mr X").waitFor();
    kit.errors = kit.errors.filter((error) => !/ 404 /.test(error));
  },

  async "an old address with a token opens, and loses the token"(kit) {
    const { id, links } = await kit.create({ seats: { mr_x: HUMAN, detectives: agent("random") } });
    const page = await kit.page();
    await kit.open(page, `#/game/${id}/${links.mr_x}`);
    await turn(page);
    assert.equal(await page.evaluate(() => location.hash), `#/game/${id}/mr_x`);
    await page.locator(".mark", { hasText: "Seed chosen" }).waitFor();
    await page.reload();
    await turn(page);
    // Links to watch are for handing on.
    await kit.open(page, `#/game/${id}/${links.watch}`);
    await page.locator(".statebar").waitFor();
    assert.equal(await page.evaluate(() => location.hash), `#/game/${id}/${links.watch}`);
    // Nobody else's browser has this seat.
    const stranger = await kit.page();
    await kit.open(stranger, `#/game/${id}/mr_x`);
    await stranger.getByRole("heading", { name: "Did you sit here with another browser?" }).waitFor();
    kit.errors = kit.errors.filter((error) => !/ 404 /.test(error));
  },

  async "nobody ends a game of several people alone"(kit) {
    const { host, link } = await inviting(kit);
    await host.getByRole("dialog").getByRole("button", { name: "Done" }).click();
    const friend = await kit.page({ width: 390, height: 844, touch: true });
    await friend.goto(link);
    await host.getByText("Nobody ends or pauses this game alone").waitFor();
    const ask = host.getByRole("button", { name: "Ask to end this game" });
    await ask.click();
    await host.getByText("You ask to end this game: 1 of 2 votes.").waitFor();
    const asked = friend.locator(".asked", { hasText: "Mr X asks to end this game: 1 of 2 votes." });
    await asked.getByRole("button", { name: "Decline" }).click();
    await asked.waitFor({ state: "detached" });
    await host.getByText("You ask to end").waitFor({ state: "detached" });
    assert.equal(await turn(host), "mine", "the game goes on");
    await ask.click();
    await asked.getByRole("button", { name: "Allow" }).click();
    await host.getByText("This game was ended before its time.").waitFor();
  },

  async "people pause a game together, and go on together"(kit) {
    const { host, link } = await inviting(kit);
    await host.getByRole("dialog").getByRole("button", { name: "Done" }).click();
    assert.equal(await host.getByRole("button", { name: "Pause" }).count(), 0, "alone there is nobody to pause with");
    const friend = await kit.page({ width: 390, height: 844, touch: true });
    await friend.goto(link);
    const pause = host.getByRole("button", { name: "Pause", exact: true });
    await pause.click();
    await host.getByText("You ask to pause the game: 1 of 2 votes.").waitFor();
    const asked = friend.locator(".asked", { hasText: "Mr X asks to pause the game: 1 of 2 votes." });
    await asked.getByRole("button", { name: "Decline" }).click();
    await host.getByText("You ask to pause").waitFor({ state: "detached" });
    assert.equal(await turn(host), "mine", "one alone pauses nothing");
    await pause.click();
    await asked.getByRole("button", { name: "Allow" }).click();
    for (const page of [host, friend]) await page.locator(".statebar").getByText("Paused").waitFor();
    assert.deepEqual(await lit(host), [], "nobody moves");
    // The pause outlives a page.
    await host.reload();
    await host.locator(".statebar").getByText("Paused").waitFor();
    await host.getByRole("button", { name: "Go on", exact: true }).click();
    const on = friend.locator(".asked", { hasText: "Mr X asks to go on after the pause: 1 of 2 votes." });
    await on.getByRole("button", { name: "Allow" }).click();
    assert.equal(await turn(host), "mine");
    await move(host);
    await friend.locator(".statebar").getByText("Detective 1").waitFor();
  },

  async "a seed is for those who play alone"(kit) {
    const page = await kit.page();
    await kit.open(page);
    await page.getByText("More: one screen").click();
    await page.getByLabel("Seed").fill("7");
    await page.locator(".mode", { hasText: "Everybody at one screen" }).getByRole("button").click();
    await page.locator(".toast", { hasText: "a seed cannot be chosen" }).waitFor();
    await page.getByRole("radio", { name: "Easy" }).click();
    await page.getByRole("button", { name: /Play as Mr X/ }).click();
    await page.locator(".mark", { hasText: "Seed chosen" }).waitFor();
    await kit.open(page, "#/games");
    await page.locator(".game-row", { hasText: "seed chosen" }).waitFor();
    kit.errors = kit.errors.filter((error) => !/ 400 /.test(error));
  },
};
