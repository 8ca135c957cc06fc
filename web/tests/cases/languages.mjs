// The page in each language: by the browser's wish, with a switch, and without a word of another one.

import assert from "node:assert/strict";
import { agent, HUMAN, pageModule, turn } from "../lib.mjs";

/** A page of somebody whose browser speaks a language. */
async function speaking(kit, locale) {
  const context = await kit.browser.newContext({
    locale,
    reducedMotion: "reduce",
    viewport: { width: 1280, height: 860 },
  });
  kit.contexts.push(context);
  await context.addInitScript(pageModule);
  const page = await context.newPage();
  page.setDefaultTimeout(15000);
  return page;
}

export const cases = {
  async "the browser's language is the page's"(kit) {
    for (const [locale, lang, text] of [
      ["de-AT", "de", "Als Mister X spielen"],
      ["fr-FR", "fr", "Jouer Mister X"],
      ["nl-NL", "en", "Play as Mr X"],
    ]) {
      const page = await speaking(kit, locale);
      await kit.open(page);
      await page.getByText(text, { exact: true }).waitFor();
      assert.equal(await page.evaluate(() => document.documentElement.lang), lang);
    }
  },

  async "the settings switch the language, and it stays"(kit) {
    const page = await kit.page();
    const { id, links } = await kit.create({ seats: { mr_x: HUMAN, detectives: agent("random") } });
    await kit.open(page, `#/game/${id}/${links.mr_x}`);
    await turn(page);
    await page.getByRole("button", { name: "Settings" }).click();
    await page.getByLabel("Language").selectOption("de");
    await page.locator(".statebar").getByText("wähle eine leuchtende Station").waitFor();
    await page.reload();
    await page.locator(".statebar").getByText("wähle eine leuchtende Station").waitFor();
    await page.getByRole("button", { name: "Einstellungen" }).click();
    await page.getByLabel("Sprache").selectOption("en");
    await page.locator(".statebar").getByText("choose a lit station").waitFor();
  },

  async "a game in German has no English word of ours"(kit) {
    const page = await speaking(kit, "de-DE");
    const { id, links } = await kit.create({ seats: { mr_x: HUMAN, detectives: agent("random") } });
    await kit.open(page, `#/game/${id}/${links.mr_x}`);
    await turn(page);
    const english = await page.evaluate(async () => {
      const [{ default: en }, { default: de }] = await Promise.all([
        globalThis.pageModule("i18n/en.js", "default"),
        import("./assets/i18n/de.js"),
      ]);
      const shown = [
        document.body.innerText,
        ...[...document.querySelectorAll("[aria-label], [title]")].map((one) => `${one.ariaLabel} ${one.title}`),
      ].join("\n");
      return Object.keys(en).filter(
        (key) =>
          typeof en[key] === "string" &&
          en[key] !== de[key] &&
          /^[\p{L} ]{8,}$/u.test(en[key]) &&
          shown.split("\n").includes(en[key]),
      );
    });
    assert.deepEqual(english, []);
    await page
      .getByText("Fahrtentafel")
      .or(page.locator('[aria-label="Fahrtentafel"]'))
      .first()
      .waitFor({ state: "attached" });
  },
};
