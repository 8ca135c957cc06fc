// Whole games on both sides, double and black moves, keys, taking back.

import assert from "node:assert/strict";
import { agent, clickStation, HUMAN, lit, move, playOut, plies, seatOf, spot, turn } from "../lib.mjs";

/** Starts from the front page as a person does, with three detectives, then takes the waiting out. */
async function startFromHome(kit, page, side, level = "Easy") {
  await kit.open(page);
  await page.getByRole("radio", { name: level }).click();
  await page.getByText("More: one screen").click();
  await page.getByLabel("Detectives", { exact: true }).selectOption("3");
  await page.getByRole("button", { name: side }).click();
  await page.waitForSelector(".statebar");
  const { id, token } = await seatOf(page);
  await kit.post(`/api/games/${id}/pace`, { pace_ms: 0 }, token);
  return { id, token };
}

export const cases = {
  async "Mr X plays a whole game by mouse"(kit) {
    const page = await kit.page();
    const { id, token } = await startFromHome(kit, page, /Play as Mr X/);
    assert.equal(await turn(page), "mine");
    await playOut(page, (stations) => stations.at(-1));
    const view = await kit.get(`/api/games/${id}`, token);
    assert.notEqual(view.outcome, null);
    await page.locator(".end").getByText(view.outcome.text).waitFor();
    assert.equal(
      await page
        .locator(".slot[class*=' ']")
        .evaluateAll((slots) => slots.filter((slot) => /taxi|bus|underground|black/.test(slot.className)).length),
      view.slot,
    );
  },

  async "the detectives play a whole game by mouse"(kit) {
    const page = await kit.page();
    const { id, token } = await startFromHome(kit, page, /Play as detectives/);
    const moves = await playOut(page);
    const view = await kit.get(`/api/games/${id}`, token);
    assert.notEqual(view.outcome, null);
    assert.equal(view.moves.filter(({ by }) => by !== "mr_x").length, moves);
    assert.notEqual(view.way, null, "the way is open after the end");
    await page.getByRole("button", { name: "See Mr X's way" }).click();
    await page.waitForSelector(".way", { state: "attached" });
  },

  async "a double move with a black step, its first step taken back once"(kit) {
    const page = await kit.page();
    const { id, links } = await kit.create({ seats: { mr_x: HUMAN, detectives: agent("random") } });
    await kit.open(page, `#/game/${id}/${links.mr_x}`);
    await turn(page);
    const before = await lit(page);
    await page.getByRole("button", { name: "Double" }).click();
    await page.locator(".statebar").getByText("choose the first step").waitFor();
    const first = (await lit(page))[0];
    await clickStation(page, first, "black");
    await page.locator(".statebar").getByText("choose the second").waitFor();
    await page.keyboard.press("Escape");
    await page.locator(".statebar").getByText("choose the first step").waitFor();
    await page.keyboard.press("Escape");
    assert.deepEqual(await lit(page), before);
    await page.keyboard.press("d");
    await clickStation(page, first, "black");
    await page.locator(".statebar").getByText("choose the second").waitFor();
    await clickStation(page, (await lit(page))[0]);
    await page.waitForFunction(() => Number(document.querySelector(".table")?.getAttribute("data-ply")) > 0);
    const view = await kit.get(`/api/games/${id}`, links.mr_x);
    assert.match(view.moves[0].move, new RegExp(`^2K${first}[TBUK]\\d+$`));
    assert.equal(view.tickets.mr_x.double, 1);
    assert.deepEqual(
      view.log.slice(0, 2).map(({ double }) => double),
      [true, true],
    );
    await page.waitForSelector(".slot.joined");
  },

  async "a black ticket is chosen where several fit, and one ticket asks nothing"(kit) {
    const page = await kit.page();
    const { id, links } = await kit.create({ seats: { mr_x: HUMAN, detectives: agent("random") } });
    await kit.open(page, `#/game/${id}/${links.mr_x}`);
    await turn(page);
    const [station] = await lit(page);
    const { x, y } = await spot(page, station);
    await page.mouse.click(x, y);
    await page.waitForSelector(".chooser");
    await page.keyboard.press("k");
    await page.waitForFunction(() => Number(document.querySelector(".table")?.getAttribute("data-ply")) > 0);
    const view = await kit.get(`/api/games/${id}`, links.mr_x);
    assert.equal(view.moves[0].move, `K${station}`);
    const dash = await kit.create({ rules: "grid5", seats: { mr_x: HUMAN, detectives: agent("random") } });
    await kit.open(page, `#/game/${dash.id}/${dash.links.mr_x}`);
    await turn(page);
    const grid = await spot(page, (await lit(page))[0]);
    await page.mouse.click(grid.x, grid.y);
    await page.waitForFunction(() => Number(document.querySelector(".table")?.getAttribute("data-ply")) > 0);
    assert.equal(await page.locator(".chooser").count(), 0);
  },

  async "the keyboard alone plays: arrows, digits, Enter"(kit) {
    const page = await kit.page();
    const { id, links } = await kit.create({ seats: { mr_x: agent("random"), detectives: HUMAN } });
    await kit.open(page, `#/game/${id}/${links.detectives[0]}`);
    await turn(page);
    const stations = await lit(page);
    await page.keyboard.type(String(stations.at(-1)));
    await page.waitForSelector(`.target.current[data-station="${stations.at(-1)}"]`);
    for (const key of ["ArrowLeft", "ArrowUp", "ArrowRight", "ArrowDown"]) await page.keyboard.press(key);
    const current = Number(await page.locator(".target.current").getAttribute("data-station"));
    assert.ok(stations.includes(current), "arrows stay on lit stations");
    const before = await plies(page);
    await page.keyboard.press("Enter");
    if ((await page.locator(".chooser").count()) > 0) await page.keyboard.press("Enter");
    await page.waitForFunction(
      (old) => Number(document.querySelector(".table")?.getAttribute("data-ply")) > old,
      before,
    );
    const view = await kit.get(`/api/games/${id}`, links.detectives[0]);
    assert.equal(view.stations.detectives[0], current);
  },

  async "a move is taken back, and asked for when one likes that"(kit) {
    const page = await kit.page();
    const { id, links } = await kit.create({ seats: { mr_x: HUMAN, detectives: agent("random") } });
    await kit.open(page, `#/game/${id}/${links.mr_x}`);
    await turn(page);
    const start = await lit(page);
    await move(page);
    await turn(page);
    await page.getByRole("button", { name: "Take back" }).click();
    await page.waitForFunction(() => document.querySelector(".table")?.getAttribute("data-ply") === "0");
    assert.deepEqual(await lit(page), start);
    await page.getByRole("button", { name: "Settings" }).click();
    await page.getByRole("switch", { name: "Ask before a move is made" }).click();
    await page.getByRole("button", { name: "Done" }).click();
    await clickStation(page, start[0]);
    await page.getByRole("button", { name: "Cancel" }).click();
    assert.deepEqual(await lit(page), start);
    await clickStation(page, start[0]);
    await page.getByRole("button", { name: "Confirm" }).click();
    await page.waitForFunction(() => Number(document.querySelector(".table")?.getAttribute("data-ply")) > 0);
  },

  async "detectives in any order: each is chosen by his piece"(kit) {
    const page = await kit.page();
    const { id, links } = await kit.create({ rules: "modern", seats: { mr_x: agent("random"), detectives: HUMAN } });
    await kit.open(page, `#/game/${id}/${links.detectives[0]}`);
    await turn(page);
    const view = await kit.get(`/api/games/${id}`, links.detectives[0]);
    await page.locator("tr", { hasText: "Detective 3" }).click();
    await page.locator(".statebar").getByText("Detective 3:").waitFor();
    const mine = new Set(view.legal.filter(({ by }) => by === 3).map(({ to }) => to));
    assert.deepEqual(new Set(await lit(page)), mine);
    await move(page);
    const after = await kit.get(`/api/games/${id}`, links.detectives[0]);
    assert.ok(!after.to_move.includes(3));
  },

  async "pieces glide along their lines, and nobody waits for them"(kit) {
    const page = await kit.page({ motion: true });
    const { id, links } = await kit.create({ seats: { mr_x: HUMAN, detectives: agent("random") }, pace_ms: 100 });
    await kit.open(page, `#/game/${id}/${links.mr_x}`);
    await turn(page);
    const seen = page.waitForSelector(".piece.riding", { state: "attached" });
    await move(page);
    await seen;
    for (let i = 0; i < 2; i++) {
      await turn(page);
      await move(page);
    }
    await turn(page);
    const view = await kit.get(`/api/games/${id}`, links.mr_x);
    const at = (piece) => page.locator(`[data-piece="${piece}"]`).getAttribute("transform");
    const { stations } = await kit.get("/api/rules/classic/board");
    const spotOf = (n) => stations.find((station) => station.n === n);
    for (const [piece, n] of [
      ["mr_x", view.stations.mr_x],
      ["detective-1", view.stations.detectives[0]],
    ]) {
      const [x, y] = (await at(piece)).match(/-?[\d.]+/g).map(Number);
      assert.ok(Math.hypot(x - spotOf(n).x, y - spotOf(n).y) < 0.2, `${piece} stands on ${n}`);
    }
  },

  async "a reload in the middle loses nothing"(kit) {
    const page = await kit.page();
    const { id, links } = await kit.create({ seats: { mr_x: agent("random"), detectives: HUMAN } });
    await kit.open(page, `#/game/${id}/${links.detectives[0]}`);
    for (let i = 0; i < 7; i++) {
      await turn(page);
      await move(page);
    }
    await turn(page);
    const before = [await plies(page), await lit(page), await page.locator(".tickets").innerText()];
    await page.reload();
    await turn(page);
    assert.deepEqual([await plies(page), await lit(page), await page.locator(".tickets").innerText()], before);
    await kit.open(page);
    await page.getByRole("link", { name: /Go on with your last game/ }).click();
    await turn(page);
    assert.equal(await plies(page), before[0]);
  },
};
