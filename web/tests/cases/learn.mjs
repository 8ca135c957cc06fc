// The tutorial, and the rules of the edition that is played.

import assert from "node:assert/strict";
import { agent, clickStation, HUMAN, seatOf, turn } from "../lib.mjs";

/** Goes on to the next lesson. */
const next = (page) => page.getByRole("button", { name: "Next" }).click();
/** Waits for a lesson. */
const lesson = (page, title) => page.locator(".lesson h2", { hasText: title }).waitFor();
/** A station is lit and clicked. */
async function take(page, station, ticket) {
  await page.locator(`.target[data-station="${station}"]`).waitFor({ state: "attached" });
  await clickStation(page, station, ticket);
}

export const cases = {
  async "the tutorial is offered on the first visit, and played by touch to its end"(kit) {
    const page = await kit.page({ width: 390, height: 844, touch: true });
    await kit.open(page);
    await page.getByRole("link", { name: "Show me" }).click();
    await lesson(page, "You move along the lines");
    await take(page, 86);
    await page.locator(".learn-note", { hasText: "Well done" }).waitFor();
    await next(page);
    await lesson(page, "Every ride costs a ticket");
    await page.locator(".part-tickets").getByText("7").first().waitFor();
    await next(page);
    await lesson(page, "Mr X moves in secret");
    await next(page);
    await page.locator(".banner", { hasText: "127" }).waitFor();
    await next(page);
    await take(page, 118);
    await page.locator(".learn-note.wrong", { hasText: "two taxi rides" }).waitFor();
    await take(page, 133);
    await page.locator(".learn-note:not(.wrong)", { hasText: "he can be at 133" }).waitFor();
    await page.waitForFunction(() => document.querySelectorAll(".candidate").length === 4);
    await next(page);
    await page.waitForFunction(() => document.querySelectorAll(".candidate").length === 4);
    await take(page, 115);
    await next(page);
    await lesson(page, "Now you are Mr X");
    await take(page, 157, "bus");
    await page.locator(".learn-note", { hasText: "Take the black ticket" }).waitFor();
    await take(page, 157, "black");
    await next(page);
    await page.getByRole("button", { name: "Double" }).click();
    await take(page, 170);
    await take(page, 159);
    await next(page);
    await take(page, 172);
    await page.locator(".banner.caught").waitFor();
    await next(page);
    await lesson(page, "You know how to play");
    await page.getByRole("button", { name: "Play as detectives" }).click();
    await page.waitForFunction(() => location.hash.startsWith("#/game/"));
    await turn(page);
    const { id, token } = await seatOf(page);
    const { seat, levels } = await kit.get(`/api/games/${id}`, token);
    assert.deepEqual([seat, levels.mr_x], ["detectives", "beginner"], "the first game is against the easiest");
    await kit.open(page, "#/");
    await page.waitForSelector(".big-choice");
    assert.equal(await page.getByRole("radio", { name: "Beginner" }).getAttribute("aria-checked"), "true");
    assert.equal(await page.locator(".first-visit").count(), 0, "it is offered once");
  },

  async "the tutorial is played by keys alone, and a wrong place is explained"(kit) {
    const page = await kit.page();
    await kit.open(page, "#/learn");
    await page.locator('.target[data-station="86"]').waitFor({ state: "attached" });
    assert.equal(await page.locator(".status .statebar").count(), 1, "the task stands where it is explained");
    await page.keyboard.type("86");
    await page.keyboard.press("Enter");
    await page.locator(".learn-next").waitFor();
    for (const title of ["Every ride costs a ticket", "Mr X moves in secret", "He has to surface", "Read the log"]) {
      await page.keyboard.press("Enter");
      await lesson(page, title);
      if (title !== "Read the log") await page.waitForFunction(() => document.activeElement?.matches(".learn-next"));
      if (title === "He has to surface")
        assert.equal(await page.locator(".tickets tbody tr").first().locator(".at").innerText(), "127");
    }
    await page.locator('.target[data-station="116"]').waitFor({ state: "attached" });
    const camera = () => page.locator(".world").getAttribute("transform");
    const before = await camera();
    assert.equal(await page.locator('.target[data-station="114"]').getAttribute("aria-label"), "Station 114");
    await page.locator(".learn-meanwhile", { hasText: "Detective 1: bus 86 → 116" }).waitFor();
    for (const [station, why] of [
      [116, "A detective stands at 116"],
      [141, "141 is two taxi rides from 127"],
    ]) {
      await page.keyboard.type(String(station));
      await page.keyboard.press("Enter");
      await page.locator(".learn-note.wrong", { hasText: why }).waitFor();
    }
    assert.equal(await camera(), before, "the map lies still while a number is typed");
  },

  async "whoever knows the game is not asked again"(kit) {
    const page = await kit.page();
    await kit.open(page);
    await page.getByRole("button", { name: "I know it" }).click();
    await page.reload();
    await page.waitForSelector(".big-choice");
    assert.equal(await page.locator(".first-visit").count(), 0);
  },

  async "the rules of the edition being played are one tap away"(kit) {
    for (const [rules, seen, unseen] of [
      [
        "classic",
        /24 slots.*surfaces in slots 3, 8, 13, 18 and 24.*goes to Mr X.*4 Taxi, 3 Bus and 3 Underground.*passes/s,
        /without black/,
      ],
      ["modern", /out of the game.*as many taxi, bus and underground tickets as he wants/s, /goes to Mr X/],
      ["dash", /no black tickets and no double moves/, /ferry/],
    ]) {
      const page = await kit.page({ width: 390, height: 844, touch: true });
      const { id, links } = await kit.create({ rules, seats: { mr_x: HUMAN, detectives: agent("random") } });
      await kit.open(page, `#/game/${id}/${links.mr_x}`);
      await turn(page);
      await page.getByRole("button", { name: "How to play" }).click();
      const text = await page.getByRole("dialog").innerText();
      assert.match(text, seen, rules);
      assert.doesNotMatch(text.split("Keys")[0], unseen, rules);
    }
  },
};
