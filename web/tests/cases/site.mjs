// The page without a server: offline, new versions, tabs, storage that refuses, files, secrets, and what a visit costs.

import assert from "node:assert/strict";
import path from "node:path";
import { agent, HUMAN, LocalKit, lit, move, pageModule, plies, ROOT, turn } from "../lib.mjs";
import { startHost } from "../static.mjs";

export const needsSite = true;

const SITE = process.env.YARD_SITE ?? path.join(ROOT, "dist");
/** What may be loaded until a first game can be played: 2.5 seconds at 1.6 Mbit/s, which leaves the rest of three for starting. */
const FIRST_VISIT = 500_000;
/** So often a first game may ask: each time costs a way there and back. */
const FIRST_REQUESTS = 15;
/** What playing London may cost at every level, compressed. */
const LONDON = 1_000_000;

/** A host of the case's own, with files that it may change. */
async function withHost(kit, test, options = {}) {
  const host = await startHost(SITE, { base: "/", ...options });
  const own = new LocalKit(kit.browser, host.url);
  try {
    await test(own, host);
  } finally {
    await Promise.all(own.contexts.map((context) => context.close()));
    await host.stop();
  }
  assert.deepEqual(own.errors, []);
}

/** The service worker has everything and is in charge. */
const keptOffline = (page) =>
  page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    if (!navigator.serviceWorker.controller)
      await new Promise((resolve) => navigator.serviceWorker.addEventListener("controllerchange", resolve));
  });

/** A text before all that the worker does. */
const before = (text) => (name, source) => (name === "assets/local/worker.js" ? `${text}\n${source}` : undefined);

/** A database that is full while a test says so. */
const FULL = `
let full = false;
new BroadcastChannel("full").onmessage = ({ data }) => { full = data; };
const begin = IDBDatabase.prototype.transaction;
IDBDatabase.prototype.transaction = function (...args) {
  const transaction = begin.apply(this, args);
  if (full && args[1] === "readwrite") {
    Object.defineProperty(transaction, "error", { value: new DOMException("", "QuotaExceededError") });
    queueMicrotask(() => transaction.abort());
  }
  return transaction;
};`;

const toast = (page, text) => page.locator(".toast", { hasText: text }).first().waitFor();

