// The pictures of the documents; taken only when `YARD_SCREENSHOTS` is set.

import { agent, clickStation, HUMAN, lit, move, turn } from "../lib.mjs";

const wide = { width: 1440, height: 900 };

/** Plays some moves without giving anything away. */
async function play(page, moves) {
  for (let i = 0; i < moves; i++) {
    if ((await turn(page)) === "over") return;
    await move(page, (stations) => stations[i % stations.length]);
  }
  await turn(page);
}

async function pictures(kit) {
  const home = await kit.page(wide);
  await kit.open(home);
  await home.waitForSelector(".big-choice");
  await kit.picture(home, "home");

  const page = await kit.page(wide);
  const mrX = await kit.create({ seed: 21, seats: { mr_x: HUMAN, detectives: agent("lookahead:p=0.5") } });
  await kit.open(page, `#/game/${mrX.id}/${mrX.links.mr_x}`);
  await play(page, 4);
  await page.getByRole("button", { name: "Double" }).click();
  await clickStation(page, (await lit(page))[0]);
  await page.locator(".statebar").getByText("choose the second").waitFor();
  await kit.picture(page, "mr-x");

  const night = await kit.page({ ...wide, dark: true });
  const team = await kit.create({ seed: 8, seats: { mr_x: agent("lookahead"), detectives: HUMAN } });
  await kit.open(night, `#/game/${team.id}/${team.links.detectives[0]}`);
  await play(night, 17);
  await night.getByRole("switch", { name: "Where he can be" }).click();
  await night.getByRole("switch", { name: "Probabilities" }).click();
  await night.waitForSelector(".chances li");
  await night.getByRole("button", { name: "Give me a hint" }).click();
  await night.waitForSelector(".hint", { timeout: 30000 });
  await kit.picture(night, "detectives");

  const end = await kit.page(wide);
  const whole = await kit.create({ seed: 3, seats: { mr_x: agent("lookahead"), detectives: agent("lookahead") } });
  await kit.open(end, `#/game/${whole.id}/${whole.links.watch_all}`);
  await end.waitForSelector(".end .curve", { timeout: 60000 });
  await end.waitForFunction(() => !/moves looked at/.test(document.querySelector(".end")?.textContent ?? ""), null, {
    timeout: 120000,
  });
  await kit.picture(end, "end");
  await kit.open(end, `#/replay/${whole.id}/${whole.links.watch_all}?eyes=mr_x&ply=60`);
  await end.waitForSelector(".way", { state: "attached" });
  await end.waitForTimeout(500);
  await kit.picture(end, "replay");
}

export const cases = process.env.YARD_SCREENSHOTS ? { "pictures for the documents": pictures } : {};
