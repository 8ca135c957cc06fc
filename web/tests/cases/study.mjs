// Help in the game, and looking back after it.

import assert from "node:assert/strict";
import { readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { agent, HUMAN, lit, move, playOut, plies, turn } from "../lib.mjs";

/** A finished game between agents, with the token that sees all. */
async function finished(kit, rules = "classic") {
  const { id, links } = await kit.create({
    rules,
    seed: 11,
    seats: { mr_x: agent("random"), detectives: agent("lookahead") },
  });
  for (let i = 0; i < 400; i++) {
    const view = await kit.get(`/api/games/${id}`, links.watch_all);
    if (view.outcome) return { id, token: links.watch_all, watch: links.watch, view };
    await new Promise((done) => setTimeout(done, 50));
  }
  throw new Error("the agents do not come to an end");
}

/** A game in which Mr X is given such a hint; he plays by hints until then. */
async function untilHinted(kit, wanted) {
  for (let seed = 1; seed <= 12; seed++) {
    const { id, links } = await kit.create({ seed, seats: { mr_x: HUMAN, detectives: agent("lookahead") } });
    const token = links.mr_x;
    for (let i = 0; i < 12; i++) {
      let view = await kit.get(`/api/games/${id}`, token);
      while (!view.your_turn && !view.outcome) {
        await new Promise((resolve) => setTimeout(resolve, 50));
        view = await kit.get(`/api/games/${id}`, token);
      }
      if (view.outcome) break;
      const { hint } = await kit.get(`/api/games/${id}/help?kind=hint`, token);
      if (wanted.test(hint.move)) return { id, token, hint: hint.move };
      await kit.post(`/api/games/${id}/moves`, { move: hint.move, ply: view.ply }, token);
    }
  }
  throw new Error(`no hint is like ${wanted}`);
}

export const cases = {
  async "candidates, probabilities and a hint with its reason"(kit) {
    const page = await kit.page({ width: 1600, height: 1000 });
    const { id, links } = await kit.create({ seed: 4, seats: { mr_x: agent("lookahead"), detectives: HUMAN } });
    await kit.open(page, `#/game/${id}/${links.detectives[0]}`);
    for (let i = 0; i < 15; i++) {
      await turn(page);
      await move(page);
    }
    await turn(page);
    await page.getByRole("switch", { name: "Where he can be" }).click();
    await page.waitForSelector(".candidate", { state: "attached" });
    const { candidates } = await kit.get(`/api/games/${id}/help?kind=candidates`, links.detectives[0]);
    assert.equal(await page.locator(".candidate").count(), candidates.length);
    await page.getByRole("switch", { name: "Probabilities" }).click();
    await page.waitForSelector(".chances li");
    await page.getByRole("button", { name: "Give me a hint" }).click();
    await page.waitForSelector(".hint", { timeout: 30000 });
    const hinted = Number(await page.locator(".target.hinted").getAttribute("data-station"));
    assert.ok((await lit(page)).includes(hinted));
    assert.ok((await page.locator(".hint p").last().innerText()).length > 10, "a reason is given");
    await move(page, () => hinted);
    await turn(page);
    assert.equal(await page.locator(".hint").count(), 0, "a hint is for one move");
  },

  async "a hint may be a double move or a black ticket, in a whole sentence, and is followed on the map"(kit) {
    const page = await kit.page();
    for (const wanted of [/^2/, /^K/]) {
      const { id, token, hint } = await untilHinted(kit, wanted);
      await kit.open(page, `#/game/${id}/${token}`);
      await turn(page);
      await page.getByRole("button", { name: "Give me a hint" }).click();
      await page.waitForSelector(".hint", { timeout: 30000 });
      const text = await page.locator("div.hint").innerText();
      assert.match(text, hint.startsWith("2") ? /double move/i : /black ticket/i);
      assert.match(await page.locator("div.hint p").last().innerText(), /^[A-Z].*\.$/s, "whole sentences");
      const before = await plies(page);
      for (const [, letter, to] of hint.matchAll(/([TBUK])(\d+)/g)) {
        assert.equal(await page.locator(`.target.hinted[data-station="${to}"]`).count(), 1, `${to} is marked`);
        await page.locator(`.target[data-station="${to}"]`).focus();
        await page.keyboard.press("Enter");
        if (await page.locator(".chooser").count()) await page.keyboard.press(letter.toLowerCase());
      }
      await page.waitForFunction((old) => Number(document.querySelector(".table").dataset.ply) > old, before);
    }
  },

  async "help that is switched off is not offered"(kit) {
    const page = await kit.page();
    const { id, links } = await kit.create({
      seats: { mr_x: agent("random"), detectives: HUMAN },
      help: { candidates: false, belief: false, hints: false },
    });
    await kit.open(page, `#/game/${id}/${links.detectives[0]}`);
    await turn(page);
    await page.getByText("Help is switched off in this game.").waitFor();
    assert.equal(await page.getByRole("switch").count(), 0);
  },

  async "after the end: the curve, the marks, the replay from either side's eyes"(kit) {
    const page = await kit.page({ width: 1600, height: 1000 });
    const { id, links } = await kit.create({ rules: "grid5", seats: { mr_x: HUMAN, detectives: agent("random") } });
    await kit.open(page, `#/game/${id}/${links.mr_x}`);
    await playOut(page, (stations) => stations.at(-1));
    await page.waitForSelector(".end .curve", { timeout: 30000 });
    await page.locator(".end").getByRole("link", { name: "Replay" }).click();
    await page.waitForSelector(".replay-slider");
    const last = Number(await page.locator(".replay-slider").getAttribute("max"));
    assert.ok(last > 3);
    await page.getByRole("button", { name: "To the end" }).click();
    await page.waitForFunction(
      (ply) => document.querySelector(".table")?.getAttribute("data-ply") === String(ply),
      last,
    );
    assert.equal(await page.locator(".piece.mr-x").count(), 1);
    await page.getByRole("button", { name: "To the start" }).click();
    await page.keyboard.press("ArrowRight");
    await page.waitForFunction(() => document.querySelector(".table")?.getAttribute("data-ply") === "1");
    assert.equal(await page.locator(".way").count(), 1, "one step of his way");
    await page.getByRole("radio", { name: "Detectives" }).click();
    await page.waitForFunction(() => document.querySelectorAll(".piece.mr-x").length === 0);
    assert.equal(await page.locator(".way").count(), 0);
    assert.match(await page.locator(".replay-text").innerText(), /^Round 1 Mr X: taxi$/);
  },

  async "a London game is replayed, found in the list, saved and imported again"(kit) {
    const page = await kit.page({ width: 1600, height: 1000 });
    const { id, token, view } = await finished(kit);
    await kit.open(page, `#/replay/${id}/${token}?eyes=mr_x&ply=${Math.floor(view.ply / 2)}`);
    await page.waitForSelector(".way", { state: "attached" });
    const [file] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "Record file" }).click(),
    ]);
    const text = await readFile(await file.path(), "utf8");
    assert.match(text, /^yard-record 1\n# .*\n# seed chosen: 11\nrules classic\n/);
    const [picture] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "PNG picture" }).click(),
    ]);
    const bytes = await readFile(await picture.path());
    assert.equal(bytes.subarray(1, 4).toString(), "PNG");
    assert.ok(bytes.length > 100000, "a picture with something on it");
    const [drawing] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "SVG picture" }).click(),
    ]);
    assert.match(await readFile(await drawing.path(), "utf8"), /^<svg [^>]*viewBox/);

    await kit.open(page, "#/games");
    const saved = path.join(tmpdir(), `yard-import-${process.pid}.txt`);
    await writeFile(saved, text);
    await page.setInputFiles("input[type=file]", saved);
    await page.waitForSelector(".replay-slider");
    assert.equal(Number(await page.locator(".replay-slider").getAttribute("max")), view.ply);
    await writeFile(saved, "yard-record 1\nrules classic\nstart 1 2 3\n1 T99 | T4\n");
    await kit.open(page, "#/games");
    await page.setInputFiles("input[type=file]", saved);
    await page.waitForSelector(".toast.bad");
    kit.errors = kit.errors.filter((error) => !error.includes("/api/import"));
  },

  async "the list finds, goes on and replays"(kit) {
    const page = await kit.page();
    await kit.open(page);
    await page.getByRole("radio", { name: "Easy" }).click();
    await page.getByRole("button", { name: /Play as detectives/ }).click();
    await turn(page);
    await kit.open(page, "#/games");
    await page.waitForSelector(".game-row");
    assert.equal(await page.locator(".game-row").count(), 1, "only this browser's games");
    await page.getByLabel("Search").fill("nothing like this");
    await page.getByText("Nothing found.").waitFor();
    await page.getByLabel("Search").fill("classic");
    await page.getByRole("radio", { name: "Open" }).click();
    await page.getByRole("link", { name: "Go on" }).click();
    assert.equal(await turn(page), "mine");
  },
};
