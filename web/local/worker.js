// The first worker: it has the games, keeps them, and alone changes them. The page gets views of its seats from here and
// nothing else; the truth stays in this worker, in the one that studies, and in the database.

import { compile, start, unpacked } from "./load.js";
import { MemoryStore, openStore, StoreError } from "./store.js";

/** @typedef {import("./store.js").Write} Write */
/** @typedef {{ game: string, epoch: number, pace_ms: number, covered: boolean }} Thought */

/** Moves of Mr X's agents are shown to those who hunt him at multiples of this time. */
const TICK = 250;
/** Tells other tabs which documents have changed. */
const channel = typeof BroadcastChannel === "function" ? new BroadcastChannel("yard-documents") : null;

/** @type {any} */
let engine;
/** @type {any} */
let LocalEngine;
/** @type {import("./store.js").DatabaseStore | MemoryStore} */
let store = new MemoryStore();
/** @type {WebAssembly.Module} */
let module;
/** Games for whose agents somebody thinks. @type {Map<string, { epoch: number, question: number }>} */
const thinking = new Map();
/** Games whose agents need the larger engine. @type {Set<string>} */
const heavy = new Set();
/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;

/** What is done one after the other. */
let last = Promise.resolve();

/** @param {() => void | Promise<void>} work */
function inTurn(work) {
  last = last.then(work).catch((fault) => postMessage({ type: "broken", fault: String(fault?.stack ?? fault) }));
}

// ----- The workers that think and study.

let questions = 0;

/** A worker that answers questions; one that is lost is replaced, and the open questions are asked again. */
class Helper {
  /** @type {Worker | null} */
  worker = null;
  /** @type {Map<number, { message: any, resolve: (answer: any) => void, reject: (fault: Error) => void }>} */
  open = new Map();

  /** @param {import("./load.js").Which} which */
  constructor(which) {
    this.which = which;
  }

  start() {
    this.worker?.terminate();
    this.worker = new Worker(new URL("./study.js", import.meta.url), { type: "module" });
    this.worker.postMessage({ which: this.which, module: this.which === "play" ? module : undefined });
    this.worker.addEventListener("message", ({ data: { number, fault, broken, ...answer } }) => {
      const question = this.open.get(number);
      if (!question) return;
      this.open.delete(number);
      if (fault === undefined) question.resolve(answer);
      else question.reject(new Error(fault));
      // What could not be loaded may be there next time.
      if (broken || fault !== undefined) this.start();
    });
    for (const { message } of this.open.values()) this.worker.postMessage(message);
  }

  /** @param {any} message @returns {{ number: number, answer: Promise<any> }} */
  ask(message) {
    const number = ++questions;
    const asked = { number, ...message };
    const answer = new Promise((resolve, reject) => this.open.set(number, { message: asked, resolve, reject }));
    if (this.worker) this.worker.postMessage(asked);
    else this.start();
    return { number, answer };
  }

  /** Gives up a question, and the work on it. @param {number} number */
  giveUp(number) {
    if (this.open.delete(number)) this.start();
  }
}

/** Agents think in the first, unless they need what only the second has. */
const thinker = new Helper("play");
const student = new Helper("study");

/** What an engine says of agents that it was built without. */
const LEFT_OUT = /is not part of this engine/;

/** Ends a thought that leads nowhere, so that nobody waits for it. @param {string} game */
function stopThinking(game) {
  const thought = thinking.get(game);
  if (!thought) return;
  thinking.delete(game);
  thinker.giveUp(thought.question);
  student.giveUp(thought.question);
}

/** @param {Thought} thought */
async function think({ game, epoch, pace_ms, covered }) {
  const begun = Date.now();
  const question = { think: game, documents: JSON.parse(engine.context(game)) };
  /** @type {string | undefined} */
  let move;
  let fault = "";
  for (const helper of heavy.has(game) ? [student] : [thinker, student]) {
    const { number, answer } = helper.ask(question);
    thinking.set(game, { epoch, question: number });
    try {
      move = (await answer).reply;
      break;
    } catch (error) {
      fault = String(/** @type {Error} */ (error).message);
      if (!LEFT_OUT.test(fault) || thinking.get(game)?.epoch !== epoch) break;
      heavy.add(game);
    }
  }
  const spent = Date.now() - begun;
  const shown = covered ? Math.max(1, Math.ceil(spent / TICK)) * TICK : spent;
  await new Promise((resolve) => setTimeout(resolve, Math.max(pace_ms, shown) - spent));
  inTurn(async () => {
    if (thinking.get(game)?.epoch !== epoch) return;
    thinking.delete(game);
    engine.setNow(Date.now());
    engine.thought(game, epoch, move, fault);
    tellRefused(await settle());
  });
}

