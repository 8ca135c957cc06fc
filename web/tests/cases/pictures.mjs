// The pictures of the documents; taken only when `YARD_SCREENSHOTS` is set.

import { clickStation, HUMAN, lit, move, turn } from "../lib.mjs";

const wide = { width: 1440, height: 900 };
const landscape = { width: 844, height: 390, touch: true };

/** Plays some moves without giving anything away. */
async function play(page, moves) {
  for (let i = 0; i < moves; i++) {
    if ((await turn(page)) === "over") return;
    await move(page, (stations) => stations[i % stations.length]);
  }
  await turn(page);
}

/** A page of somebody who has answered the questions of a first visit. */
async function settled(kit, options, settings = {}) {
  const page = await kit.page(options);
  await page.addInitScript((chosen) => {
    localStorage.setItem("yard.settings", JSON.stringify({ sound: "off", ...chosen }));
    localStorage.setItem("yard.learned", "true");
  }, settings);
  return page;
}

/** Waits until every move has been looked at. */
const judged = (page) =>
  page.waitForFunction(
    () => !/moves looked at|Zügen angeschaut/.test(document.querySelector(".end")?.textContent ?? ""),
    null,
    {
      timeout: 180000,
    },
  );

async function tables(kit) {
  const home = await settled(kit, wide);
  await kit.open(home);
  await home.waitForSelector(".big-choice");
  await home.waitForTimeout(500);
  await kit.picture(home, "home");

  const page = await settled(kit, wide);
  const mrX = await kit.create({ seed: 21, seats: { mr_x: HUMAN, detectives: { kind: "agent", level: "easy" } } });
  await kit.open(page, `#/game/${mrX.id}/${mrX.links.mr_x}`);
  await play(page, 4);
  await page.getByRole("button", { name: "Double" }).click();
  await clickStation(page, (await lit(page))[0]);
  await page.locator(".statebar").getByText("choose the second").waitFor();
  await page.waitForFunction(() => !document.querySelector(".banner"));
  await kit.picture(page, "mr-x");

  const small = await settled(kit, landscape);
  await kit.open(small, `#/game/${mrX.id}/${mrX.links.mr_x}`);
  await turn(small);
  await kit.picture(small, "landscape");

  const german = await settled(kit, wide, { language: "de" });
  await kit.open(german, `#/game/${mrX.id}/${mrX.links.mr_x}`);
  await turn(german);
  await kit.picture(german, "german");

  const night = await settled(kit, { ...wide, dark: true });
  const team = await kit.create({ seed: 8, seats: { mr_x: { kind: "agent", level: "medium" }, detectives: HUMAN } });
  await kit.open(night, `#/game/${team.id}/${team.links.detectives[0]}`);
  await play(night, 17);
  await night.getByRole("switch", { name: "Where he can be" }).click();
  await night.getByRole("switch", { name: "Probabilities" }).click();
  await night.waitForSelector(".chances li");
  await night.getByRole("button", { name: "Give me a hint" }).click();
  await night.waitForSelector(".hint", { timeout: 30000 });
  await kit.picture(night, "detectives");
}

async function moments(kit) {
  const page = await settled(kit, { ...wide, motion: true });
  const { id, links } = await kit.create({
    seed: 5,
    seats: { mr_x: HUMAN, detectives: { kind: "agent", level: "easy" } },
  });
  await kit.open(page, `#/game/${id}/${links.mr_x}`);
  await play(page, 2);
  await clickStation(page, (await lit(page))[0]);
  await page.locator(".banner").waitFor();
  await page.waitForTimeout(900);
  await kit.picture(page, "surfacing");

  const learn = await settled(kit, wide);
  await kit.open(learn, "#/learn");
  await learn.locator('.target[data-station="86"]').waitFor({ state: "attached" });
  await learn.waitForTimeout(400);
  await kit.picture(learn, "tutorial");
}

/** Plays Mr X to the end, without looking. */
async function flee(kit, { id, links }) {
  for (let moves = 0; ; ) {
    const view = await kit.get(`/api/games/${id}`, links.mr_x);
    if (view.outcome) return;
    if (view.your_turn) {
      const single = view.legal.filter(({ via }) => !via);
      const { move } = single[(moves++ * 5) % single.length];
      await kit.post(`/api/games/${id}/moves`, { move, ply: view.ply }, links.mr_x);
    } else await new Promise((done) => setTimeout(done, 50));
  }
}

async function ends(kit) {
  const end = await settled(kit, { width: 1440, height: 1000 });
  const whole = await kit.create({
    seed: 77,
    seats: { mr_x: HUMAN, detectives: { kind: "agent", level: "beginner" } },
  });
  await flee(kit, whole);
  await kit.open(end, `#/game/${whole.id}/${whole.links.mr_x}`);
  await end.waitForSelector(".end .curve", { timeout: 120000 });
  await judged(end);
  await end.waitForTimeout(1500);
  await kit.picture(end, "end");
  const last = (await kit.get(`/api/games/${whole.id}`, whole.links.mr_x)).ply;
  await kit.open(end, `#/replay/${whole.id}/${whole.links.mr_x}?eyes=mr_x&ply=${Math.floor(last * 0.7)}`);
  await end.waitForSelector(".way", { state: "attached" });
  await end.waitForTimeout(500);
  await kit.picture(end, "replay");
}

export const cases = process.env.YARD_SCREENSHOTS
  ? { "pictures: tables": tables, "pictures: moments": moments, "pictures: ends": ends }
  : {};
