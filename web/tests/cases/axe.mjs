// Every page with axe-core: nothing serious may be found.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { agent, HUMAN, playOut, turn } from "../lib.mjs";

const source = await readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** Serious and critical findings of the page as it is now. */
async function check(page, what) {
  await page.evaluate(source);
  const found = await page.evaluate(async () => {
    const { violations } = await globalThis.axe.run(document, { resultTypes: ["violations"] });
    return violations
      .filter(({ impact }) => impact === "serious" || impact === "critical")
      .map(
        ({ id, nodes }) =>
          `${id}: ${nodes
            .slice(0, 3)
            .map(
              ({ html, any, all }) =>
                `${html.slice(0, 140)} (${[...any, ...all].map(({ message }) => message).join("; ")})`,
            )
            .join(" | ")}`,
      );
  });
  assert.deepEqual(found, [], what);
}

async function all(kit, dark) {
  const page = await kit.page({ dark });
  await kit.open(page);
  await page.waitForSelector(".big-choice");
  await page.locator("summary").click();
  await check(page, "front page");
  await page.getByRole("button", { name: "Settings" }).click();
  await check(page, "settings");
  await page.getByRole("button", { name: "Done" }).click();
  const { id, links } = await kit.create({ seats: { mr_x: HUMAN, detectives: agent("random") } });
  await kit.open(page, `#/game/${id}/${links.mr_x}`);
  await turn(page);
  await check(page, "table");
  await page.locator(".target").first().focus();
  await page.keyboard.press("Enter");
  await page.waitForSelector(".chooser");
  await check(page, "chooser");
  for (const name of ["games", "games/numbers", "puzzles", "puzzles/daily", "friends", "assistant", "lab"]) {
    await kit.open(page, `#/${name}`);
    await page.waitForSelector(".topbar");
    await page.waitForTimeout(300);
    await check(page, name);
  }
  await kit.open(page, "#/learn");
  await page.locator(".target").first().waitFor({ state: "attached" });
  await check(page, "tutorial");
  await page.getByRole("button", { name: "How to play" }).click();
  await page.locator(".how li").first().waitFor();
  await check(page, "rules");
  await page.getByRole("button", { name: "Good" }).click();
  const short = await kit.create({ rules: "grid5", seats: { mr_x: HUMAN, detectives: agent("lookahead") } });
  await kit.open(page, `#/game/${short.id}/${short.links.mr_x}`);
  await playOut(page);
  await page.waitForSelector(".end .curve svg", { timeout: 60000 });
  await check(page, "end");
  await page.getByRole("button", { name: "Share" }).click();
  if (!kit.local) await page.getByLabel("Link to the replay").waitFor();
  await page.locator(".share-preview img").waitFor();
  await check(page, "share");
  // Without a server a game is in one browser only.
  if (kit.local) return;
  const phone = await kit.page({ dark, width: 390, height: 844, touch: true });
  await kit.open(phone, `#/game/${id}/${links.mr_x}`);
  await turn(phone);
  await check(phone, "phone");
}

export const cases = {
  "axe finds nothing serious, light": (kit) => all(kit, false),
  "axe finds nothing serious, dark": (kit) => all(kit, true),
};
