// Opponents are people: names and characters on every board, no names of agents, and a next one by one's record.

import assert from "node:assert/strict";
import { seatOf, turn } from "../lib.mjs";

const LEVELS = ["Beginner", "Easy", "Medium", "Hard", "Best"];

/** How agents are written; people never see it outside of the expert's list. */
const SPEC = /\b(person|best|pimbot|lookahead|expectimax)\b:|playouts|care=|sense=/;

const cards = (page) => page.locator(".big-other").allInnerTexts();

async function choose(page, level, rules) {
  await page.getByRole("radio", { name: level, exact: true }).click();
  if (!rules) return;
  const more = page.locator("details.more");
  if (!(await more.evaluate((all) => all.open))) await more.locator("summary").click();
  await page.getByLabel("Rules", { exact: true }).selectOption(rules);
}

export const cases = {
  async "every level is somebody with a name and a character, and no agent's name is seen"(kit) {
    const page = await kit.page();
    await kit.open(page);
    const met = new Set();
    for (const level of LEVELS) {
      await choose(page, level);
      for (const text of await cards(page)) {
        assert.match(text, /^Against (.+)\n.{20,}/, level);
        met.add(text.split("\n")[0]);
      }
      assert.doesNotMatch(await page.locator("main").innerText(), SPEC, level);
    }
    assert.equal(met.size, 10, "five a side, all different");
    await page.getByRole("button", { name: /Play as Mr X/ }).click();
    await turn(page);
    await page.getByText("Detectives: Commissioner Stone").waitFor();
    assert.doesNotMatch(await page.locator("body").innerText(), SPEC);
    const { id, token } = await seatOf(page);
    const { levels } = await kit.get(`/api/games/${id}`, token);
    assert.deepEqual(levels.detectives, Array(5).fill("best"));
    const { levels: all } = await kit.get("/api/rules/classic");
    assert.match(all.at(-1).mr_x, /^best:/, "the top is best");
    assert.match(all.at(-1).detectives, /^best:/);
  },

  async "other boards have the same five levels, and a card starts what it says"(kit) {
    const page = await kit.page();
    for (const [rules, title, level] of [
      ["glasses", /The glasses/, "Beginner"],
      ["grid5", /Grid 5×5/, "Best"],
      ["grid7", /Grid 7×7/, "Hard"],
    ]) {
      await kit.open(page, "#/");
      await page.waitForSelector(".big-choice");
      await choose(page, level, rules);
      assert.match(await page.locator(".big-rules").first().innerText(), title);
      const other = (await cards(page))[0].split("\n")[0].replace("Against ", "");
      await page.getByRole("button", { name: /Play as Mr X/ }).click();
      await turn(page);
      const { id, token } = await seatOf(page);
      const view = await kit.get(`/api/games/${id}`, token);
      assert.deepEqual([view.rules, view.levels.detectives[0]], [rules, level.toLowerCase()]);
      assert.equal(view.names.detectives[0], other);
    }
  },

  async "a record against a level suggests the next one, and taking it is one click"(kit) {
    const page = await kit.page();
    await kit.open(page);
    const entry = (id) => ({
      id,
      at: 1,
      rules: "classic",
      side: "mr_x",
      won: true,
      reason: "escaped",
      slot: 24,
      level: "easy",
      other: "Sergeant Finch",
      back: 0,
      alone: true,
      facts: null,
    });
    await page.evaluate((all) => localStorage.setItem("yard.diary", JSON.stringify(all)), ["a", "b", "c"].map(entry));
    await kit.open(page, "#/games");
    await kit.open(page, "#/");
    await choose(page, "Easy");
    const suggestion = page.getByRole("button", { name: /Medium/ });
    await page.getByText(/You won 3 of 3/).waitFor();
    await suggestion.click();
    assert.equal(await page.getByRole("radio", { name: "Medium" }).getAttribute("aria-checked"), "true");
  },

  async "opponents have a name in the language of the page"(kit) {
    const page = await kit.page();
    await kit.open(page);
    await page.evaluate(() => localStorage.setItem("yard.settings", JSON.stringify({ language: "de" })));
    await page.reload();
    await page.getByRole("radio", { name: "Anfänger" }).click();
    await page.getByText("Gegen Pip Langfinger").waitFor();
    await page.getByText("Gegen Wachtmeister Bell").waitFor();
  },
};
