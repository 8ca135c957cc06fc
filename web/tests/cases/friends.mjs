// Friends at one table: links, QR codes, presence, reactions, the clock, watching, and a rematch with the seats changed.

import assert from "node:assert/strict";
import { qrCode, qrPath } from "../../lib/qr.js";
import { agent, HUMAN, move, playOut, seatOf, turn } from "../lib.mjs";

/** A room of two, both sitting down. */
async function room(kit, { name = "Max", other = "Ann" } = {}) {
  const host = await kit.page();
  await kit.open(host, "#/friends");
  await host.getByLabel(/Your name/).fill(name);
  await host.getByRole("button", { name: "Make the room" }).click();
  const link = await host.getByLabel("Link: The detectives").inputValue();
  const watch = await host.getByLabel(/Link: To watch/).inputValue();
  const friend = await kit.page();
  await friend.goto(link);
  await friend.getByLabel("What are you called?").fill(other);
  await friend.getByLabel("What are you called?").press("Enter");
  await host.getByRole("dialog").getByRole("button", { name: "Done" }).click();
  return { host, friend, link, watch };
}

/** Other people come from other devices. */
export const needsServer = true;

export const cases = {
  async "a room is made from the front page, and each link has a QR code that says the same"(kit) {
    const page = await kit.page();
    await kit.open(page);
    await page.getByRole("link", { name: /Play with friends/ }).click();
    await page.getByRole("button", { name: "Make the room" }).click();
    const field = page.getByLabel("Link: The detectives");
    const link = await field.inputValue();
    await page.getByRole("dialog").locator("li", { has: field }).getByText("QR code", { exact: true }).click();
    const drawn = page
      .getByRole("dialog")
      .locator("li", { has: field })
      .getByRole("img", { name: "QR code of this link" });
    await drawn.waitFor();
    assert.equal(await drawn.locator("path").getAttribute("d"), qrPath(qrCode(link)));
    await kit.picture(page, "room");
  },

  async "everybody sees who is there, and quick reactions reach the others"(kit) {
    const { host, friend } = await room(kit);
    await host.locator(".people .here", { hasText: "Ann" }).waitFor();
    await friend.getByRole("button", { name: "Say something" }).click();
    await friend.getByRole("button", { name: "Good luck!" }).click();
    await host.locator(".bubble", { hasText: "Ann: Good luck!" }).waitFor();
    assert.equal(await host.getByRole("textbox", { name: /chat|message/i }).count(), 0, "there is no free text");
    await kit.picture(host, "friends");
    await friend.close();
    await host.locator(".people .away", { hasText: "Ann" }).waitFor();
  },

  async "a wish to take back can be declined"(kit) {
    const { host, friend } = await room(kit);
    await turn(host);
    await move(host);
    await turn(friend);
    await host.getByRole("button", { name: "Take back" }).click();
    await friend.getByRole("button", { name: "Decline" }).click();
    await host.waitForFunction(() => !document.querySelector(".asked"));
    assert.equal(await turn(friend), "mine", "the game goes on as it was");
  },

  async "those who watch have a link that opens no seat"(kit) {
    const { host, watch } = await room(kit);
    const guest = await kit.page();
    await guest.goto(watch);
    await guest.getByRole("heading", { name: /Watching/ }).waitFor();
    await host.locator(".people", { hasText: "1 watches" }).waitFor();
    await turn(host);
    assert.equal(await guest.locator(".target").count(), 0);
    assert.equal(await guest.getByRole("button", { name: "Say something" }).isVisible(), false);
  },

  async "a clock runs for each move"(kit) {
    const page = await kit.page();
    await kit.open(page, "#/friends");
    await page.getByLabel("Clock for each move").selectOption("60");
    await page.getByRole("button", { name: "Make the room" }).click();
    const link = await page.getByLabel("Link: The detectives").inputValue();
    await page.getByRole("dialog").getByRole("button", { name: "Done" }).click();
    const friend = await kit.page();
    await friend.goto(link);
    await page.waitForFunction(() => /0:5\d/.test(document.querySelector(".clock")?.textContent ?? ""), null, {
      timeout: 20000,
    });
  },

  async "after the game the same people play again, with the seats changed"(kit) {
    const { id, links } = await kit.create({ rules: "grid5", seats: { mr_x: HUMAN, detectives: HUMAN } });
    const [host, friend] = [await kit.page(), await kit.page()];
    await kit.open(host, `#/game/${id}/${links.mr_x}`);
    await kit.open(friend, `#/game/${id}/${links.detectives[0]}`);
    for (let i = 0; i < 200; i++) {
      const view = await kit.get(`/api/games/${id}`, links.mr_x);
      if (view.outcome) break;
      const token = view.turn === "mr_x" ? links.mr_x : links.detectives[0];
      const own = token === links.mr_x ? view : await kit.get(`/api/games/${id}`, token);
      await kit.post(`/api/games/${id}/moves`, { move: own.legal[0].move, ply: own.ply }, token);
    }
    await host.locator(".end").getByRole("button", { name: "Again, seats changed" }).click();
    await host.waitForFunction((old) => !location.hash.includes(old), id);
    await friend.getByText(/wants to play again with the seats changed/).waitFor();
    await friend.locator(".asked").getByRole("button", { name: "Sit down" }).click();
    await friend.waitForFunction((old) => !location.hash.includes(old), id);
    assert.equal((await seatOf(host)).id, (await seatOf(friend)).id);
    assert.match(await host.evaluate(() => location.hash), /\/detectives$/);
    assert.match(await friend.evaluate(() => location.hash), /\/mr_x$/);
    assert.equal(await turn(friend), "mine");
  },

  async "playing on this network is asked for first, and tells the address"(kit) {
    const page = await kit.page();
    await kit.open(page, "#/friends");
    const part = page.getByRole("region", { name: "Play on this network" });
    const { can_open: may } = await kit.get("/api/network");
    if (!may) {
      await part.getByText(/in no network/).waitFor();
      return;
    }
    await part.getByRole("button", { name: "Let them in" }).click();
    const question = page.getByRole("dialog", { name: "Let others in?" });
    await question.getByText(/until you close the door/).waitFor();
    assert.equal((await kit.get("/api/network")).open, false, "nothing happens before the answer");
    await question.getByRole("button", { name: "Let them in" }).click();
    const { addresses } = await kit.get("/api/network");
    await part.getByText(addresses[0]).waitFor();
    await part.getByRole("img", { name: "QR code of this link" }).waitFor();
    await kit.picture(page, "network");
    await part.getByRole("button", { name: "Close the door again" }).click();
    await part.getByRole("button", { name: "Let them in" }).waitFor();
    assert.equal((await kit.get("/api/network")).open, false);
  },

  async "against agents nobody is asked for company"(kit) {
    const page = await kit.page();
    const { id, links } = await kit.create({ rules: "grid5", seats: { mr_x: HUMAN, detectives: agent("random") } });
    await kit.open(page, `#/game/${id}/${links.mr_x}`);
    await turn(page);
    assert.equal(await page.locator(".company").isVisible(), false);
    await playOut(page);
    assert.equal(await page.getByRole("button", { name: "Play again together" }).count(), 0);
  },
};