// ----- What follows from a question.

/** The code of what the store refused; the page has the sentence. @param {unknown} fault */
const storeFault = (fault) => ({ code: `store_${fault instanceof StoreError ? fault.kind : "broken"}`, error: "" });

/**
 * Keeps what has changed, then shows it. What cannot be kept has not happened.
 * @returns {Promise<{ code: string, error: string } | null>} what the store refused
 */
async function settle() {
  const changes = JSON.parse(engine.takeChanges());
  /** @type {Write[]} */
  const writes = changes.writes;
  if (writes.length > 0) {
    try {
      await store.write(writes);
      channel?.postMessage(writes.map(({ key }) => key));
    } catch (fault) {
      await goBack(writes);
      return storeFault(fault);
    }
  }
  show(changes);
  return null;
}

/** Tells the page what happened without its asking. Another tab that was quicker is nothing to talk about. @param {{ code: string, error: string } | null} refused */
function tellRefused(refused) {
  if (refused && refused.code !== "store_conflict") postMessage({ type: "store", ...refused });
}

/** @param {any} changes */
function show(changes) {
  for (const game of changes.stopped) stopThinking(game);
  for (const { socket, text } of changes.frames) postMessage({ type: "frame", socket, text });
  for (const thought of changes.thoughts) void think(thought);
  clearTimeout(timer);
  if (changes.timer !== null) timer = setTimeout(tick, Math.max(0, changes.timer - Date.now()) + 5);
}

function tick() {
  inTurn(async () => {
    engine.setNow(Date.now());
    engine.tick();
    tellRefused(await settle());
  });
}

/** The engine goes back to what is kept. @param {Write[]} writes */
async function goBack(writes) {
  for (const { key } of writes) await reload(key, true);
  show(JSON.parse(engine.takeChanges()));
}

/** @param {string} key @param {boolean} [back] it counts, whatever the engine has */
async function reload(key, back = false) {
  const text = await store.get(key).catch(() => undefined);
  if (text === undefined) engine.forget(key);
  else if (back) engine.reload(text);
  else engine.load(text);
}

channel?.addEventListener("message", ({ data: keys }) =>
  inTurn(async () => {
    if (!engine) return;
    engine.setNow(Date.now());
    for (const key of keys) await reload(key);
    await settle();
  }),
);

// ----- What the page asks.

/** @param {number} number @param {{ method: string, path: string, token?: string, body?: string }} request */
async function request(number, request) {
  const reply = (/** @type {any} */ answer) => postMessage({ type: "reply", number, answer });
  if (LocalEngine.isStudy(request.path, request.method)) {
    const id = /^api\/games\/([^/?]+)/.exec(request.path)?.[1];
    const documents = id ? JSON.parse(engine.context(decodeURIComponent(id))) : [];
    student.ask({ request: JSON.stringify(request), documents }).answer.then(
      (answer) => reply(JSON.parse(answer.reply)),
      (fault) => reply(refusal(503, "unavailable", String(fault.message))),
    );
    return;
  }
  for (let tries = 0; ; tries++) {
    engine.setNow(Date.now());
    const answer = JSON.parse(engine.request(JSON.stringify(request)));
    if (tries < 3 && (await missing())) continue;
    if (LEFT_OUT.test(answer.body) && answer.status === 400) return createElsewhere(number, request);
    const refused = await settle();
    reply(refused ? refusal(refused.code === "store_conflict" ? 409 : 507, refused.code, refused.error) : answer);
    return;
  }
}

/**
 * A game with agents that this engine was built without: the other one makes it, and it is kept here.
 * @param {number} number @param {any} request
 */
