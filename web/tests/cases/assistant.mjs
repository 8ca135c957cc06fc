// A game at a real table, told to the assistant: two taps a round, doubts explained, entries changed, either side.

import assert from "node:assert/strict";

const PHONE = { width: 390, height: 844, touch: true };

/** Types a station where the assistant asks for one. */
async function station(page, number) {
  await page.getByLabel("Station number").fill(String(number));
  await page.getByRole("button", { name: "Enter", exact: true }).click();
}

const asked = (page, text) => page.getByRole("heading", { name: text }).waitFor({ timeout: 30000 });

/** Puts the detectives on the map. */
async function begin(page, starts) {
  await page.getByLabel("Detectives").selectOption(String(starts.length));
  await page.getByRole("button", { name: "Begin" }).click();
  for (const [i, start] of starts.entries()) {
    await asked(page, `Where does detective ${i + 1} start?`);
    await station(page, start);
  }
}

const ticket = (page, name) => page.locator(".ticket-pad").getByRole("button", { name, exact: true }).click();
const all = (page) => page.getByRole("button", { name: "All as suggested" });
const stored = (page) => page.evaluate(() => JSON.parse(localStorage.getItem("yard.assistant")));
const places = (page) =>
  page.evaluate(() =>
    [...document.querySelectorAll(".ticket-pad button, .assist-ask > .primary, .assist-foot button")].map((button) => {
      const { x, y } = button.getBoundingClientRect();
      return [Math.round(x), Math.round(y)];
    }),
  );

/** It watches what is asked of the server. */
export const needsServer = ["a first suggestion comes at once, and a sharper one takes its place while one looks"];

