// The moments that people remember, the feed of moves, and sound.

import assert from "node:assert/strict";
import { agent, clickStation, HUMAN, lit, move, playOut, turn } from "../lib.mjs";

/** Keeps what has been on the page, however briefly. */
const watch = (page, selector) =>
  page.evaluate((wanted) => {
    globalThis.seen = [];
    new MutationObserver(() => {
      for (const one of document.querySelectorAll(wanted)) {
        const text = `${one.className.baseVal ?? one.className} ${one.textContent}`;
        if (!globalThis.seen.includes(text)) globalThis.seen.push(text);
      }
    }).observe(document.body, { subtree: true, childList: true, attributes: true });
  }, selector);

/** What has been on the page. */
const seen = (page) => page.evaluate(() => globalThis.seen);

export const cases = {
  async "surfacing is an event: banner, slot, pulse, and the map goes there"(kit) {
    const page = await kit.page({ motion: true, width: 1440, height: 900 });
    const { id, links } = await kit.create({ seats: { mr_x: HUMAN, detectives: agent("random") } });
    await kit.open(page, `#/game/${id}/${links.mr_x}`);
    await turn(page);
    await watch(page, ".banner, .slot.turned, .moment-rings");
    const zoom = () =>
      page.locator(".world").evaluate((world) => Number(/scale\(([\d.]+)\)/.exec(world.getAttribute("transform"))[1]));
    const whole = await zoom();
    for (let i = 0; i < 2; i++) {
      await turn(page);
      await move(page);
    }
    await turn(page);
    const third = (await lit(page))[0];
    await clickStation(page, third);
    await page.locator(".banner", { hasText: `Mr X surfaces at ${third}!` }).waitFor();
    await page.waitForFunction(
      (old) =>
        Number(/scale\(([\d.]+)\)/.exec(document.querySelector(".world").getAttribute("transform"))[1]) > old * 1.2,
      whole,
    );
    await turn(page);
    const all = (await seen(page)).join(" | ");
    assert.match(all, /slot[^|]* turned/);
    assert.match(all, /moment-rings/);
    assert.ok(Math.abs((await zoom()) - whole) < 0.02, "the whole map is back when it is one's turn");
  },

  async "black and double tickets fly into the log"(kit) {
    const page = await kit.page({ motion: true });
    const { id, links } = await kit.create({ seats: { mr_x: HUMAN, detectives: agent("random") } });
    await kit.open(page, `#/game/${id}/${links.mr_x}`);
    await turn(page);
    await watch(page, ".flying");
    await page.keyboard.press("d");
    await clickStation(page, (await lit(page))[0], "black");
    await page.locator(".statebar").getByText("choose the second").waitFor();
    await clickStation(page, (await lit(page))[0], "taxi");
    await page.waitForFunction(() => globalThis.seen.length >= 2);
    const all = (await seen(page)).join(" | ");
    assert.match(all, /black[^|]*flying/);
    assert.match(all, /double[^|]*flying/);
    await page.waitForFunction(() => document.querySelectorAll(".flying").length === 0);
  },

  async "a capture is shown before the result"(kit) {
    const page = await kit.page({ motion: true });
    const { id, links } = await kit.create({ seed: 3, seats: { mr_x: HUMAN, detectives: agent("lookahead") } });
    await kit.open(page, `#/game/${id}/${links.mr_x}`);
    await turn(page);
    const order = page.evaluate(
      () =>
        new Promise((done) => {
          const found = [];
          new MutationObserver(() => {
            const caught = document.querySelector(".banner.caught");
            if (caught && !found.includes("caught")) {
              found.push("caught");
              found.push(document.querySelector(".end") ? "with the result" : "alone");
              found.push(document.querySelectorAll('[data-piece="mr_x"]').length === 1 ? "he is seen" : "he is hidden");
            }
            if (document.querySelector(".end")) {
              found.push("result");
              done(found);
            }
          }).observe(document.body, { subtree: true, childList: true });
        }),
    );
    await playOut(page, (stations) => stations.at(-1));
    assert.deepEqual(await order, ["caught", "alone", "he is seen", "result"]);
  },

  async "with less motion a moment costs no time and moves nothing"(kit) {
    const page = await kit.page();
    const { id, links } = await kit.create({ seats: { mr_x: HUMAN, detectives: agent("random") } });
    await kit.open(page, `#/game/${id}/${links.mr_x}`);
    await watch(page, ".banner, .flying");
    for (let i = 0; i < 3; i++) {
      await turn(page);
      await move(page);
    }
    await turn(page);
    const all = await seen(page);
    assert.equal(all.filter((text) => text.includes("flying")).length, 0);
    assert.equal(all.filter((text) => text.includes("surfaces at")).length, 1);
    assert.equal(
      await page.evaluate(() => document.getAnimations().filter(({ playState }) => playState === "running").length),
      0,
    );
  },

  async "the feed tells every move, passes too, and a round can be looked at again"(kit) {
    const page = await kit.page();
    const { id, links } = await kit.create({ seats: { mr_x: agent("random"), detectives: HUMAN } });
    await kit.open(page, `#/game/${id}/${links.detectives[0]}`);
    const before = await kit.get(`/api/games/${id}`, links.detectives[0]);
    const start = before.stations.detectives[0];
    for (let i = 0; i < 10; i++) {
      await turn(page);
      await move(page);
    }
    await turn(page);
    const view = await kit.get(`/api/games/${id}`, links.detectives[0]);
    const first = view.moves.find(({ by }) => by === "detective-1");
    const to = Number(/\d+$/.exec(first.move)[0]);
    const round = page.locator(".feed-round").last();
    await round.getByText(new RegExp(`^1: \\w+ ${start} → ${to}$`)).waitFor();
    await round.getByText(/^X: /).waitFor();
    const place = () => page.locator('[data-piece="detective-1"]').getAttribute("transform");
    const now = await place();
    await round.click();
    await page
      .locator(".statebar")
      .getByText(/looking at round [12] again/)
      .waitFor();
    assert.notEqual(await place(), now, "the pieces stand where they stood");
    assert.equal((await lit(page)).length, 0, "nothing can be moved meanwhile");
    await page.keyboard.press("Escape");
    assert.equal(await place(), now);
    assert.ok((await lit(page)).length > 0);
    await round.focus();
    await page.keyboard.press("Enter");
    assert.ok(await round.evaluate((row) => row === document.activeElement), "the keyboard stays where it was");
    await page.keyboard.press("Enter");
    assert.equal(await place(), now, "a second press looks away");
    await page.locator(".slot.used").first().click();
    await page.getByRole("button", { name: "Back to now" }).click();
    assert.equal(await place(), now);
  },

  async "nothing is told of near misses before the end"(kit) {
    const page = await kit.page();
    const asked = [];
    page.on("request", (request) => asked.push(request.url()));
    const { id, links } = await kit.create({ seats: { mr_x: agent("random"), detectives: HUMAN } });
    await kit.open(page, `#/game/${id}/${links.detectives[0]}`);
    for (let i = 0; i < 6; i++) {
      await turn(page);
      await move(page);
    }
    assert.deepEqual(
      asked.filter((url) => /\/api\/.*(facts|analysis|replay)/.test(url)),
      [],
    );
  },

  async "sound is off until asked for, once, and one switch afterwards"(kit) {
    const page = await kit.page();
    const { id, links } = await kit.create({ seats: { mr_x: HUMAN, detectives: agent("random") } });
    await kit.open(page, `#/game/${id}/${links.mr_x}`);
    await page.evaluate(() => {
      globalThis.sounds = [];
      addEventListener("yard-sound", ({ detail }) => globalThis.sounds.push(detail));
    });
    await turn(page);
    await move(page);
    await turn(page);
    assert.deepEqual(await page.evaluate(() => globalThis.sounds), []);
    await page.locator(".sound-question").getByRole("button", { name: "Yes" }).click();
    assert.equal(await page.locator(".sound-question").count(), 0);
    await move(page);
    await turn(page);
    const heard = await page.evaluate(() => globalThis.sounds);
    for (const sound of ["ride", "turn"]) assert.ok(heard.includes(sound), sound);
    await page.getByRole("button", { name: "Settings" }).click();
    await page.getByRole("switch", { name: "Sound and vibration" }).click();
    await page.getByRole("button", { name: "Done" }).click();
    await page.evaluate(() => {
      globalThis.sounds = [];
    });
    await move(page);
    await turn(page);
    assert.deepEqual(await page.evaluate(() => globalThis.sounds), []);
    await page.reload();
    await turn(page);
    assert.equal(await page.locator(".sound-question").count(), 0, "the question comes once");
  },
};
