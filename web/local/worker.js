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
/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;

/** What is done one after the other. */
let last = Promise.resolve();

/** @param {() => void | Promise<void>} work */
function inTurn(work) {
  last = last.then(work).catch((fault) => postMessage({ type: "broken", fault: String(fault?.stack ?? fault) }));
}

// ----- The worker that studies.

/** @type {Worker | null} */
let helper = null;
let questions = 0;
/** @type {Map<number, { message: any, resolve: (reply: any) => void, reject: (fault: Error) => void }>} */
const open = new Map();

function startHelper() {
  helper?.terminate();
  helper = new Worker(new URL("./study.js", import.meta.url), { type: "module" });
  helper.postMessage({ module });
  helper.addEventListener("message", ({ data: { number, reply, fault, broken } }) => {
    const question = open.get(number);
    if (!question) return;
    open.delete(number);
    if (fault === undefined) question.resolve(reply);
    else question.reject(new Error(fault));
    if (broken) startHelper();
  });
  for (const { message } of open.values()) helper.postMessage(message);
}

/** @param {any} message @returns {{ number: number, answer: Promise<any> }} */
function study(message) {
  const number = ++questions;
  const asked = { number, ...message };
  const answer = new Promise((resolve, reject) => open.set(number, { message: asked, resolve, reject }));
  if (helper) helper.postMessage(asked);
  else startHelper();
  return { number, answer };
}

/** Ends a thought that leads nowhere, so that nobody waits for it. @param {string} game */
function stopThinking(game) {
  const thought = thinking.get(game);
  if (!thought) return;
  thinking.delete(game);
  if (open.delete(thought.question)) startHelper();
}

/** @param {Thought} thought */
async function think({ game, epoch, pace_ms, covered }) {
  const begun = Date.now();
  const { number, answer } = study({ think: game, documents: JSON.parse(engine.context(game)) });
  thinking.set(game, { epoch, question: number });
  /** @type {string | undefined} */
  let move;
  let fault = "";
  try {
    move = await answer;
  } catch (error) {
    fault = String(/** @type {Error} */ (error).message);
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
  for (const { key } of writes) {
    engine.forget(key);
    await reload(key);
  }
  show(JSON.parse(engine.takeChanges()));
}

/** @param {string} key */
async function reload(key) {
  const text = await store.get(key).catch(() => undefined);
  if (text === undefined) engine.forget(key);
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
    study({ request: JSON.stringify(request), documents }).answer.then(
      (answer) => reply(JSON.parse(answer)),
      (fault) => reply(refusal(503, "unavailable", String(fault.message))),
    );
    return;
  }
  for (let tries = 0; ; tries++) {
    engine.setNow(Date.now());
    const answer = JSON.parse(engine.request(JSON.stringify(request)));
    if (tries < 3 && (await missing())) continue;
    const refused = await settle();
    reply(refused ? refusal(refused.code === "store_conflict" ? 409 : 507, refused.code, refused.error) : answer);
    return;
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

async function begin() {
  [store, module] = await Promise.all([openStore(), compile()]);
  const glue = await start(module);
  LocalEngine = glue.LocalEngine;
  engine = new LocalEngine();
  engine.setNow(Date.now());
  let unreadable = 0;
  for (const text of await store.all()) if (engine.load(text)) unreadable++;
  postMessage({ type: "ready", durable: store.durable, unreadable });
  startHelper();
}

const begun = begin().catch((fault) => {
  postMessage({ type: "failed", fault: String(fault?.message ?? fault) });
  return new Promise(() => {});
});

addEventListener("message", ({ data }) => {
  inTurn(async () => {
    await begun;
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
