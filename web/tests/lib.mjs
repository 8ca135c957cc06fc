// What the browser tests share: a server of their own, a browser, and hands that click.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";

export const HERE = path.dirname(fileURLToPath(import.meta.url));
export const ROOT = path.resolve(HERE, "../..");
/** Where screenshots for the documents go when `YARD_SCREENSHOTS=1`. */
const PICTURES = path.join(ROOT, "docs/images");

/** Starts `yard serve` on a free port with data of its own. */
export async function startServer({ port = 0, data } = {}) {
  data ??= await mkdtemp(path.join(tmpdir(), "yard-web-"));
  const bin = process.env.YARD_BIN ?? path.join(ROOT, "target/debug/yard");
  const child = spawn(bin, ["serve", "--port", String(port), "--data", data, "--no-open"], {
    stdio: ["ignore", "pipe", "pipe"],
  });
  let text = "";
  const url = await new Promise((resolve, reject) => {
    const read = (chunk) => {
      text += chunk;
      const match = /http:\/\/[\d.]+:\d+\//.exec(text);
      if (match) resolve(match[0]);
    };
    child.stdout.on("data", read);
    child.stderr.on("data", read);
    child.on("exit", (code) => reject(new Error(`yard serve ended with ${code}: ${text}`)));
  });
  const stop = async ({ signal = "SIGTERM", keep = false } = {}) => {
    const gone = new Promise((resolve) => child.on("exit", resolve));
    child.kill(signal);
    await gone;
    if (!keep) await rm(data, { recursive: true, force: true });
  };
  return { url, data, stop };
}

export const launch = () =>
  chromium.launch({
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
    args: ["--no-sandbox", "--disable-gpu"],
  });

/**
 * In a page: gives one of its modules by a name that it exports. The page without a server has most of them joined in the
 * first file.
 */
export function pageModule() {
  globalThis.pageModule = async (file, name) => {
    const address = (path) => new URL(`assets/${path}`, document.baseURI).href;
    const joined = Object.values(await import(address("main.js")));
    return joined.find((module) => Object.hasOwn(module, name)) ?? import(address(file));
  };
}

/** The tools of one case; every page it opens must stay without errors. */
export class Kit {
  constructor(browser, url) {
    this.browser = browser;
    this.url = url;
    this.errors = [];
    this.contexts = [];
  }

  /** A page in a browser profile of its own. Nothing moves on it, which makes tests quick and steady. */
  async page({ width = 1280, height = 860, dark = false, motion = false, touch = false } = {}) {
    const context = await this.browser.newContext({
      viewport: { width, height },
      colorScheme: dark ? "dark" : "light",
      reducedMotion: motion ? "no-preference" : "reduce",
      hasTouch: touch,
      acceptDownloads: true,
    });
    this.contexts.push(context);
    await context.addInitScript(pageModule);
    const page = await context.newPage();
    page.setDefaultTimeout(15000);
    page.on("pageerror", (error) => this.errors.push(`page: ${error.stack ?? error}`));
    page.on("console", (message) => {
      if (message.type() === "error") this.errors.push(`console: ${message.text()} ${message.location().url}`);
    });
    return page;
  }

  async open(page, hash = "") {
    await page.goto(this.url + hash);
  }

  async post(route, body, token) {
    const answer = await fetch(new URL(route, this.url), {
      method: "POST",
      body: JSON.stringify(body),
      headers: { "Content-Type": "application/json", ...(token ? { Authorization: `Bearer ${token}` } : {}) },
    });
    assert.ok(answer.ok, `${route}: ${answer.status} ${await answer.clone().text()}`);
    return answer.json();
  }

  async get(route, token) {
    const answer = await fetch(new URL(route, this.url), {
      headers: token ? { Authorization: `Bearer ${token}` } : {},
    });
    assert.ok(answer.ok, `${route}: ${answer.status} ${await answer.clone().text()}`);
    return answer.json();
  }

  /**
   * A game without waiting between agents' moves; the seed makes a test pass always or never. Where several people play
   * there is none, and the test holds all seats.
   */
  create(body) {
    const { mr_x, detectives } = body.seats;
    const people = [mr_x, detectives].flat().filter(({ kind }) => kind === "human").length;
    return this.post("/api/games", {
      rules: "classic",
      pace_ms: 0,
      ...(people > 1 ? { claim: "all" } : { seed: 12 }),
      ...body,
    });
  }

  /** Keeps a picture for the documents. */
  async picture(page, name) {
    if (!process.env.YARD_SCREENSHOTS) return;
    await mkdir(PICTURES, { recursive: true });
    await page.screenshot({ path: path.join(PICTURES, `browser-${name}.jpg`), type: "jpeg", quality: 86 });
  }

  async close() {
    await Promise.all(this.contexts.map((context) => context.close()));
    assert.deepEqual(this.errors, []);
  }
}

/**
 * The same for the page without a server: games are in the profile of a page, so what a test asks is asked there.
 */
