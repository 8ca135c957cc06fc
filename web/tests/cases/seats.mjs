// Several people: over the network, at one screen, beside agents; and those who only watch.

import assert from "node:assert/strict";
import { agent, HUMAN, Kit, lit, move, playOut, plies, seatOf, startServer, turn } from "../lib.mjs";

/** Keeps every byte that a page receives, by answer and by socket. */
function listen(page) {
  const heard = { bytes: [], views: [] };
  page.on("response", (answer) => {
    void answer
      .text()
      .then((text) => heard.bytes.push(answer.url(), text))
      .catch(() => {});
  });
  page.on("websocket", (socket) =>
    socket.on("framereceived", ({ payload }) => {
      heard.bytes.push(String(payload));
      const message = JSON.parse(String(payload));
      if (message.type === "view") heard.views.push(message.view);
    }),
  );
  return heard;
}

/** Several devices, or a server that stops. */
export const needsServer = [
  "two browsers play by link, and the detectives' never hears where he is",
  "people name themselves, and names are nothing but text",
  "a finished game is taken back alone, but not among people",
  "a detective invites Mr X and colleagues, each with a link of their own",
  "a server that is killed and started again goes on with the page",
];

export const cases = {
  async "two browsers play by link, and the detectives' never hears where he is"(kit) {
    const mrX = await kit.page();
    await kit.open(mrX, "#/friends");
    await mrX.getByRole("button", { name: "Make the room" }).click();
    const link = await mrX.getByLabel("Link: The detectives").inputValue();
    await mrX.getByRole("dialog").getByRole("button", { name: "Done" }).click();
    const { id, token } = await seatOf(mrX);
    const stored = await mrX.evaluate(() => JSON.stringify(localStorage));
    assert.ok(!stored.includes(link.split("/").at(-1)), "links of the others are not kept");

    const team = await kit.page();
    const heard = listen(team);
    await team.goto(link);
    await team.waitForSelector(".statebar");
    const way = [];
    for (let round = 0; round < 4; round++) {
      assert.equal(await turn(mrX), "mine");
      assert.deepEqual(await lit(team), []);
      await move(mrX, (stations) => stations[round % stations.length]);
      const truth = await kit.get(`/api/games/${id}`, token);
      way.push(truth.stations.mr_x);
      for (let i = 0; i < 5; i++) {
        if ((await turn(team)) === "over") break;
        // Nobody walks into him: the game should go on for a few rounds.
        await move(team, (stations) => stations.find((station) => station !== truth.stations.mr_x) ?? stations[0]);
      }
      const shown = await team.locator(".piece.mr-x").count();
      const surfaced = truth.surfacings.includes(truth.slot);
      assert.equal(shown, surfaced ? 1 : 0, `piece of Mr X in slot ${truth.slot}`);
      await mrX.waitForFunction(
        (ply) => Number(document.querySelector(".table")?.getAttribute("data-ply")) >= ply,
        await plies(team),
      );
    }
    assert.ok(heard.views.length > 20);
    for (const view of heard.views.filter(({ outcome }) => outcome === null)) {
      assert.equal(view.stations.mr_x, null);
      assert.ok(view.way === null || view.way === undefined);
      assert.ok(view.seed === null || view.seed === undefined);
      for (const { slot, station } of view.log) assert.ok(station === null || view.surfacings.includes(slot));
      for (const { by, move: text } of view.moves) {
        if (by === "mr_x") assert.match(text, /^(2?)([TBUK](\?|\d+))+$/);
      }
      const known =
        view.moves
          .filter(({ by }) => by === "mr_x")
          .map(({ move: text }) => text)
          .join("")
          .match(/\d+(?=[TBUK]|$)/g) ?? [];
      assert.ok(known.length <= view.surfacings.filter((slot) => slot <= view.slot).length + 2);
      if (view.turn === "mr_x") assert.deepEqual(view.legal, [], "not even the number of his moves");
    }
    const all = heard.bytes.join("\n");
    assert.ok(!all.includes(token), "the token of Mr X");
    assert.equal(new Set(way).size > 1, true, "he did move");
  },

  async "people name themselves, and names are nothing but text"(kit) {
    const mrX = await kit.page();
    await kit.open(mrX, "#/friends");
    await mrX.getByLabel(/Your name/).fill("Max");
    await mrX.getByRole("button", { name: "Make the room" }).click();
    const link = await mrX.getByLabel("Link: The detectives").inputValue();
    await mrX.getByRole("dialog").getByRole("button", { name: "Done" }).click();
    await turn(mrX);
    assert.equal(await mrX.getByLabel("What are you called?").count(), 0, "he has said so");

    const team = await kit.page();
    await team.goto(link);
    await team.locator(".tickets").getByText("Max").waitFor();
    const name = "<img src=x onerror=alert(1)>";
    const field = team.getByLabel("What are you called?");
    await field.fill(name);
    await field.press("Enter");
    await field.waitFor({ state: "detached" });
    await mrX.locator(".tickets").getByText(`Detectives: ${name}`).waitFor();
    assert.equal(await mrX.locator(".tickets img").count(), 0);
    // Later games have the name from the start, and the list can be searched for it.
    await kit.open(mrX, "#/games");
    await mrX.locator(".game-row", { hasText: `Max – ${name}` }).waitFor();
    await mrX.getByLabel("Search").fill("nobody of that name");
    await mrX.getByText("Nothing found.").waitFor();
    await mrX.getByLabel("Search").fill("onerror");
    await mrX.locator(".game-row", { hasText: "Max" }).waitFor();
    await team.reload();
    await team.getByRole("button", { name: "Settings" }).click();
    assert.equal(
      await team
        .getByRole("dialog")
        .getByLabel(/Your name/)
        .inputValue(),
      name,
    );
  },

  async "a finished game is taken back alone, but not among people"(kit) {
    const page = await kit.page();
    await kit.open(page);
    const alone = await page.evaluate(async () => {
      const { api } = await globalThis.pageModule("lib/api.js", "api");
      const seats = { mr_x: { kind: "human" }, detectives: { kind: "agent", spec: "random" } };
      return api.create({ rules: "grid:5,2,3", seed: 5, pace_ms: 0, seats });
    });
    await kit.open(page, `#/game/${alone.id}/${alone.links.mr_x}`);
    await playOut(page, (stations) => stations.at(-1));
    await page.getByRole("button", { name: "Close" }).click();
    await page.locator(".statebar").getByRole("button", { name: "Take back" }).click();
    assert.equal(await turn(page), "mine");
    await page.locator(".part-more").getByText("1 of these after the end").waitFor();
    await playOut(page, (stations) => stations[0]);
    await kit.open(page, "#/games");
    await page.locator(".game-row", { hasText: "taken back after the end" }).waitFor();

    const two = await kit.create({ rules: "grid:5,2,2", seats: { mr_x: HUMAN, detectives: HUMAN } });
    const [mrX, team] = [await kit.page(), await kit.page()];
    await kit.open(mrX, `#/game/${two.id}/${two.links.mr_x}`);
    await kit.open(team, `#/game/${two.id}/${two.links.detectives[0]}`);
    for (let i = 0; i < 12 && (await mrX.locator(".end").count()) === 0; i++) {
      const view = await kit.get(`/api/games/${two.id}`, two.links.mr_x);
      const mover = view.your_turn ? mrX : team;
      if (view.outcome || (await turn(mover)) === "over") break;
      await move(mover, (stations) => stations.at(-1));
    }
    await team.waitForSelector(".end");
    await team.getByRole("button", { name: "Close" }).click();
    assert.equal(await team.getByRole("button", { name: "Take back" }).count(), 0);
  },

  async "a detective invites Mr X and colleagues, each with a link of their own"(kit) {
    const page = await kit.page();
    await kit.open(page, "#/friends");
    await page.getByRole("radio", { name: "I am a detective" }).click();
    await page.getByRole("switch", { name: "A link for each detective" }).click();
    await page.getByRole("button", { name: "Make the room" }).click();
    const link = (name) => page.getByLabel(`Link: ${name}`, { exact: true }).inputValue();
    const [mrXLink, second] = [await link("Mr X"), await link("Detective 2")];
    assert.equal(await page.getByLabel("Link: Detective 1", { exact: true }).count(), 0, "that seat is taken");
    await page.getByRole("dialog").getByRole("button", { name: "Done" }).click();
    const stored = await page.evaluate(() => JSON.stringify(localStorage));
    assert.ok(!stored.includes(mrXLink.split("/").at(-1)), "Mr X's link is not kept");
    const mrX = await kit.page();
    await mrX.goto(mrXLink);
    await turn(mrX);
    await move(mrX);
    await turn(page);
    await move(page);
    const colleague = await kit.page();
    await colleague.goto(second);
    await turn(colleague);
    await colleague.locator(".statebar").getByText("Detective 2:").waitFor();
    assert.deepEqual(await lit(page), []);
  },

  async "both sides at one screen with a curtain between them"(kit) {
    const page = await kit.page();
    await kit.open(page);
    await page.getByText("More: one screen").click();
    await page.locator(".mode", { hasText: "Everybody at one screen" }).getByRole("button").click();
    for (let round = 0; round < 2; round++) {
      await page.getByRole("heading", { name: "Hand the screen to Mr X" }).waitFor();
      assert.equal(await page.locator("svg.board").count(), 0, "nothing to see behind the curtain");
      await page.getByRole("button", { name: /I am Mr X/ }).click();
      await turn(page);
      assert.equal(await page.locator(".piece.mr-x").count(), 1);
      const [station] = await lit(page);
      const box = await page.locator(`.target[data-station="${station}"] .lit`).boundingBox();
      await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
      if ((await page.locator(".chooser").count()) > 0) await page.locator(".chooser button").first().click();
      await page.getByRole("heading", { name: "Hand the screen to the detectives" }).waitFor();
      assert.equal(await page.locator("svg.board").count(), 0);
      await page.getByRole("button", { name: "We are ready" }).click();
      for (let i = 0; i < 5; i++) {
        await turn(page);
        assert.equal(await page.locator(".piece.mr-x").count(), 0);
        if (i < 4) await move(page);
        else {
          const last = await page.locator(".target .lit").first().boundingBox();
          await page.mouse.click(last.x + last.width / 2, last.y + last.height / 2);
          if ((await page.locator(".chooser").count()) > 0) await page.locator(".chooser button").first().click();
        }
      }
    }
  },

  async "some of the detectives are mine, the others agents"(kit) {
    const page = await kit.page();
    const { id, links } = await kit.create({
      seats: { mr_x: agent("random"), detectives: [HUMAN, agent("random"), HUMAN, agent("random"), agent("random")] },
    });
    await kit.open(page);
    await page.evaluate(
      ([game, tokens]) => {
        localStorage.setItem(
          "yard.games",
          JSON.stringify([{ id: game, title: "Team", seat: "team", links: { detectives: tokens }, at: Date.now() }]),
        );
      },
      [id, links.detectives],
    );
    await kit.open(page, `#/team/${id}`);
    for (const number of [1, 3, 1, 3]) {
      await page.locator(".statebar").getByText(`Detective ${number}:`).waitFor();
      await turn(page);
      const station = (await lit(page))[0];
      const box = await page.locator(`.target[data-station="${station}"] .lit`).boundingBox();
      await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
      if ((await page.locator(".chooser").count()) > 0) await page.locator(".chooser button").first().click();
    }
    await page.locator(".statebar").getByText("Detective 1:").waitFor();
  },

  async "a server that is killed and started again goes on with the page"(kit) {
    const first = await startServer();
    const own = new Kit(kit.browser, first.url);
    const page = await own.page();
    const { id, links } = await own.create({ seats: { mr_x: agent("random"), detectives: HUMAN } });
    await own.open(page, `#/game/${id}/${links.detectives[0]}`);
    for (let i = 0; i < 6; i++) {
      await turn(page);
      await move(page);
    }
    await turn(page);
    const before = await plies(page);
    await first.stop({ signal: "SIGKILL", keep: true });
    await page.getByText("Connection lost").waitFor();
    const second = await startServer({ port: new URL(first.url).port, data: first.data });
    await page.getByText("Connection lost").waitFor({ state: "detached" });
    assert.equal(await plies(page), before, "no move is lost");
    await turn(page);
    await move(page);
    own.errors = own.errors.filter((error) => !/ERR_CONNECTION|WebSocket/.test(error));
    await own.close();
    await second.stop();
  },

  async "a wrong link is told in a sentence"(kit) {
    const page = await kit.page();
    const { id } = await kit.create({ seats: { mr_x: agent("random"), detectives: HUMAN } });
    await kit.open(page, `#/game/${id}/not-a-token`);
    await page.locator(".fault").waitFor();
    kit.errors = [];
  },

  async "any grid is played by its numbers"(kit) {
    const page = await kit.page();
    await kit.open(page);
    await page.getByText("More: one screen").click();
    const grid = page.getByLabel("Or any grid: size, detectives, rounds");
    await grid.fill("6, 2, 12");
    await grid.press("Tab");
    await page.getByRole("combobox", { name: "Rules" }).getByText("Grid 6×6").waitFor({ state: "attached" });
    await page.getByRole("radio", { name: "Easy" }).click();
    await page.getByRole("button", { name: /Play as Mr X/ }).click();
    await turn(page);
    assert.equal(await page.locator(".station").count(), 36);
  },

  async "agents are watched, paused and sped up"(kit) {
    const page = await kit.page();
    await kit.open(page);
    await page.getByRole("radio", { name: "Easy" }).click();
    await page.getByText("More: one screen").click();
    await page.locator(".mode", { hasText: "Watch" }).getByRole("button").click();
    await page.getByRole("button", { name: "Pause" }).click();
    await page.getByRole("button", { name: "Go on" }).waitFor();
    const stopped = await plies(page);
    await page.waitForTimeout(900);
    assert.ok((await plies(page)) <= stopped + 1);
    assert.equal(await page.locator(".piece.mr-x").count(), 1);
    await page.getByRole("radio", { name: "Detectives' eyes" }).click();
    await page.waitForFunction(
      () => document.querySelector(".table[data-ply]") && document.querySelectorAll(".piece.mr-x").length === 0,
    );
    await page.getByRole("radio", { name: "Top" }).click();
    await page.getByRole("button", { name: "Go on" }).click();
    await page.waitForSelector(".end", { timeout: 30000 });
  },
};
