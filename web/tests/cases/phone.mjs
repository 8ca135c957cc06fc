// A phone in the hand: taps, pinches, panels by tabs, nothing wider than the screen.

import assert from "node:assert/strict";
import { agent, HUMAN, lit, plies, spot, turn } from "../lib.mjs";

const PHONE = { width: 390, height: 844, touch: true };

const fits = (page) =>
  page.evaluate(
    () =>
      document.documentElement.scrollWidth <= innerWidth && document.documentElement.scrollHeight <= innerHeight + 1,
  );

/** The zoom of the map. */
const zoomOf = (page) =>
  page.locator(".world").evaluate((world) => Number(/scale\(([\d.]+)\)/.exec(world.getAttribute("transform"))[1]));

export const cases = {
  async "no page is wider than a phone"(kit) {
    const page = await kit.page(PHONE);
    const human = await kit.create({ seats: { mr_x: HUMAN, detectives: HUMAN } });
    const ready = {
      "#/": ".big-choice",
      "#/games": ".game-list p",
      "#/games/numbers": ".aim",
      "#/puzzles": ".puzzle-tile",
      "#/friends": kit.local ? ".start-here" : ".room-form .primary",
      "#/assistant": ".primary",
      "#/lab": ".solved td",
      [`#/game/${human.id}/${human.links.detectives[0]}`]: ".name-field",
    };
    for (const [hash, selector] of Object.entries(ready)) {
      await kit.open(page, hash);
      await page.locator(selector).first().waitFor();
      if (hash === "#/") await page.getByText("More: one screen").click();
      const wide = await page.evaluate(() => document.documentElement.scrollWidth);
      assert.ok(wide <= PHONE.width, `${hash} is ${wide} pixels wide`);
    }
    await kit.open(page, "#/lab");
    const open = await page.getByRole("button", { name: "Open grid5", exact: true }).boundingBox();
    assert.ok(open && open.x + open.width <= PHONE.width, "the buttons of the solved boards are on the screen");
  },

  async "a phone plays: taps move, the map goes to the action, tabs show the panels"(kit) {
    const page = await kit.page(PHONE);
    await kit.open(page);
    await page.waitForSelector(".big-choice");
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), "the front page fits");
    const { id, links } = await kit.create({ seats: { mr_x: agent("random"), detectives: HUMAN } });
    await kit.open(page, `#/game/${id}/${links.detectives[0]}`);
    await turn(page);
    assert.ok(await fits(page), "the table fits");
    for (let i = 0; i < 6; i++) {
      await turn(page);
      const inside = await page.evaluate(() => {
        const stage = document.querySelector(".stage").getBoundingClientRect();
        return [...document.querySelectorAll(".target .lit")]
          .filter((lit) => {
            const box = lit.getBoundingClientRect();
            return (
              box.left >= stage.left && box.right <= stage.right && box.top >= stage.top && box.bottom <= stage.bottom
            );
          })
          .map((lit) => Number(lit.closest(".target").getAttribute("data-station")));
      });
      assert.ok(inside.length > 0, "targets are on the screen");
      const before = await plies(page);
      const { x, y } = await spot(page, inside[0]);
      await page.touchscreen.tap(x, y);
      if ((await page.locator(".chooser").count()) > 0) await page.locator(".chooser button").first().tap();
      await page.waitForFunction(
        (old) => Number(document.querySelector(".table")?.getAttribute("data-ply")) > old,
        before,
      );
    }
    for (const [tab, part] of [
      ["Tickets", ".part-tickets"],
      ["Help", ".part-help"],
      ["More", ".part-more"],
      ["Log", ".part-log"],
    ]) {
      await page.locator(".tabs").getByRole("button", { name: tab }).tap();
      assert.ok(await page.locator(part).isVisible(), tab);
    }
    await turn(page);
    await kit.picture(page, "phone");
  },

  async "two fingers zoom the map and one moves it"(kit) {
    const page = await kit.page(PHONE);
    const { id, links } = await kit.create({ seats: { mr_x: agent("random"), detectives: HUMAN } });
    await kit.open(page, `#/game/${id}/${links.detectives[0]}`);
    await turn(page);
    const session = await page.context().newCDPSession(page);
    const touch = (type, points) =>
      session.send("Input.dispatchTouchEvent", { type, touchPoints: points.map(([x, y], id) => ({ x, y, id })) });
    const before = await zoomOf(page);
    await touch("touchStart", [
      [180, 250],
      [210, 280],
    ]);
    for (let i = 1; i <= 5; i++)
      await touch("touchMove", [
        [180 - 15 * i, 250 - 15 * i],
        [210 + 15 * i, 280 + 15 * i],
      ]);
    await touch("touchEnd", []);
    const zoomed = await zoomOf(page);
    assert.ok(zoomed > before * 1.5, `${before} to ${zoomed}`);
    const ply = await plies(page);
    await touch("touchStart", [[200, 300]]);
    for (let i = 1; i <= 5; i++) await touch("touchMove", [[200 + 12 * i, 300]]);
    await touch("touchEnd", []);
    assert.equal(await zoomOf(page), zoomed);
    assert.equal(await plies(page), ply, "a drag is no tap");
    assert.ok((await lit(page)).length > 0);
  },

  async "the mouse wheel and the keys zoom"(kit) {
    const page = await kit.page();
    const { id, links } = await kit.create({ seats: { mr_x: agent("random"), detectives: HUMAN } });
    await kit.open(page, `#/game/${id}/${links.detectives[0]}`);
    await turn(page);
    const fit = await zoomOf(page);
    await page.mouse.move(400, 400);
    await page.mouse.wheel(0, -300);
    await page.waitForFunction(
      (old) => Number(/scale\(([\d.]+)\)/.exec(document.querySelector(".world").getAttribute("transform"))[1]) > old,
      fit,
    );
    await page.keyboard.press("f");
    await page.waitForTimeout(100);
    assert.ok(Math.abs((await zoomOf(page)) - fit) < 0.01);
    await page.keyboard.press("+");
    assert.ok((await zoomOf(page)) > fit);
  },
};