async function createElsewhere(number, request) {
  const reply = (/** @type {any} */ answer) => postMessage({ type: "reply", number, answer });
  try {
    const { reply: made, writes } = await student.ask({ request: JSON.stringify(request), documents: [] }).answer;
    await store.write(writes);
    for (const { key } of writes) await reload(key);
    reply(JSON.parse(made));
  } catch (fault) {
    const { code, error } =
      fault instanceof StoreError ? storeFault(fault) : { code: "unavailable", error: String(fault) };
    reply(refusal(503, code, error));
  }
}

/** Hands in the files that were needed; tells whether there were any. */
async function missing() {
  /** @type {string[]} */
  const needs = JSON.parse(engine.takeNeeds());
  for (const name of needs) engine.give(name, await unpacked(`data/${name}.bin`));
  return needs.length > 0;
}

/** @param {number} status @param {string} code @param {string} error */
const refusal = (status, code, error) => ({ status, body: JSON.stringify({ code, error }), kind: "application/json" });

/** A message of an open seat. @param {{ socket: number, game: string, text: string }} message */
async function receive({ socket, game, text }) {
  engine.setNow(Date.now());
  engine.receive(socket, game, text);
  const refused = await settle();
  if (!refused) return;
  const { id } = JSON.parse(text);
  postMessage({ type: "frame", socket, text: JSON.stringify({ type: "error", id, ...refused }) });
}

/** All games as a file; the page gets its address only. @param {number} number @param {string} settings of the page */
async function exportGames(number, settings) {
  const text = JSON.stringify({ ...JSON.parse(engine.export()), page: settings });
  let body = /** @type {BodyInit} */ (text);
  if (typeof CompressionStream === "function")
    body = /** @type {ReadableStream} */ (new Blob([text]).stream().pipeThrough(new CompressionStream("gzip")));
  const file = await new Response(body).blob();
  postMessage({ type: "reply", number, answer: { url: URL.createObjectURL(file), bytes: file.size } });
}

/** @param {number} number @param {File} file */
async function bringGames(number, file) {
  const tell = (/** @type {any} */ answer) => postMessage({ type: "reply", number, answer });
  try {
    const bytes = new Uint8Array(await file.arrayBuffer());
    const packed = bytes[0] === 0x1f && bytes[1] === 0x8b;
    const stream = new Blob([bytes]).stream();
    const text = await new Response(packed ? stream.pipeThrough(new DecompressionStream("gzip")) : stream).text();
    const { page, ...games } = JSON.parse(text);
    engine.setNow(Date.now());
    const brought = JSON.parse(engine.bring(JSON.stringify(games)));
    const refused = await settle();
    tell(refused ?? { ...brought, page });
  } catch {
    tell({ code: "bad_file", error: "" });
  }
}

/** @returns {Promise<any>} what the page should know */
async function begin() {
  const compiled = compile("play");
  const [opened, glue] = await Promise.all([openStore(), start("play", compiled)]);
  [store, module, LocalEngine] = [opened, await compiled, glue.LocalEngine];
  engine = new LocalEngine();
  engine.setNow(Date.now());
  let unreadable = 0;
  for (const text of await store.all()) if (engine.load(text)) unreadable++;
  // The page is more urgent; who needs it sooner starts it.
  setTimeout(() => thinker.worker ?? thinker.start(), 1000);
  return { type: "ready", durable: store.durable, unreadable };
}

const begun = begin();
// The page may begin to listen later than this fails.
begun.catch(() => {});

/** Tells the page how the beginning went. The page may be younger than this worker, so it asks. */
const tellBegun = () =>
  begun.then(
    (news) => postMessage(news),
    (fault) => postMessage({ type: "failed", fault: String(fault?.message ?? fault) }),
  );

addEventListener("message", ({ data }) => {
  if (data.type === "listen") return void tellBegun();
  inTurn(async () => {
    // Without an engine nobody answers; the page was told.
    await begun.catch(() => new Promise(() => {}));
    switch (data.type) {
      case "request":
        return request(data.number, data.request);
      case "message":
        return receive(data);
      case "close":
        engine.close(data.socket);
        await settle();
        return;
      case "export":
        return exportGames(data.number, data.settings);
      case "bring":
        return bringGames(data.number, data.file);
    }
  });
});
