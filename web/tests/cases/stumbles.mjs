// What people stumbled over who played for the first time.

import assert from "node:assert/strict";
import { agent, clickStation, HUMAN, lit, move, plies, turn } from "../lib.mjs";

/** A game as the detectives against somebody who moves at once. */
async function hunt(kit, page, more = {}) {
  const { id, links } = await kit.create({ seats: { mr_x: agent("random"), detectives: HUMAN }, ...more });
  await kit.open(page, `#/game/${id}/${links.detectives[0]}`);
  await turn(page);
  return { id, token: links.detectives[0] };
}

const camera = (page) => page.locator(".world").getAttribute("transform");

/** Holds back answers to hints until it is told; tells how many were asked for. */
async function holdHints(page) {
  const held = { asked: 0, release: () => {} };
  const released = new Promise((done) => {
    held.release = done;
  });
  await page.route("**/help?kind=hint*", async (route) => {
    held.asked++;
    await released;
    await route.continue().catch(() => {});
  });
  return held;
}

/** These hold back what a server answers. */
export const needsServer = ["a hint that comes after the move is not shown, and is no fault"];

export const cases = {
  async "H pressed right after a move gives the next hint"(kit) {
    const page = await kit.page({ motion: true });
    await hunt(kit, page);
    const [first] = await lit(page);
    await clickStation(page, first);
    await page.keyboard.press("h");
    await page.locator(".target.hinted").waitFor({ state: "attached", timeout: 30000 });
    assert.equal(await plies(page), 2, "it is about the next detective");
    await page.locator(".bar-hint").waitFor();
  },

  async "a hint that comes after the move is not shown, and is no fault"(kit) {
    const page = await kit.page();
    await hunt(kit, page);
    const held = await holdHints(page);
    await page.keyboard.press("h");
    await page.locator(".hint-place", { hasText: "Thinking" }).waitFor();
    // The question must be under way before the move.
    for (let i = 0; i < 200 && held.asked === 0; i++) await page.waitForTimeout(20);
    await move(page);
    await turn(page);
    held.release();
    await page.waitForTimeout(600);
    assert.equal(held.asked, 1);
    assert.equal(await page.locator(".hint, .fault").count(), 0);
    assert.equal(await page.locator(".hint-place").innerText(), "");
  },

  async "the hint is in the bar, in sight on a usual screen"(kit) {
    const page = await kit.page({ width: 1440, height: 900 });
    await hunt(kit, page);
    const button = page.locator(".statebar").getByRole("button", { name: "Hint" });
    const box = await button.boundingBox();
    assert.ok(box.y + box.height <= 900);
    await button.click();
    await page.locator(".bar-hint").waitFor({ timeout: 30000 });
  },

  async "a station is typed after a switch was clicked"(kit) {
    const page = await kit.page();
    await hunt(kit, page);
    await page.getByRole("switch", { name: "Where he can be" }).click();
    const [station] = await lit(page);
    const before = await plies(page);
    await page.keyboard.type(String(station));
    await page.keyboard.press("Enter");
    await page.evaluate(() => document.querySelector(".chooser button")?.click());
    await page.waitForFunction((old) => Number(document.querySelector(".table").dataset.ply) > old, before);
  },

  async "on a large screen the map lies still, after he surfaced, too"(kit) {
    const page = await kit.page({ width: 1440, height: 900, motion: true });
    await hunt(kit, page);
    const whole = await camera(page);
    for (let i = 0; i < 17; i++) {
      const stations = await lit(page);
      const old = await plies(page);
      await page.keyboard.type(String(stations.at(-1)));
      await page.keyboard.press("Enter");
      await page.evaluate(() => document.querySelector(".chooser button")?.click());
      await page.waitForFunction((ply) => Number(document.querySelector(".table").dataset.ply) > ply, old);
      if ((await turn(page)) === "over") break;
      if (await page.locator(".statebar .primary").count()) await page.locator(".statebar .primary").click();
      await turn(page);
    }
    assert.ok(
      (await page.locator(".log .surfacing.taxi, .log .surfacing.bus, .log .surfacing.underground").count()) > 0,
    );
    await page.waitForTimeout(600);
    assert.equal(await camera(page), whole);
  },

  async "the side panel stays where the person left it"(kit) {
    const page = await kit.page({ width: 1440, height: 700 });
    await hunt(kit, page);
    const panel = page.locator(".panel");
    await panel.evaluate((one) => one.scrollTo(0, 300));
    const before = await panel.evaluate((one) => one.scrollTop);
    for (let i = 0; i < 6; i++) {
      await move(page);
      await turn(page);
    }
    assert.equal(await panel.evaluate((one) => one.scrollTop), before);
  },

  async "a double move fills two rounds of the list"(kit) {
    const page = await kit.page();
    const { id, links } = await kit.create({ seats: { mr_x: HUMAN, detectives: agent("random") } });
    await kit.open(page, `#/game/${id}/${links.mr_x}`);
    await turn(page);
    await page.keyboard.press("d");
    await clickStation(page, (await lit(page))[0], "taxi");
    await page.locator(".statebar").getByText("choose the second").waitFor();
    await clickStation(page, (await lit(page))[0], "taxi");
    await page.locator(".feed-number", { hasText: "Rounds 1–2" }).waitFor();
  },

  async "medals are told at the end, and mistakes with whose they are, once all was looked at"(kit) {
    const page = await kit.page({ width: 1440, height: 1000 });
    const { id, links } = await kit.create({ seed: 3, seats: { mr_x: agent("random"), detectives: HUMAN } });
    await kit.open(page, `#/game/${id}/${links.detectives[0]}`);
    await turn(page);
    const { seats } = await page.evaluate(() => JSON.parse(localStorage.getItem("yard.games"))[0]);
    for (let i = 0; i < 150 && (await turn(page)) === "mine"; i++) {
      const view = await kit.get(`/api/games/${id}`, seats.detectives);
      const { candidates } = await kit.get(`/api/games/${id}/help?kind=candidates`, seats.detectives);
      await move(
        page,
        (stations) => stations.find((one) => candidates.includes(one)) ?? stations[view.ply % stations.length],
      );
    }
    const { outcome } = await kit.get(`/api/games/${id}`, seats.detectives);
    await page.waitForFunction(
      () => !/Still looking|Looking back/.test(document.querySelector(".end").textContent),
      null,
      {
        timeout: 120000,
      },
    );
    if (outcome.winner === "detectives") await page.locator(".medal-row", { hasText: "Handcuffs" }).waitFor();
    assert.equal(outcome.winner, "detectives", "the seed gives a game that is won");
    const costs = await page.locator(".mistake-cost").allTextContents();
    for (const text of costs) assert.match(text, /It cost (you|Mr X) \d+% of the chance to win\./);
  },

  async "a game that was ended can go on from its bar, and from the diary"(kit) {
    const page = await kit.page();
    await kit.open(page);
    await page.getByRole("button", { name: /Play as Mr X/ }).click();
    await turn(page);
    const end = async () => {
      await page.getByRole("button", { name: "End this game" }).click();
      await page.getByRole("dialog").getByRole("button", { name: "End this game" }).click();
      await page.locator(".statebar", { hasText: "ended before its time" }).waitFor();
    };
    await end();
    await page.locator(".statebar").getByRole("button", { name: "Go on again" }).click();
    await turn(page);
    await page.waitForSelector(".target");
    await end();
    await kit.open(page, "#/games");
    const row = page.locator(".game-row", { hasText: /You were Mr X against .+, and ended the game before its time/ });
    await row.getByText(/you – /).waitFor();
    assert.equal(await row.getByText("somebody").count(), 0);
    assert.equal(await row.getByRole("link", { name: "Replay" }).count(), 0);
    await row.getByRole("link", { name: "Go on" }).click();
    await page.locator(".statebar").getByRole("button", { name: "Go on again" }).waitFor();
  },

  async "a puzzle says that what was before does not matter"(kit) {
    const page = await kit.page();
    await kit.open(page, "#/puzzles/daily");
    await page.locator(".no-log", { hasText: "What was before does not matter" }).waitFor();
    assert.equal(await page.getByText("Not seen yet").count(), 0);
    assert.ok((await page.locator(".slot.untold").count()) > 0, "the slots before it are filled");
  },

  async "help tells Mr X for whom stations are possible"(kit) {
    const page = await kit.page();
    const { id, links } = await kit.create({ seats: { mr_x: HUMAN, detectives: agent("random") } });
    await kit.open(page, `#/game/${id}/${links.mr_x}`);
    await turn(page);
    await page.getByRole("switch", { name: "Where they think I can be" }).click();
    await page.locator(".facts", { hasText: /They can suspect you at \d+ stations/ }).waitFor();
  },

  async "the question about sound is asked in one game only"(kit) {
    const page = await kit.page();
    await hunt(kit, page);
    assert.equal(await page.locator(".sound-question").count(), 1);
    await hunt(kit, page);
    assert.equal(await page.locator(".sound-question").count(), 0);
  },

  async "the start page does not jump when the level changes, and shows which is chosen"(kit) {
    for (const [width, height] of [
      [1440, 900],
      [390, 844],
    ]) {
      const page = await kit.page({ width, height, dark: true });
      await kit.open(page);
      await page.waitForSelector(".big-choice");
      const heights = new Set();
      for (const name of ["Beginner", "Easy", "Medium", "Hard", "Best"]) {
        await page.getByRole("radio", { name }).click();
        heights.add((await page.locator(".big-choices").boundingBox()).height);
      }
      assert.equal(heights.size, 1, `${width}: ${[...heights]}`);
      const light = (selector) =>
        page
          .locator(selector)
          .first()
          .evaluate((one) => {
            const [r, g, b] = getComputedStyle(one)
              .backgroundColor.match(/[\d.]+/g)
              .map(Number);
            return r + g + b;
          });
      assert.ok(
        (await light('.levels [aria-checked="true"]')) > (await light(".levels .segmented")) + 40,
        "it stands out",
      );
    }
  },

  async "the keys and the rules use each letter for one thing"(kit) {
    const page = await kit.page();
    await hunt(kit, page);
    const before = await plies(page);
    await move(page);
    await turn(page);
    await page.keyboard.press("z");
    await page.waitForFunction((old) => Number(document.querySelector(".table").dataset.ply) === old, before);
    await page.getByRole("button", { name: "How to play" }).click();
    const text = await page.getByRole("dialog").innerText();
    assert.match(text, /K black \(B is the bus\)/);
    assert.doesNotMatch(text, /candidates/i);
  },
};
