// The frames of the moving picture in the README: `node film.mjs FOLDER`. scripts/picture makes the picture of them.
//
// Agents play a game that ends in a capture soon after Mr X was seen. The replay shows its last moves with the
// detectives' eyes, and every move is one frame.

import { mkdir } from "node:fs/promises";
import path from "node:path";
import { Kit, launch, startServer } from "./lib.mjs";

const SIZE = { width: 1700, height: 1000 };
const SHOWN = { width: 660, height: 440 };
const MOST_FRAMES = 16;
const TRIES = 200;

/** A game between two agents, played to its end. */
async function play(kit, seed) {
  const { id, links } = await kit.create({
    seed,
    seats: { mr_x: { kind: "agent", level: "easy" }, detectives: { kind: "agent", level: "hard" } },
  });
  for (;;) {
    const view = await kit.get(`/api/games/${id}`, links.watch_all);
    if (view.outcome) return { id, token: links.watch_all };
    await new Promise((done) => setTimeout(done, 20));
  }
}

/** The ply after which Mr X was last seen, if the capture came soon enough after it. */
function begin(views) {
  const last = views.at(-1);
  if (last.outcome?.winner !== "detectives") return null;
  const seen = views.findLastIndex(
    (view, ply) => ply > 0 && view.slot !== views[ply - 1].slot && view.surfacings.includes(view.slot),
  );
  return seen > 0 && views.length - seen + 1 <= MOST_FRAMES ? seen - 1 : null;
}

async function find(kit) {
  for (let seed = 1; seed <= TRIES; seed++) {
    const game = await play(kit, seed);
    const { views } = await kit.get(`/api/games/${game.id}/replay?eyes=detectives`, game.token);
    const first = begin(views);
    if (first !== null) return { ...game, seed, first, views, plies: views.length - 1 };
  }
  throw new Error("no game ends soon enough after Mr X was seen");
}

/** The part of the page around a station, within the map. */
async function around(page, station) {
  await page.waitForTimeout(700);
  const number = page.locator(".stage svg text", { hasText: new RegExp(`^${station}$`) }).first();
  const [here, stage] = [await number.boundingBox(), await page.locator(".stage").boundingBox()];
  const within = (middle, size, from, all) => Math.min(Math.max(middle - size / 2, from), from + all - size);
  return {
    x: within(here.x, SHOWN.width, stage.x, stage.width),
    y: within(here.y, SHOWN.height, stage.y, stage.height),
    ...SHOWN,
  };
}

const folder = process.argv[2];
await mkdir(folder, { recursive: true });
const server = await startServer();
const browser = await launch();
const kit = new Kit(browser, server.url);
try {
  const { id, token, seed, first, views, plies } = await find(kit);
  const page = await kit.page(SIZE);
  await page.addInitScript(() => {
    localStorage.setItem("yard.settings", JSON.stringify({ sound: "off", theme: "light", follow: "off" }));
    localStorage.setItem("yard.learned", "true");
  });
  await kit.open(page, `#/replay/${id}/${token}?eyes=detectives&ply=${first}`);
  await page.waitForSelector(".replay-slider");
  const clip = await around(page, views.at(-1).outcome.station);
  for (let ply = first; ply <= plies; ply++) {
    await page.waitForTimeout(700);
    await page.screenshot({ clip, path: path.join(folder, `${String(ply - first).padStart(3, "0")}.png`) });
    await page.getByRole("button", { name: "One move on" }).click();
  }
  // At last with his own eyes: here he was.
  await page.getByRole("radio", { name: "Mr X" }).click();
  await page.waitForTimeout(1500);
  await page.screenshot({ clip, path: path.join(folder, "999.png") });
  console.log(`seed ${seed}: plies ${first} to ${plies}`);
} finally {
  await kit.close().catch(() => {});
  await browser.close();
  await server.stop();
}