export const cases = {
  async "two taps a round: Mr X's ticket, then all as suggested; buttons stay where they are"(kit) {
    const page = await kit.page(PHONE);
    await kit.open(page, "#/assistant");
    await begin(page, [26, 29, 50]);
    await asked(page, "Which ticket did Mr X lay down?");
    const start = await page.locator(".candidate").count();
    assert.ok(start > 5, "he can be on any start card");
    const before = await places(page);
    await ticket(page, "Taxi");
    await asked(page, "Where do the detectives go?");
    await all(page).click();
    await asked(page, "Which ticket did Mr X lay down?");
    assert.deepEqual(await places(page), before);
    assert.equal((await stored(page)).events.filter(({ kind }) => kind === "detective").length, 3);
    await page.getByRole("button", { name: "Undo" }).click();
    await asked(page, "Where do the detectives go?");
    await page.getByRole("button", { name: "Undo" }).click();
    await asked(page, "Which ticket did Mr X lay down?");
    assert.equal(await page.locator(".candidate").count(), start);
    await page.reload();
    await asked(page, "Which ticket did Mr X lay down?");
    assert.ok((await page.locator(".likely").count()) > 0, "the likeliest places are framed");
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), true);
    await kit.picture(page, "assistant");
  },

  async "one suggestion is changed by tapping the detective and the station"(kit) {
    const page = await kit.page();
    await kit.open(page, "#/assistant");
    await begin(page, [26, 29, 50]);
    await ticket(page, "Taxi");
    await page.locator(".assist-ask > .primary:not([disabled])").waitFor({ timeout: 30000 });
    await page
      .locator(".crew")
      .getByRole("button", { name: /Detective 2/ })
      .click();
    const suggested = await page.locator(".crew-button").nth(1).getAttribute("aria-label");
    const other = await page
      .locator(".target")
      .evaluateAll(
        (targets, label) => targets.map((one) => one.dataset.station).find((n) => !label.endsWith(` ${n}`)),
        suggested,
      );
    await page.locator(`.target[data-station="${other}"]`).focus();
    await page.keyboard.press("Enter");
    if (await page.locator(".chooser").count()) await page.keyboard.press("Enter");
    const enter = page.getByRole("button", { name: "Enter these moves" });
    await page.waitForFunction(() => !document.querySelector(".assist-ask > .primary").disabled, null, {
      timeout: 30000,
    });
    await enter.click();
    await asked(page, "Which ticket did Mr X lay down?");
    const moves = (await stored(page)).events.filter(({ kind }) => kind === "detective").map(({ move }) => move);
    assert.equal(moves.length, 3);
    assert.ok(
      moves.some((move) => move.endsWith(other)),
      `${moves} has ${other}`,
    );
  },

  async "only possible stations are accepted where he surfaces, and a doubt names the entry that may be wrong"(kit) {
    const page = await kit.page();
    await kit.open(page, "#/assistant");
    await begin(page, [26, 29, 50]);
    for (let round = 0; round < 2; round++) {
      await ticket(page, "Taxi");
      await page.waitForFunction(() => !document.querySelector(".assist-ask > .primary").disabled, null, {
        timeout: 30000,
      });
      await all(page).click();
      await asked(page, "Which ticket did Mr X lay down?");
    }
    await ticket(page, "Underground");
    await asked(page, "Where did he surface?");
    const lit = await page.locator(".target").evaluateAll((all) => all.map((one) => Number(one.dataset.station)));
    assert.ok(lit.length > 0 && lit.length < 30);
    const wrong = Array.from({ length: 199 }, (_, i) => i + 1).find((n) => !lit.includes(n));
    await station(page, wrong);
    await page.getByRole("alert").getByText(String(wrong)).waitFor();
    assert.equal(
      (await stored(page)).events.filter(({ kind }) => kind === "mr_x").length,
      2,
      "nothing is written down",
    );
    await kit.picture(page, "assistant-doubt");
    await page.getByRole("button", { name: "Undo" }).click();
    await asked(page, "Where did he surface?");
    await page.locator(`.target[data-station="${lit[0]}"]`).focus();
    await page.keyboard.press("Enter");
    await asked(page, "Where do the detectives go?");
    await page.getByText(`He is at ${lit[0]}`).first().waitFor();
    assert.equal(await page.locator(".piece.mr-x").count(), 1);

    // An entry of long ago is changed, and a log that does not fit any more says so in words.
    const entries = page.getByRole("list", { name: "Entries of this log" });
    await entries.getByRole("button", { name: "Change turn 3" }).click();
    await page.getByRole("dialog").getByLabel("Mr X: Station number").fill(String(wrong));
    await page.getByRole("button", { name: "Save" }).click();
    await asked(page, "That does not fit");
    await page
      .getByRole("alert")
      .getByText(/cannot have/)
      .waitFor();
    await page.locator(".doubt").getByText("One of these may be what happened:").waitFor();
    await page.locator(".doubt").getByRole("button", { name: "Use this" }).first().click();
    await page.waitForFunction(() => !document.querySelector(".doubt-problem"));
    await page.getByRole("heading", { name: /Where do the detectives go|Which ticket/ }).waitFor({ timeout: 30000 });
    kit.errors = kit.errors.filter((error) => !/422|400/.test(error));
  },

  async "a double move and a capture at the table; undo opens the log again"(kit) {
    const page = await kit.page();
    await kit.open(page, "#/assistant");
    await begin(page, [23, 29]);
    await ticket(page, "Double");
    await asked(page, "Double move: the first ticket?");
    await ticket(page, "Black");
    await asked(page, "Double move: the second ticket?");
    await ticket(page, "Taxi");
    await asked(page, "Where do the detectives go?");
    assert.match((await stored(page)).events.at(-1).move, /^2K\?T\?$/);
    await page.waitForFunction(() => !document.querySelector(".assist-ask > .primary").disabled, null, {
      timeout: 30000,
    });
    const record = "yard-record 1\nrules classic\nstart ? 23 29\n1 2K?T?\n";
    const { candidates } = await kit.post("/api/assist", { record, suggest: false });
    await page
      .locator(".crew")
      .getByRole("button", { name: /Detective 1/ })
      .click();
    const near = await page
      .locator(".target")
      .evaluateAll(
        (all, some) => all.map((one) => Number(one.dataset.station)).find((n) => some.includes(n)),
        candidates,
      );
    await page.locator(`.target[data-station="${near}"]`).focus();
    await page.keyboard.press("Enter");
    if (await page.locator(".chooser").count()) await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "We caught him!" }).click();
    const who = page.getByRole("dialog").getByRole("button", { name: new RegExp(`Detective 1 at ${near}`) });
    if (await who.count()) await who.click();
    await asked(page, "Caught!");
    await page.getByRole("button", { name: "Undo" }).click();
    await page.getByRole("heading", { name: /Where do the detectives go|Which ticket/ }).waitFor({ timeout: 30000 });
    await kit.open(page, "#/assistant?new");
    await page.getByRole("heading", { name: "Earlier tables" }).waitFor();
    await page.locator(".assist-start").getByRole("button", { name: "Open" }).click();
    await page.getByRole("heading", { name: /Where do the detectives go|Which ticket/ }).waitFor({ timeout: 30000 });
  },

  async "joining in the middle of a game"(kit) {
    const page = await kit.page();
    await kit.open(page, "#/assistant");
    await page.getByRole("switch", { name: "The game has already begun" }).click();
    await page.getByLabel("Slots of his log that are filled").fill("5");
    await page.getByLabel("Where he showed himself last").fill("103");
    const since = page.getByRole("radiogroup");
    await page.getByRole("radiogroup", { name: "Ticket 1" }).getByRole("radio", { name: "Taxi" }).click();
    await page.getByRole("radiogroup", { name: "Ticket 2" }).getByRole("radio", { name: "Bus" }).click();
    assert.ok((await since.count()) >= 3);
    await page.getByRole("button", { name: "Begin" }).click();
    for (const start of [26, 29, 50, 53, 91]) await station(page, start);
    await asked(page, "Which ticket did Mr X lay down?");
    await page.getByText("Slot 6 of 24").waitFor();
    const candidates = await page.locator(".candidate").count();
    assert.ok(candidates > 0 && candidates < 12, `${candidates} places after a taxi and a bus from 103`);
    await ticket(page, "Taxi");
    await page.waitForFunction(() => !document.querySelector(".assist-ask > .primary").disabled, null, {
      timeout: 30000,
    });
    await all(page).click();
    await asked(page, "Which ticket did Mr X lay down?");
    await page.getByText("Slot 7 of 24").waitFor();
  },

  async "Mr X at the real table sees what they can know, and where to flee"(kit) {
    const page = await kit.page();
    await kit.open(page, "#/assistant");
    await page.getByRole("radio", { name: "I am Mr X" }).click();
    await begin(page, [26, 29]);
    await asked(page, "Where do you hide at the start?");
    await station(page, 45);
    await page.locator(".toast", { hasText: "No start card of Mr X has 45." }).waitFor();
    await station(page, 132);
    await asked(page, "Your move: where do you go?");
    await page
      .getByText(/They must search \d+ stations/)
      .first()
      .waitFor();
    await page.getByRole("heading", { name: "Where to flee" }).waitFor();
    await kit.picture(page, "assistant-mr-x");
    await page.locator(".assist-foot .primary:not([disabled])").click({ timeout: 30000 });
    for (const number of [1, 2]) {
      await asked(page, `Where did detective ${number} go?`);
      await page.locator(".target").first().focus();
      await page.keyboard.press("Enter");
      if (await page.locator(".chooser").count()) await page.keyboard.press("Enter");
    }
    await asked(page, "Your move: where do you go?");
    const { events, role } = await stored(page);
    assert.equal(role, "mr_x");
    assert.equal(events.filter(({ kind }) => kind === "detective").length, 2);
    await page.getByRole("button", { name: "They caught me" }).click();
    await asked(page, "Caught!");
  },

  async "a first suggestion comes at once, and a sharper one takes its place while one looks"(kit) {
    const page = await kit.page();
    await kit.open(page, "#/assistant");
    const stages = [];
    let goOn = () => {};
    const held = new Promise((resolve) => {
      goOn = resolve;
    });
    await page.route("**/api/assist", async (route) => {
      const { stage, suggest } = route.request().postDataJSON();
      if (suggest) stages.push(stage);
      // The sharper answer is held back: what is on the screen meanwhile is the first one.
      if (stage === "full") await held;
      await route.continue();
    });
    await begin(page, [26, 29, 50]);
    await asked(page, "Which ticket did Mr X lay down?");
    await ticket(page, "Taxi");
    await asked(page, "Where do the detectives go?");
    await page.locator(".crew-button").first().waitFor();
    await page.waitForFunction(() => !document.querySelector(".assist-ask > .primary")?.disabled);
    assert.deepEqual(stages.slice(-2), ["quick", "full"], "the first one is asked for alone, then the other");
    assert.equal(await page.locator(".crew-button").count(), 3, "all detectives have a suggestion");
    goOn();
    await page.waitForResponse((answer) => answer.url().endsWith("/api/assist"));
    await all(page).click();
    await asked(page, "Which ticket did Mr X lay down?");
  },
};
