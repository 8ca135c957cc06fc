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

/** A puzzle, all moves of its solution, and a first move that is not the solution. */
async function looked(kit, puzzle) {
  const answer = (line) => kit.post(`/api/puzzles/${puzzle.id}/answer`, { move: line.join(" ") });
  const line = [];
  for (let { legal } = puzzle.view; ; ) {
    const { solution } = await answer([...line, legal[0].move]);
    line.push(solution);
    const { correct, done, next } = await answer(line);
    assert.ok(correct, `${puzzle.id}: ${line.join(" ")}`);
    if (done) break;
    ({ legal } = next);
  }
  const wrong = puzzle.view.legal.find(({ move, via, to }) => move !== line[0] && via === undefined && to !== null);
  return { line, wrong: wrong.move };
}

/** Plays the whole solution; the page asks for one move after the other. */
async function solve(page, line) {
  for (const [i, move] of line.entries()) {
    await turn(page);
    await press(page, move);
    if (i + 1 < line.length) await page.locator(".puzzle-on").waitFor();
    if (i + 1 < line.length) await page.waitForFunction(() => document.querySelector(".target"));
  }
  await page.getByRole("heading", { name: "That is it!" }).waitFor();
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
    const { line, wrong } = await looked(kit, puzzle);
    await press(page, wrong);
    await page.getByRole("heading", { name: /Not quite/ }).waitFor();
    assert.equal(await page.getByText("Best:", { exact: true }).count(), 0, "the better move is not given away");
    await kit.picture(page, "puzzle");
    await page.getByRole("button", { name: "Try again" }).click();
    await solve(page, line);
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
    const { line, wrong } = await looked(kit, puzzle);
    await press(page, wrong);
    await page.getByRole("button", { name: "Show the solution" }).click();
    await page.getByRole("heading", { name: "This is the move" }).waitFor();
    await page.getByText("Best:", { exact: true }).waitFor();
    assert.equal((await progress(page)).solved[id], undefined, "a solution that was shown was not found");
    await page.getByRole("button", { name: "Try again" }).click();
    await solve(page, line);
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
    const { line } = await looked(kit, puzzle);
    await solve(page, line);
    const next = await page.getByRole("link", { name: "Next puzzle" }).boundingBox();
    assert.ok(next && next.y + next.height <= PHONE.height, "what comes next is on the screen");
  },

  async "a hard puzzle is played to its end: every detective rides, Mr X shows himself and is caught"(kit) {
    const page = await kit.page();
    const { puzzles } = await kit.get("/api/puzzles");
    const hard = puzzles.filter(({ side, grade }) => side === "detectives" && grade === "hard");
    const { id } = hard[0];
    await kit.open(page, `#/puzzles/${id}`);
    await turn(page);
    const { line } = await looked(kit, await kit.get(`/api/puzzles/${id}`));
    assert.ok(line.length >= 4, `${line.length} rides`);
    assert.equal(await page.locator(".piece.mr-x").count(), 0, "nobody knows where he is");
    await press(page, line[0]);
    await page.getByText("Good. Now the next detective.").waitFor();
    assert.deepEqual(await progress(page), {}, "nothing is solved yet");
    await solve(page, line.slice(1));
    assert.equal((await progress(page)).solved[id].first, true);
  },

  async "a wrong move in the middle takes one back to it, not to the beginning"(kit) {
    const page = await kit.page();
    const { puzzles } = await kit.get("/api/puzzles");
    const { id } = puzzles.find(({ side, grade }) => side === "mr_x" && grade === "hard");
    await kit.open(page, `#/puzzles/${id}`);
    await turn(page);
    const { line } = await looked(kit, await kit.get(`/api/puzzles/${id}`));
    await press(page, line[0]);
    await page.getByText("Good. They came after you: where to now?").waitFor();
    const { next } = await kit.post(`/api/puzzles/${id}/answer`, { move: line[0] });
    let wrong = null;
    for (const { move } of next.legal) {
      const { correct } = await kit.post(`/api/puzzles/${id}/answer`, { move: `${line[0]} ${move}` });
      if (!correct) wrong ??= move;
    }
    if (wrong) {
      await press(page, wrong);
      await page.getByRole("heading", { name: /Not quite/ }).waitFor();
      await page.getByRole("button", { name: "Try again" }).click();
    }
    await solve(page, line.slice(1));
  },

  async "some puzzles want a double move, and some a black ticket"(kit) {
    const page = await kit.page();
    const { puzzles } = await kit.get("/api/puzzles");
    const slips = puzzles.filter(({ side, grade }) => side === "mr_x" && grade === "easy");
    const found = {};
    for (const { id } of slips) {
      const { view } = await kit.get(`/api/puzzles/${id}`);
      if (view.tickets.mr_x.double > 0) found.double ??= id;
      else if (view.tickets.mr_x.black > 0) found.black ??= id;
      if (found.double && found.black) break;
    }
    for (const id of [found.double, found.black]) {
      await kit.open(page, `#/puzzles/${id}`);
      await turn(page);
      const { line } = await looked(kit, await kit.get(`/api/puzzles/${id}`));
      assert.match(line[0], id === found.double ? /^2/ : /^K/);
      await solve(page, line);
    }
  },
};
