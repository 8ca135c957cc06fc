// The lab: a match, a tournament, the solved boards.

import assert from "node:assert/strict";

/** Matches run on the server. */
export const needsServer = true;

export const cases = {
  async "a match and a tournament run and show their tables"(kit) {
    const page = await kit.page();
    await kit.open(page, "#/lab");
    await page.getByLabel("Mr X", { exact: true }).fill("random");
    await page.getByLabel("Detectives", { exact: true }).fill("random");
    await page.getByLabel("Games", { exact: true }).fill("40");
    await page.getByRole("button", { name: "Start the match" }).click();
    await page.locator(".jobs").getByText("finished, 40 of 40").waitFor({ timeout: 60000 });
    await page.locator(".cross td").first().waitFor();
    assert.match(await page.locator(".cross td").innerText(), /\d+ of 40/);
    await page.getByRole("radio", { name: "Tournament" }).click();
    await page.getByLabel("Rules").first().selectOption("grid5");
    await page.getByLabel("Games of each pair").fill("10");
    await page.getByRole("button", { name: "Start the tournament" }).click();
    await page.locator(".jobs").getByText("finished, 40 of 40").nth(1).waitFor({ timeout: 60000 });
    await page.waitForFunction(() => document.querySelectorAll(".cross td").length === 4);
    await page.locator(".plots img").first().waitFor();
    assert.ok(
      await page
        .locator(".plots img")
        .first()
        .evaluate((image) => image.decode().then(() => image.naturalWidth > 0)),
    );
    await kit.picture(page, "lab");
  },

  async "a solved board shows where Mr X should be"(kit) {
    const page = await kit.page();
    await kit.open(page, "#/lab");
    const row = page.locator(".solved tr", { hasText: "3×3, 1 detective, 6 rounds" });
    await row.getByText("44.4%").waitFor();
    await row.getByRole("button").click();
    await page.getByText("Tap the start of detective 1.").waitFor();
    const box = await page.locator(".explorer-map .station").nth(4).boundingBox();
    await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
    await page.waitForSelector(".explorer .chip", { state: "attached" });
    assert.equal(await page.locator(".explorer .chip").count(), 8);
    assert.equal(await page.locator(".explorer .arrow").count(), 0);
    const corner = await page.locator(".explorer-map .station").nth(0).boundingBox();
    await page.mouse.click(corner.x + corner.width / 2, corner.y + corner.height / 3);
    assert.equal(await page.locator(".explorer .arrow").count(), 2, "from a corner both ways are good");
    await page.getByRole("button", { name: "Start again" }).click();
    assert.equal(await page.locator(".explorer .chip").count(), 0);
  },
};