export class LocalKit extends Kit {
  local = true;

  /** The page whose engine is asked: the one that was opened last. */
  async hand() {
    if (this.contexts.length === 0) this.asking = [await super.page()];
    const page = this.contexts.at(-1).pages().at(-1);
    if (page.url() === "about:blank") await page.goto(this.url);
    await page.waitForFunction(async () => {
      const { engine } = await globalThis.pageModule("lib/engine.js", "engine");
      return engine().kind === "local";
    });
    return page;
  }

  /** A page that was opened for asking alone is the first that a test gets, unless it wants to touch it. */
  async page(options = {}) {
    const { width = 1280, height = 860, dark = false, motion = false, touch = false } = options;
    const [page] = this.asking ?? [];
    this.asking = null;
    if (!page || touch) return super.page(options);
    await page.setViewportSize({ width, height });
    await page.emulateMedia({
      colorScheme: dark ? "dark" : "light",
      reducedMotion: motion ? "no-preference" : "reduce",
    });
    return page;
  }

  async ask(method, route, body, token) {
    const page = await this.hand();
    const { status, text } = await page.evaluate(
      async ({ method, path, body, token }) => {
        const { engine } = await globalThis.pageModule("lib/engine.js", "engine");
        const headers = token ? { Authorization: `Bearer ${token}` } : {};
        const answer = await engine().fetch(path, { method, body, headers });
        return { status: answer.status, text: await answer.text() };
      },
      { method, path: route.replace(/^\//, ""), body: body === undefined ? "" : JSON.stringify(body), token },
    );
    assert.ok(status < 300, `${route}: ${status} ${text}`);
    return JSON.parse(text);
  }

  post(route, body, token) {
    return this.ask("POST", route, body, token);
  }

  get(route, token) {
    return this.ask("GET", route, undefined, token);
  }
}

export const HUMAN = { kind: "human" };
export const agent = (spec) => ({ kind: "agent", spec });

/** Id and token of the game a page shows; the address names the seat, and the browser keeps the token. */
export function seatOf(page) {
  return page.evaluate(() => {
    const [, , id, key] = location.hash.split("/");
    const held = JSON.parse(localStorage.getItem("yard.games") ?? "[]").find((game) => game.id === id);
    return { id, token: held?.seats?.[key] ?? key };
  });
}

/** Waits until it is this page's turn or the game is over; tells which. */
export async function turn(page) {
  await page.waitForFunction(
    () => document.querySelector(".target, .end") || document.querySelector(".statebar .primary"),
    null,
    { polling: 30 },
  );
  return (await page.locator(".end").count()) > 0 ? "over" : "mine";
}

/** Where a station is on the screen. */
export async function spot(page, station) {
  const box = await page.locator(`.target[data-station="${station}"] .lit`).boundingBox();
  assert.ok(box, `station ${station} is lit`);
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/** All lit stations. */
export const lit = (page) =>
  page.locator(".target").evaluateAll((all) => all.map((target) => Number(target.dataset.station)));

/** The number of moves that the page has seen. */
export const plies = (page) => page.evaluate(() => Number(document.querySelector(".table")?.getAttribute("data-ply")));

/** Clicks a lit station with the mouse, and a ticket if it is asked for. */
export async function clickStation(page, station, ticket) {
  const { x, y } = await spot(page, station);
  await page.mouse.click(x, y);
  const chooser = page.locator(".chooser button");
  if ((await chooser.count()) > 0)
    await (ticket ? page.locator(`.chooser .${ticket}`).first() : chooser.first()).click();
}

/** What can be clicked now, in one question. */
const offer = (page) =>
  page.evaluate(() => ({
    ply: Number(document.querySelector(".table").getAttribute("data-ply")),
    pass: Boolean(document.querySelector(".statebar .primary")),
    spots: [...document.querySelectorAll(".target")].map((target) => {
      const box = target.querySelector(".lit").getBoundingClientRect();
      return {
        station: Number(target.getAttribute("data-station")),
        x: box.x + box.width / 2,
        y: box.y + box.height / 2,
      };
    }),
  }));

/** One move of whoever is to move on this page; waits until the server has it. */
export async function move(page, choose = (stations) => stations[0]) {
  const { ply, pass, spots } = await offer(page);
  if (pass) await page.locator(".statebar .primary").click();
  else {
    const station = choose(spots.map((spot) => spot.station));
    const { x, y } = spots.find((spot) => spot.station === station);
    await page.mouse.click(x, y);
    // The plain ticket, where the menu asks.
    await page.evaluate(() => document.querySelector(".chooser button")?.click());
  }
  await page.waitForFunction((old) => Number(document.querySelector(".table")?.getAttribute("data-ply")) > old, ply, {
    polling: 20,
  });
}

/** Plays to the end. */
export async function playOut(page, choose) {
  let moves = 0;
  while ((await turn(page)) === "mine") {
    await move(page, choose);
    assert.ok(++moves < 400, "the game ends");
  }
  return moves;
}
