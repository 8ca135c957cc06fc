// The screen of a game: what a button says is what it does, and everything is seen on every size of screen.

import assert from "node:assert/strict";
import { agent, HUMAN, lit, move, playOut, plies, seatOf, turn } from "../lib.mjs";

/** A game that Mr X soon loses. */
const CAUGHT = { seed: 3, seats: { mr_x: HUMAN, detectives: agent("lookahead") } };

/** Plays from the front page to the end, on the smallest board. */
async function playQuickly(kit, page, side) {
  await kit.open(page);
  await page.locator("summary").first().click();
  await page.getByLabel("Rules", { exact: true }).selectOption("grid5");
  await page.getByRole("button", { name: side }).click();
  await page.waitForSelector(".statebar");
  const seat = await seatOf(page);
  await kit.post(`/api/games/${seat.id}/pace`, { pace_ms: 0 }, seat.token);
  await playOut(page, (stations) => stations.at(-1));
  return seat;
}

/** Which of the lit stations cannot be seen, and what of the page lies outside the screen. */
const outOfSight = (page) =>
  page.evaluate(() => {
    const stage = document.querySelector(".stage").getBoundingClientRect();
    const bar = document.querySelector(".actionbar").getBoundingClientRect();
    const lit = [...document.querySelectorAll(".target .lit")].map((one) => one.getBoundingClientRect());
    const inside = (box, frame) =>
      box.left >= frame.left - 1 &&
      box.right <= frame.right + 1 &&
      box.top >= frame.top - 1 &&
      box.bottom <= frame.bottom + 1;
    const middle = (box) => ({
      left: box.x + box.width / 2,
      right: box.x + box.width / 2,
      top: box.y + box.height / 2,
      bottom: box.y + box.height / 2,
    });
    return {
      hidden: lit.filter((box) => !inside(middle(box), stage)).length,
      wide: document.documentElement.scrollWidth > innerWidth,
      overlap:
        stage.left < bar.right && bar.left < stage.right && stage.top < bar.bottom - 1 && bar.top < stage.bottom - 1,
      map: Math.min(stage.width, stage.height),
      bar: inside(bar, { left: 0, top: 0, right: innerWidth, bottom: innerHeight }),
    };
  });