export const cases = {
  async "after one visit everything works with the network off"(kit) {
    await withHost(kit, async (own, host) => {
      const page = await own.page();
      await own.open(page);
      await page.waitForSelector(".big-choice");
      await keptOffline(page);
      host.down = true;
      await page.reload();
      await page.getByRole("button", { name: /Play as Mr X/ }).click();
      await turn(page);
      await move(page);
      await turn(page);
      await own.open(page, "#/assistant");
      await page
        .getByRole("button", { name: /Begin|Start/ })
        .first()
        .waitFor();
      const record = "yard-record 1\nrules classic\nstart ? 26 29 50 53 91\n1 T? | T15 T16 T37 T69 T105\n";
      const told = await own.post("api/assist", { record, suggest: true, stage: "quick" });
      assert.ok(told.candidates.length > 0 && told.suggestions !== undefined, "the assistant works");
      await own.open(page, "#/puzzles/daily");
      await page.locator(".target").first().waitFor({ state: "attached" });
    });
  },

  async "a new version is told, waits until it is wanted, and the game goes on"(kit) {
    await withHost(kit, async (own, host) => {
      const page = await own.page();
      await own.open(page);
      await page.waitForSelector(".big-choice");
      await keptOffline(page);
      const { id, links } = await own.create({ seats: { mr_x: HUMAN, detectives: agent("random") } });
      await own.open(page, `#/game/${id}/${links.mr_x}`);
      await turn(page);
      await move(page);
      await turn(page);
      const ply = await plies(page);
      host.change = (name, text) => {
        if (name === "sw.js") return text.replace(/const VERSION = .*/, 'const VERSION = "next";');
        return name === "assets/main.js" ? `${text}\nglobalThis.nextVersion = true;\n` : undefined;
      };
      await page.evaluate(async () => (await navigator.serviceWorker.getRegistration()).update());
      await page.locator(".update").waitFor();
      assert.equal(await page.evaluate(() => globalThis.nextVersion), undefined, "nothing changes unasked");
      await move(page);
      await turn(page);
      const after = await plies(page);
      assert.ok(after > ply, "the game goes on meanwhile");
      await Promise.all([page.waitForNavigation(), page.getByRole("button", { name: "Load it" }).click()]);
      await turn(page);
      assert.equal(await plies(page), after, "no move is lost");
      assert.equal(await page.evaluate(() => globalThis.nextVersion), true);
    });
  },

  async "two tabs on one game show the same and lose nothing"(kit) {
    const page = await kit.page();
    const { id, links } = await kit.create({ seats: { mr_x: HUMAN, detectives: agent("random") } });
    const address = `#/game/${id}/${links.mr_x}`;
    await kit.open(page, address);
    await turn(page);
    const other = await page.context().newPage();
    await kit.open(other, address);
    for (const [mover, watcher] of [
      [page, other],
      [other, page],
      [page, other],
    ]) {
      await turn(mover);
      await move(mover);
      await turn(mover);
      const ply = await plies(mover);
      await watcher.waitForFunction(
        (n) => Number(document.querySelector(".table")?.getAttribute("data-ply")) === n,
        ply,
      );
      assert.deepEqual(await lit(watcher), await lit(mover));
    }
    await other.close();
  },

  async "a full store is told, and nothing is changed or lost"(kit) {
    const change = before(FULL);
    await withHost(
      kit,
      async (own) => {
        const page = await own.page();
        const { id, links } = await own.create({ seats: { mr_x: HUMAN, detectives: agent("random") } });
        await own.open(page, `#/game/${id}/${links.mr_x}`);
        await turn(page);
        await page.evaluate(() => new BroadcastChannel("full").postMessage(true));
        const [station] = await lit(page);
        const box = await page.locator(`.target[data-station="${station}"] .lit`).boundingBox();
        await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
        await page.evaluate(() => document.querySelector(".chooser button")?.click());
        await toast(page, "no room left");
        assert.equal(await plies(page), 0);
        await page.evaluate(() => new BroadcastChannel("full").postMessage(false));
        await turn(page);
        await move(page);
        await turn(page);
        const ply = await plies(page);
        await page.reload();
        await turn(page);
        assert.equal(await plies(page), ply, "it is kept again");
      },
      { change },
    );
  },

  async "a browser that keeps nothing plays, and says so"(kit) {
    const change = before('indexedDB.open = () => { throw new DOMException("no", "SecurityError"); };');
    await withHost(
      kit,
      async (own) => {
        const page = await own.page();
        await own.open(page);
        await toast(page, "This browser keeps nothing here");
        await page.getByRole("button", { name: /Play as Mr X/ }).click();
        await turn(page);
        await move(page);
        await turn(page);
      },
      { change },
    );
  },

  async "a browser without WebAssembly is told so"(kit) {
    await withHost(
      kit,
      async (own) => {
        const page = await own.page();
        await page.addInitScript(() => delete globalThis.WebAssembly);
        await own.open(page);
        await page.getByText("This browser is too old").waitFor();
      },
      { change: before("delete globalThis.WebAssembly;") },
    );
  },

  async "an older browser compiles the engine when it is all there"(kit) {
    await withHost(
      kit,
      async (own) => {
        const page = await own.page();
        await own.open(page);
        await page.getByRole("button", { name: /Play as Mr X/ }).click();
        await turn(page);
      },
      { change: before("delete WebAssembly.compileStreaming; delete globalThis.DecompressionStream;") },
    );
  },

  async "games travel in a file to another browser"(kit) {
    const page = await kit.page();
    await kit.open(page);
    await page.getByRole("button", { name: /Play as Mr X/ }).click();
    await turn(page);
    await move(page);
    await turn(page);
    const ply = await plies(page);
    const hash = await page.evaluate(() => location.hash);
    await page.getByRole("button", { name: "Settings" }).click();
    await page
      .getByRole("button", { name: "Take your games along" })
      .or(page.locator(".settings-nav button").last())
      .first()
      .click();
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "Save a file" }).click(),
    ]);
    const file = await download.path();
    const other = await kit.page();
    await kit.open(other);
    await other.getByRole("button", { name: "Settings" }).click();
    await other.locator(".settings-nav button").last().click();
    await other
      .locator("dialog input[type=file]")
      .setInputFiles({ name: "no.yard", mimeType: "text/plain", buffer: Buffer.from("no") });
    await other.getByText("This file has no games").waitFor();
    await other.locator("dialog input[type=file]").setInputFiles(file);
    await other.getByText("One game or log was taken in.").waitFor();
    await other.locator("dialog input[type=file]").setInputFiles(file);
    await other.getByText("One was here already.").waitFor();
    await other.goto(`${kit.url}${hash}`);
    await other.reload();
    await turn(other);
    assert.equal(await plies(other), ply);
  },

  async "the page hears the same wherever Mr X is"(kit) {
    /** All that the worker tells the page in a detectives' game with Mr X at a station. */
    const heard = async (start) => {
      let told = [];
      const change = before("let drawn = 0; crypto.getRandomValues = (bytes) => bytes.fill(drawn++ % 251);");
      await withHost(
        kit,
        async (own) => {
          const page = await own.page();
          await page.addInitScript(() => {
            globalThis.told = [];
            globalThis.Worker = class extends Worker {
              constructor(...args) {
                super(...args);
                this.addEventListener("message", ({ data }) => globalThis.told.push(JSON.stringify(data)));
              }
            };
            // Nothing that the page itself draws or measures may differ.
            let drawn = 0;
            crypto.getRandomValues = (bytes) => bytes.fill(drawn++ % 251);
            Date.now = () => 1_000_000;
          });
          await own.open(page);
          await page.waitForSelector(".big-choice");
          const { id, links } = await own.create({ seats: { mr_x: agent("random"), detectives: HUMAN } });
          await page.waitForTimeout(500);
          const { lines } = await own.get("api/rules/classic/board");
          const line = lines.find(
            ({ transport, from, to }) => transport === "taxi" && (from === start || to === start),
          );
          const first = `T${line.from === start ? line.to : line.from}`;
          // Mr X stands elsewhere, and has made one hidden move by taxi.
          await page.evaluate(
            ([key, start, first]) =>
              new Promise((resolve) => {
                indexedDB.open("yard").onsuccess = ({ target }) => {
                  const store = target.result.transaction("documents", "readwrite").objectStore("documents");
                  store.get(key).onsuccess = ({ target: { result } }) => {
                    const game = JSON.parse(result.text);
                    Object.assign(game, { start, moves: [first], created: 0, touched: 0, slots: 1 });
                    store.put({ text: JSON.stringify(game), revision: game.revision }, key).onsuccess = resolve;
                  };
                };
              }),
            [`game/${id}`, `${start} 26 29 50 53 91`, first],
          );
          await page.goto("about:blank");
          await own.open(page, `#/game/${id}/${links.detectives[0]}`);
          await turn(page);
          for (const kind of ["candidates", "belief"])
            await own.get(`api/games/${id}/help?kind=${kind}`, links.detectives[0]);
          for (let i = 0; i < 4; i++) {
            await turn(page);
            await move(page);
          }
          told = await page.evaluate(() => globalThis.told.filter((text) => !text.includes('"touched"')));
        },
        { change },
      );
      return told;
    };
    const here = await heard(45);
    const there = await heard(166);
    assert.ok(here.length > 8, `${here.length} messages`);
    assert.deepEqual(here, there);
  },

  async "the board goes on drawing while an agent thinks"(kit) {
    const page = await kit.page({ motion: true });
    // A thought of about a second: some sixty frames, of which a busy machine may lose many.
    const { id, links } = await kit.create({ seats: { mr_x: HUMAN, detectives: agent("pimbot:playouts=200000") } });
    await kit.open(page, `#/game/${id}/${links.mr_x}`);
    await turn(page);
    await page.evaluate(() => {
      globalThis.frames = 0;
      const count = () => {
        if (document.querySelector(".table")?.getAttribute("data-ply") === "1") globalThis.frames++;
        requestAnimationFrame(count);
      };
      count();
    });
    await move(page);
    await page.waitForFunction(() => Number(document.querySelector(".table")?.getAttribute("data-ply")) > 1, null, {
      timeout: 120000,
    });
    const frames = await page.evaluate(() => globalThis.frames);
    assert.ok(frames >= 10, `${frames} frames while the agent thought`);
  },

  async "a first visit costs little"(kit) {
    await withHost(kit, async (own, host) => {
      // What is kept for times without a network is loaded after that.
      const context = await kit.browser.newContext({ serviceWorkers: "block", viewport: { width: 1280, height: 860 } });
      own.contexts.push(context);
      await context.addInitScript(pageModule);
      const page = await context.newPage();
      const session = await context.newCDPSession(page);
      await session.send("Network.enable");
      const speed = 1.6e6 / 8;
      await session.send("Network.emulateNetworkConditions", {
        offline: false,
        latency: 40,
        downloadThroughput: speed,
        uploadThroughput: speed,
      });
      const begun = performance.now();
      await own.open(page);
      await page.getByRole("button", { name: /Play as Mr X/ }).click();
      await turn(page);
      const [bytes, requests] = [host.bytes, [...host.requests]];
      const seconds = (performance.now() - begun) / 1000;
      const most = bytes / speed;
      console.log(
        `    first game after ${bytes} bytes, ${requests.length} requests: ${seconds.toFixed(1)} s here, ${most.toFixed(1)} s on the line alone`,
      );
      assert.ok(bytes <= FIRST_VISIT, `${bytes} bytes`);
      assert.ok(requests.length <= FIRST_REQUESTS, `asked for ${requests.join(", ")}`);
      for (const name of ["models", "policies", "study.bin"])
        assert.ok(!host.requests.some((request) => request.includes(name)), `${name} is loaded when it is asked for`);
      await move(page);
      await turn(page);
      assert.ok(host.bytes <= LONDON, `${host.bytes} bytes for a game on London`);
    });
  },

  async "models and policies are loaded when they are first asked for"(kit) {
    await withHost(kit, async (own, host) => {
      const page = await own.page();
      await own.open(page);
      await page.waitForSelector(".big-choice");
      const play = async (rules, spec, file) => {
        const { id, links } = await own.create({ rules, seats: { mr_x: HUMAN, detectives: agent(spec) } });
        await own.open(page, `#/game/${id}/${links.mr_x}`);
        await turn(page);
        await move(page);
        await turn(page);
        assert.ok(
          host.requests.some((name) => name.endsWith(file)),
          file,
        );
      };
      await play("grid5", "nash", "policies/grid5.policy.bin");
      await play("grid5", "dqn:model=grid5", "models/grid5-detectives.safetensors.bin");
    });
  },

  async "it can be installed"(kit) {
    await withHost(kit, async (own, host) => {
      const page = await own.page();
      await own.open(page);
      await page.waitForSelector(".big-choice");
      await keptOffline(page);
      const session = await page.context().newCDPSession(page);
      const { installabilityErrors } = await session.send("Page.getInstallabilityErrors");
      const errors = installabilityErrors.map(({ errorId }) => errorId).filter((id) => id !== "in-incognito");
      assert.deepEqual(errors, []);
      const manifest = await (await fetch(new URL("manifest.webmanifest", host.url))).json();
      for (const { src } of manifest.icons) assert.ok((await fetch(new URL(src, host.url))).ok, src);
      for (const address of [manifest.start_url, manifest.scope, ...manifest.shortcuts.map(({ url }) => url)])
        assert.match(address, /^\.\//, "relative addresses only");
    });
  },
};
