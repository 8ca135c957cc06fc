// Every room on every kind of screen, for docs/reference/screens.md; taken only when `YARD_SCREENSHOTS` is set.

import { turn } from "../lib.mjs";

const SCREENS = {
  desktop: { width: 1440, height: 900 },
  phone: { width: 390, height: 844, touch: true },
  landscape: { width: 844, height: 390, touch: true },
  dark: { width: 1440, height: 900, dark: true },
  german: { width: 1440, height: 900, language: "de" },
};

/** What a person who has been here for a while remembers. */
function remembered(language) {
  const day = (ago) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10);
  const game = (i, more) => ({
    id: `example-${i}`,
    at: Date.now() - i * 3_600_000,
    rules: "classic",
    side: i % 2 ? "mr_x" : "detectives",
    won: i % 3 > 0,
    reason: i % 3 > 0 === i % 2 > 0 ? "escaped" : "captured",
    slot: 24 - (i % 5) * 3,
    level: ["easy", "medium", "hard"][i % 3],
    other: "",
    back: 0,
    alone: true,
    facts: { closest: 2 + i, round: 9, marks: i % 2, turned: 12 },
    ...more,
  });
  return {
    settings: { language, sound: "off" },
    learned: true,
    diary: Array.from({ length: 14 }, (_, i) => game(i + 1)),
    puzzles: { wrong: {}, solved: {}, shown: [], days: [1, 2, 3, 5].map(day), row: 4, best: 7 },
  };
}

/** @param {import("../lib.mjs").Kit} kit */
async function visitor(kit, { language = "en", ...screen }) {
  const page = await kit.page(screen);
  await page.addInitScript((items) => {
    for (const [key, value] of Object.entries(items)) localStorage.setItem(`yard.${key}`, JSON.stringify(value));
  }, remembered(language));
  return page;
}

const ROOMS = {
  async home(kit, page) {
    await kit.open(page);
    await page.waitForSelector(".backdrop");
  },
  async puzzles(kit, page) {
    await kit.open(page, "#/puzzles");
    await page.waitForSelector(".puzzle-tile");
  },
  async puzzle(kit, page) {
    await kit.open(page, "#/puzzles/daily");
    await turn(page);
  },
  async numbers(kit, page) {
    await kit.open(page, "#/games/numbers");
    await page.waitForSelector(".aim");
  },
  async friends(kit, page) {
    await kit.open(page, "#/friends");
    await page.waitForSelector(".room-form .primary");
  },
  async assistant(kit, page) {
    await kit.open(page, "#/assistant?new");
    await page.locator(".assist-choices .primary").click();
    for (const start of [26, 29, 50, 53, 91]) {
      await page.locator(".number-entry input").fill(String(start));
      await page.keyboard.press("Enter");
    }
    await page.locator(".ticket-pad .taxi:not([disabled])").first().click();
    await page.locator(".assist-ask > .primary:not([disabled])").waitFor({ timeout: 30000 });
    await page.waitForTimeout(4000);
  },
};

async function pictures(kit) {
  for (const [screen, options] of Object.entries(SCREENS)) {
    for (const [room, visit] of Object.entries(ROOMS)) {
      const page = await visitor(kit, options);
      await visit(kit, page);
      await page.waitForTimeout(400);
      await kit.picture(page, `${room}-${screen}`);
      await page.context().close();
    }
  }
}

export const cases = process.env.YARD_SCREENSHOTS ? { "every room on every screen": pictures } : {};