export const cases = {
  async "play again and swap sides start the next game at once"(kit) {
    const page = await kit.page();
    const first = await playQuickly(kit, page, /Play as Mr X/);
    await page.getByRole("button", { name: "Play again" }).click();
    await page.waitForFunction((id) => location.hash.startsWith("#/game/") && !location.hash.includes(id), first.id);
    assert.equal(await turn(page), "mine");
    const second = await seatOf(page);
    let view = await kit.get(`/api/games/${second.id}`, second.token);
    assert.deepEqual([view.seat, view.rules], ["mr_x", "grid5"]);
    await kit.post(`/api/games/${second.id}/pace`, { pace_ms: 0 }, second.token);
    await playOut(page, (stations) => stations.at(-1));
    await page.getByRole("button", { name: "Now hunt him" }).click();
    await page.waitForFunction((id) => location.hash.startsWith("#/game/") && !location.hash.includes(id), second.id);
    await turn(page);
    const third = await seatOf(page);
    view = await kit.get(`/api/games/${third.id}`, third.token);
    assert.deepEqual([view.seat, view.rules], ["detectives", "grid5"]);
  },

  async "the result stays within reach"(kit) {
    const page = await kit.page();
    const { id, links } = await kit.create(CAUGHT);
    await kit.open(page, `#/game/${id}/${links.mr_x}`);
    await playOut(page, (stations) => stations.at(-1));
    await page.locator(".end").getByRole("button", { name: "Close" }).click();
    assert.equal(await page.locator(".end").count(), 0);
    await page.getByRole("button", { name: "Result" }).click();
    await page.locator(".end h2").waitFor();
    await page.getByRole("button", { name: "See Mr X's way" }).click();
    await page.waitForSelector(".way-slider");
    const steps = Number(await page.locator(".way-slider").getAttribute("max"));
    assert.equal(await page.locator(".way").count(), steps, "with less motion the whole way is there at once");
    await page.locator(".way-slider").press("ArrowLeft");
    assert.equal(await page.locator(".way").count(), steps - 1, "the slider takes a step back");
    await page.getByRole("button", { name: "Result" }).click();
    await page.locator(".end h2").waitFor();
  },

  async "a blunder in the list opens the replay at that move, with the eyes of who made it"(kit) {
    const page = await kit.page({ width: 1600, height: 1000 });
    const { id, links } = await kit.create({ ...CAUGHT, seed: 8 });
    await kit.open(page, `#/game/${id}/${links.mr_x}`);
    await playOut(page, (stations) => stations.at(-1));
    await page.waitForSelector(".mistakes a", { timeout: 120000 });
    await page.waitForFunction(() => !/moves looked at/.test(document.querySelector(".end").textContent), null, {
      timeout: 120000,
    });
    const row = page.locator(".mistakes a", { hasText: "Mr X" }).first();
    const text = await row.innerText();
    assert.match(text, /^Round \d+/);
    const address = new URL(await row.getAttribute("href"), "http://x/").hash;
    assert.match(address, /\?ply=\d+&eyes=mr_x$/);
    await row.click();
    await page.waitForSelector(".replay-slider");
    const ply = Number(/ply=(\d+)/.exec(address)[1]);
    await page.waitForFunction((at) => document.querySelector(".table")?.getAttribute("data-ply") === String(at), ply);
    assert.equal(await page.getByRole("radio", { name: "Mr X" }).getAttribute("aria-checked"), "true");
    await page.locator(".replay-text .blunder, .replay-text .inaccuracy").waitFor({ timeout: 60000 });
    if (/better/.test(text)) {
      await page.locator(".replay-better").waitFor();
      await page.waitForSelector(".arrow.hint", { state: "attached" });
    }
  },

  async "pieces on one station are all seen"(kit) {
    const page = await kit.page({ width: 1440, height: 900 });
    const { id, links } = await kit.create(CAUGHT);
    await kit.open(page, `#/game/${id}/${links.mr_x}`);
    await playOut(page, (stations) => stations.at(-1));
    const view = await kit.get(`/api/games/${id}`, links.mr_x);
    const captor = view.stations.detectives.indexOf(view.stations.mr_x) + 1;
    assert.ok(captor > 0, "somebody caught him");
    const face = async (piece) => {
      const box = await page.locator(`[data-piece="${piece}"] .pin-face`).boundingBox();
      return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
    };
    const shape = await page.locator('[data-piece="mr_x"] .pin-shape').boundingBox();
    const [a, b] = [await face("mr_x"), await face(`detective-${captor}`)];
    assert.ok(Math.hypot(a.x - b.x, a.y - b.y) > shape.width * 0.55, "the heads lie beside each other");
  },

  async "rules do not stick: the cards say what they start, and the next visit starts London"(kit) {
    const page = await kit.page();
    await kit.open(page);
    const cards = page.locator(".big-rules");
    assert.match(await cards.first().innerText(), /London, classic rules, 5 detectives/);
    await page.locator("summary").first().click();
    await page.getByLabel("Rules", { exact: true }).selectOption("grid7");
    assert.match(await cards.first().innerText(), /Grid 7×7/);
    await page.getByRole("button", { name: /Play as Mr X/ }).click();
    await turn(page);
    await kit.open(page, "#/");
    await page.waitForSelector(".big-choice");
    assert.match(await cards.first().innerText(), /London, classic rules/);
    await page.getByRole("button", { name: /Play as Mr X/ }).click();
    await page.waitForFunction(() => document.querySelectorAll(".station").length === 199);
  },

  async "number fields and lists keep the focus while the form changes"(kit) {
    const page = await kit.page();
    await kit.open(page);
    await page.locator("summary").first().click();
    const grid = page.getByLabel("Or any grid");
    await grid.fill("6,2,12");
    await grid.press("Enter");
    await page.waitForFunction(() => /Grid 6×6/.test(document.querySelector(".big-rules").textContent));
    assert.ok(await grid.evaluate((field) => field === document.activeElement), "the field has the focus");
    const rules = page.getByLabel("Rules", { exact: true });
    await rules.focus();
    await rules.selectOption("classic");
    assert.ok(await rules.evaluate((field) => field === document.activeElement), "the list has the focus");
  },

  async "every size of screen has the map, the bar outside of it, and all lit stations in sight"(kit) {
    const sizes = {
      "phone in landscape": { width: 844, height: 390, touch: true },
      "small phone in landscape": { width: 667, height: 375, touch: true },
      "200 % zoom": { width: 720, height: 450 },
      "small height": { width: 1280, height: 520 },
      "phone upright": { width: 390, height: 844, touch: true },
      desktop: { width: 1440, height: 900 },
    };
    for (const [name, size] of Object.entries(sizes)) {
      const page = await kit.page(size);
      const { id, links } = await kit.create({ seed: 21, seats: { mr_x: HUMAN, detectives: agent("random") } });
      await kit.open(page, `#/game/${id}/${links.mr_x}`);
      for (let i = 0; i < 2; i++) {
        await turn(page);
        const { hidden, wide, overlap, map, bar } = await outOfSight(page);
        assert.deepEqual({ hidden, wide, overlap, bar }, { hidden: 0, wide: false, overlap: false, bar: true }, name);
        assert.ok(map >= 240, `${name}: the map is ${map} pixels`);
        if ((await page.getByRole("button", { name: "Double" }).count()) > 0) {
          await page.keyboard.press("d");
          assert.equal((await outOfSight(page)).hidden, 0, `${name}: the first steps of a double move`);
          await page.keyboard.press("Escape");
        }
        await move(page);
      }
      await page.close();
    }
  },

  async "a hint does not resize the map"(kit) {
    for (const size of [
      { width: 1440, height: 900 },
      { width: 390, height: 844, touch: true },
    ]) {
      const page = await kit.page(size);
      const { id, links } = await kit.create({ seats: { mr_x: agent("random"), detectives: HUMAN } });
      await kit.open(page, `#/game/${id}/${links.detectives[0]}`);
      await turn(page);
      const before = await page.locator(".stage").boundingBox();
      await page.keyboard.press("h");
      await page.waitForSelector(".hint", { state: "attached", timeout: 30000 });
      assert.deepEqual(await page.locator(".stage").boundingBox(), before);
    }
  },

  async "ending a game asks first"(kit) {
    const page = await kit.page();
    const { id, links } = await kit.create({ seats: { mr_x: HUMAN, detectives: agent("random") } });
    await kit.open(page, `#/game/${id}/${links.mr_x}`);
    await turn(page);
    await page.getByRole("button", { name: "End this game" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Cancel" }).click();
    assert.equal((await kit.get(`/api/games/${id}`, links.mr_x)).state, "open");
    await page.getByRole("button", { name: "End this game" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "End this game" }).click();
    await page.locator(".statebar").getByText("ended before its time").waitFor();
  },

  async "a switch shows its state in forced colours"(kit) {
    const page = await kit.page();
    await page.emulateMedia({ forcedColors: "active" });
    await kit.open(page);
    await page.getByRole("button", { name: "Settings" }).click();
    const look = (name) =>
      page.getByRole("switch", { name }).evaluate((box) => {
        const [own, knob] = [getComputedStyle(box), getComputedStyle(box, "::after")];
        return { ground: own.backgroundColor, border: own.borderTopWidth, knob: knob.backgroundColor };
      });
    const [on, off] = [await look("Pieces glide along their lines"), await look("Ask before a move is made")];
    for (const state of [on, off]) {
      assert.notEqual(state.ground, state.knob, "the knob is seen");
      assert.notEqual(state.border, "0px", "the edge is seen");
    }
    assert.notEqual(on.ground, off.ground, "on and off differ");
  },

  async "a message covers no field"(kit) {
    const page = await kit.page({ width: 390, height: 844, touch: true });
    for (const hash of ["#/games", "#/assistant"]) {
      await kit.open(page, hash);
      await page.locator("input, select").first().waitFor({ state: "attached" });
      await page.evaluate(async () =>
        (await globalThis.pageModule("lib/messages.js", "toast")).toast(
          "Something went wrong, and here it is told.",
          "bad",
        ),
      );
      const covered = await page.evaluate(() => {
        const note = document.querySelector(".toast").getBoundingClientRect();
        return [...document.querySelectorAll("input:not([type=file]), select, textarea")].filter((field) => {
          const box = field.getBoundingClientRect();
          return (
            box.width &&
            box.left < note.right &&
            note.left < box.right &&
            box.top < note.bottom &&
            note.top < box.bottom
          );
        }).length;
      });
      assert.equal(covered, 0, hash);
    }
  },

  async "an unreached station and a hover say what one needs"(kit) {
    const page = await kit.page();
    const { id, links } = await kit.create({ seats: { mr_x: HUMAN, detectives: agent("random") } });
    await kit.open(page, `#/game/${id}/${links.mr_x}`);
    await turn(page);
    const targets = await lit(page);
    const { stations } = await kit.get("/api/rules/classic/board");
    const other = stations.find(({ n, transports }) => !targets.includes(n) && transports.includes("underground"));
    const box = await page
      .locator(".station", { has: page.locator(`text="${other.n}"`) })
      .first()
      .boundingBox();
    const at = [box.x + box.width / 2, box.y + box.height / 2];
    await page.mouse.move(...at);
    await page.locator(".station-card").getByText(`Station ${other.n}`).waitFor();
    assert.match(await page.locator(".station-card").innerText(), /Underground/);
    const before = await plies(page);
    await page.mouse.click(...at);
    await page
      .locator(".toast, .station-card")
      .getByText(/cannot|no line|not reach/i)
      .first()
      .waitFor();
    assert.equal(await plies(page), before);
  },

  async "a long press tells about a station and moves nobody"(kit) {
    const page = await kit.page({ width: 390, height: 844, touch: true });
    const { id, links } = await kit.create({ seats: { mr_x: HUMAN, detectives: agent("random") } });
    await kit.open(page, `#/game/${id}/${links.mr_x}`);
    await turn(page);
    const before = await plies(page);
    const [station] = await lit(page);
    const box = await page.locator(`.target[data-station="${station}"] .lit`).boundingBox();
    const session = await page.context().newCDPSession(page);
    const point = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
    await session.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: [point] });
    await page.locator(".station-card").getByText("You get there by").waitFor();
    await session.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
    await page.waitForTimeout(200);
    assert.equal(await plies(page), before);
    assert.equal(await page.locator(".chooser").count(), 0);
  },

  async "the map has its city and its font, and every number fits into its badge"(kit) {
    const page = await kit.page({ width: 1440, height: 900 });
    const { id, links } = await kit.create({ seats: { mr_x: HUMAN, detectives: agent("random") } });
    await kit.open(page, `#/game/${id}/${links.mr_x}`);
    await turn(page);
    for (const part of [".park", ".dock", ".bridge", ".district", ".landmark"])
      assert.ok((await page.locator(`.city ${part}`).count()) > 0, part);
    assert.ok(
      await page.evaluate(() =>
        document.fonts.ready.then(() => document.fonts.check('600 18px "Barlow Semi Condensed"')),
      ),
    );
    const wide = await page.locator(".station").evaluateAll((all) =>
      all
        .map((one) => ({ text: one.querySelector(".n"), badge: one.querySelector(".b-taxi, .b-bus, .b-underground") }))
        .filter(({ text, badge }) => text.getBBox().width > badge.getBBox().width - 2)
        .map(({ text }) => text.textContent),
    );
    assert.deepEqual(wide, []);
    const licence = await fetch(new URL("assets/fonts/OFL.txt", kit.url));
    assert.match(await licence.text(), /SIL OPEN FONT LICENSE/i);
  },

  async "small things: the round fits its sign in every language, zoom buttons lie beside the map, faces inside their pins"(
    kit,
  ) {
    const page = await kit.page({ width: 1100, height: 800 });
    await kit.open(page);
    const { id, links } = await kit.create({ seed: 21, seats: { mr_x: HUMAN, detectives: agent("random") } });
    for (const language of ["en", "de", "fr"]) {
      await page.evaluate((id) => localStorage.setItem("yard.settings", JSON.stringify({ language: id })), language);
      await kit.open(page, `#/game/${id}/${links.mr_x}`);
      await page.reload();
      await turn(page);
      const seen = await page.evaluate(() => {
        const box = (query) => document.querySelector(query).getBoundingClientRect();
        const [sign, of, zoom, stage] = [box(".round"), box(".round-of"), box(".zoom"), box(".stage")];
        const pins = [...document.querySelectorAll(".piece .pin")].map((pin) => {
          const [shape, face] = [".pin-shape", ".pin-face"].map((part) =>
            pin.querySelector(part).getBoundingClientRect(),
          );
          return face.left >= shape.left - 1 && face.right <= shape.right + 1 && face.bottom <= shape.bottom + 1;
        });
        return {
          fits: of.left >= sign.left && of.right <= sign.right && of.bottom <= sign.bottom,
          apart: zoom.top >= stage.bottom - 1 || zoom.left >= stage.right - 1,
          faces: pins.every(Boolean),
        };
      });
      assert.deepEqual(seen, { fits: true, apart: true, faces: true }, language);
    }
  },
};
