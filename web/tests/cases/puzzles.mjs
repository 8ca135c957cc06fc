// Puzzles: the one of the day, the list, right and wrong answers, and what the browser remembers.

import assert from "node:assert/strict";
import { turn } from "../lib.mjs";

const PHONE = { width: 390, height: 844, touch: true };

/** The day on the calendar of the page. */
const today = (page) =>
  page.evaluate(() => {
    const now = new Date();
    return [now.getFullYear(), now.getMonth() + 1, now.getDate()].map((n) => String(n).padStart(2, "0")).join("-");
  });

/** Makes a move by keyboard alone: digits find the station, letters choose the ticket. */
async function press(page, move) {
  const [, by, double, steps] = /^(?:(\d):)?(2?)(.*)$/.exec(move);
  if (by)
    for (let i = 0; i < 5 && !(await page.locator(`.statebar:has-text("Detective ${by}")`).count()); i++)
      await page.keyboard.press("n");
  if (double) await page.keyboard.press("d");
  for (const [, letter, station] of steps.matchAll(/([TBUK])(\d+)/g)) {
    await page.locator(`.target[data-station="${station}"]`).focus();
    await page.keyboard.press("Enter");
    if (await page.locator(".chooser").count()) await page.keyboard.press(letter.toLowerCase());
  }
}

/** A puzzle, its solution, and a move that is not the solution. */
async function looked(kit, puzzle) {
  const { solution } = await kit.post(`/api/puzzles/${puzzle.id}/answer`, { move: puzzle.view.legal[0].move });
  const first = solution.split(" ")[0];
  const wrong = puzzle.view.legal.find(({ move, via, to }) => move !== first && via === undefined && to !== null);
  return { first, wrong: wrong.move };
}

const progress = (page) => page.evaluate(() => JSON.parse(localStorage.getItem("yard.puzzles") ?? "{}"));

export const cases = {
  async "the puzzle of the day is solved by keyboard, counts for the row of days, and is remembered"(kit) {
    const page = await kit.page();
    await kit.open(page);
    await page.getByRole("link", { name: /Puzzle of the day/ }).click();
    await turn(page);
    const day = await today(page);
    const puzzle = await kit.get(`/api/puzzles/daily?date=${day}`);
    const { first, wrong } = await looked(kit, puzzle);
    await press(page, wrong);
    await page.getByRole("heading", { name: /Not quite/ }).waitFor();
    assert.equal(await page.getByText("Best:", { exact: true }).count(), 0, "the better move is not given away");
    await kit.picture(page, "puzzle");
    await page.getByRole("button", { name: "Try again" }).click();
    await turn(page);
    await press(page, first);
    await page.getByRole("heading", { name: "That is it!" }).waitFor();
    assert.deepEqual((await progress(page)).days, [day]);
    assert.equal((await progress(page)).solved[puzzle.id].first, false);
    await kit.open(page, "#/");
    await page.getByRole("link", { name: /Puzzle of the day.*1 day in a row/ }).waitFor();
    await kit.open(page, "#/puzzles");
    await page.locator(".week .day-done.today").waitFor();
    await page.getByText("Solved. The next one comes tomorrow.").waitFor();
  },

  async "everybody has the same puzzle on the same day, and another one on the next"(kit) {
    const [a, b] = [
      await kit.get("/api/puzzles/daily?date=2031-05-06"),
      await kit.get("/api/puzzles/daily?date=2031-05-06"),
    ];
    assert.equal(a.id, b.id);
    const week = await Promise.all(
      Array.from({ length: 7 }, (_, i) => kit.get(`/api/puzzles/daily?date=2031-05-1${i}`)),
    );
    assert.equal(new Set(week.map(({ id }) => id)).size, 7);
  },

  async "the list has every grade and side, and shows what is done"(kit) {
    const page = await kit.page();
    await kit.open(page, "#/puzzles");
    const { puzzles } = await kit.get("/api/puzzles");
    for (const [side, name] of [
      ["detectives", "Catch him"],
      ["mr_x", "Slip away"],
    ]) {
      await page.getByRole("radio", { name }).click();
      for (const [grade, title] of [
        ["easy", "Easy"],
        ["medium", "Medium"],
        ["hard", "Hard"],
      ]) {
        const wanted = puzzles.filter((puzzle) => puzzle.side === side && puzzle.grade === grade).length;
        const tiles = page.getByRole("region", { name: title, exact: true }).locator(".puzzle-tile");
        await page.waitForFunction(() => document.querySelector(".puzzle-tile"));
        assert.equal(await tiles.count(), wanted, `${side} ${grade}`);
      }
    }
    await kit.picture(page, "puzzles");
    const easy = page.getByRole("region", { name: "Easy", exact: true });
    await easy.getByRole("link", { name: "Begin" }).click();
    await turn(page);
    const id = await page.evaluate(() => location.hash.split("/").at(-1));
    const puzzle = await kit.get(`/api/puzzles/${id}`);
    assert.equal(puzzle.side, "mr_x");
    assert.equal(await page.locator(".piece.mr-x").count(), 1);
    const { first, wrong } = await looked(kit, puzzle);
    await press(page, wrong);
    await page.getByRole("button", { name: "Show the solution" }).click();
    await page.getByRole("heading", { name: "This is the move" }).waitFor();
    await page.getByText("Best:", { exact: true }).waitFor();
    assert.equal((await progress(page)).solved[id], undefined, "a solution that was shown was not found");
    await page.getByRole("button", { name: "Try again" }).click();
    await turn(page);
    await press(page, first);
    await page.getByRole("link", { name: "Next puzzle" }).click();
    await turn(page);
    assert.notEqual(await page.evaluate(() => location.hash.split("/").at(-1)), id);
    await kit.open(page, "#/puzzles");
    await page.getByRole("link", { name: "Puzzle 1, solved", exact: true }).waitFor();
    await easy.getByText(/^1 of/).waitFor();
  },

  async "a detectives' puzzle on a phone shows where he can be and tells nothing more"(kit) {
    const page = await kit.page(PHONE);
    const { puzzles } = await kit.get("/api/puzzles");
    const { id } = puzzles.find(({ side }) => side === "detectives");
    await kit.open(page, `#/puzzles/${id}`);
    await turn(page);
    const puzzle = await kit.get(`/api/puzzles/${id}`);
    assert.equal(puzzle.view.stations.mr_x, null);
    assert.equal(await page.locator(".candidate").count(), puzzle.view.candidates.length);
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), true);
    const { first } = await looked(kit, puzzle);
    await press(page, first);
    await page.getByRole("heading", { name: "That is it!" }).waitFor();
    const next = await page.getByRole("link", { name: "Next puzzle" }).boundingBox();
    assert.ok(next && next.y + next.height <= PHONE.height, "what comes next is on the screen");
  },
};
