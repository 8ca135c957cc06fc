// A game at a real table, told to the assistant on a phone.

import assert from "node:assert/strict";

const PHONE = { width: 390, height: 844, touch: true };

/** Types a station where the assistant asks for one. */
async function station(page, number) {
  await page.getByLabel("Station number").fill(String(number));
  await page.getByRole("button", { name: "Enter" }).click();
}

const prompt = (page, text) => page.locator(".prompt").getByText(text).waitFor({ timeout: 30000 });

export const cases = {
  async "the assistant follows a table: tickets, a double move, a surfacing, undo, suggestions"(kit) {
    const page = await kit.page(PHONE);
    await kit.open(page, "#/assistant");
    await page.getByLabel("Detectives").selectOption("3");
    await page.getByRole("button", { name: "Begin" }).click();
    for (const [i, start] of [26, 29, 50].entries()) {
      await prompt(page, `Where does detective ${i + 1} start?`);
      await station(page, start);
    }
    await prompt(page, "Which ticket did Mr X lay down?");
    const start = await page.locator(".candidate").count();
    assert.ok(start > 5, "he can be on any start card");
    await page.getByRole("button", { name: "Taxi" }).tap();
    await prompt(page, "Where did detective 1 go?");
    await page.getByRole("button", { name: "Undo" }).tap();
    await prompt(page, "Which ticket did Mr X lay down?");
    assert.equal(await page.locator(".candidate").count(), start);
    await page.getByRole("button", { name: "Taxi" }).tap();
    for (const number of [1, 2, 3]) {
      await prompt(page, `Where did detective ${number} go?`);
      await page.getByRole("button", { name: /As suggested/ }).tap({ timeout: 30000 });
    }
    await prompt(page, "Which ticket did Mr X lay down?");
    await page.getByRole("button", { name: /Double/ }).tap();
    await prompt(page, "the first ticket?");
    await page.getByRole("button", { name: "Black" }).tap();
    await prompt(page, "the second ticket?");
    await page.getByRole("button", { name: "Taxi" }).tap();
    await prompt(page, "Where did he surface?");
    const record = await page.evaluate(() => JSON.parse(localStorage.getItem("yard.assistant")).events.length);
    assert.equal(record, 7, "nothing is written before the move is whole");
    await station(page, await possible(kit, page, false));
    await prompt(page, "That does not fit");
    await page.getByRole("button", { name: "Undo" }).tap();
    kit.errors = kit.errors.filter((error) => !error.includes("422"));
    await prompt(page, "Which ticket did Mr X lay down?");
    await page.getByRole("button", { name: /Double/ }).tap();
    await page.getByRole("button", { name: "Black" }).tap();
    await page.getByRole("button", { name: "Taxi" }).tap();
    await station(page, await possible(kit, page, true));
    await prompt(page, "Where did detective 1 go?");
    await page.getByText("He is at").first().waitFor();
    assert.equal(await page.locator(".piece.mr-x").count(), 1);
    await page.getByRole("button", { name: /As suggested/ }).waitFor({ timeout: 30000 });
    await kit.picture(page, "assistant");
    await page.reload();
    await prompt(page, "Where did detective 1 go?");
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), true);
    await page.getByRole("button", { name: /As suggested/ }).tap({ timeout: 30000 });
    await prompt(page, "Where did detective 2 go?");
    assert.equal(await page.getByRole("button", { name: "We caught him!" }).count(), 0, "he was seen elsewhere");
  },

  async "a capture at the table ends the log, and undo opens it again"(kit) {
    const page = await kit.page();
    await kit.open(page, "#/assistant");
    await page.getByLabel("Detectives").selectOption("2");
    await page.getByRole("button", { name: "Begin" }).click();
    await station(page, 23);
    await station(page, 29);
    await page.getByRole("button", { name: "Taxi" }).click();
    await prompt(page, "Where did detective 1 go?");
    const start = "yard-record 1\nrules classic\nstart ? 23 29\n1 T?\n";
    const { legal, candidates } = await kit.post("/api/assist", { record: start, suggest: false });
    const { to } = legal.find((move) => move.by === 1 && candidates.includes(move.to));
    const box = await page.locator(`.target[data-station="${to}"] .lit`).boundingBox();
    await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
    if ((await page.locator(".chooser").count()) > 0) await page.locator(".chooser button").first().click();
    await prompt(page, "Where did detective 2 go?");
    await page.getByRole("button", { name: "We caught him!" }).click();
    await prompt(page, "Caught!");
    await page.getByRole("button", { name: "Undo" }).click();
    await prompt(page, "Where did detective 2 go?");
    await kit.open(page, "#/assistant?new");
    await page.getByRole("heading", { name: "Earlier tables" }).waitFor();
    await page.locator(".assist-start").getByRole("button", { name: "Open" }).click();
    await prompt(page, "Where did detective 2 go?");
  },
};

/** The record so far with one more line. */
async function recordOf(page, line) {
  const { rules, events } = await page.evaluate(() => JSON.parse(localStorage.getItem("yard.assistant")));
  const of = (kind) => events.filter((event) => event.kind === kind);
  return `yard-record 1\nrules ${rules}\nstart ? ${of("start")
    .map((event) => event.station)
    .join(" ")}\n1 ${of("mr_x")[0].move} | ${of("detective")
    .map((event) => event.move)
    .join(" ")}\n${line}\n`;
}

/** A station where he can, or cannot, have surfaced after a black and a taxi ticket. */
async function possible(kit, page, wanted) {
  for (let n = 1; n <= 199; n++) {
    const answer = await fetch(new URL("/api/assist", kit.url), {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ record: await recordOf(page, `2 2K?T${n}`), suggest: false }),
    });
    if (answer.ok === wanted) return n;
  }
  throw new Error("no station is possible");
}
