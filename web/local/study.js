// A worker for whatever takes longer than a moment: agents think in one, everything else is worked out in another. It
// has no games of its own; each question brings the documents that it needs.

import { compile, start, unpacked } from "./load.js";

/** @type {Promise<any>} */
let ready = new Promise(() => {});
/** Files that were handed to the engine. */
const given = new Set();
let stepping = false;

/**
 * @typedef {object} Question
 * @property {number} number
 * @property {string[]} documents
 * @property {string} [request] as JSON
 * @property {string} [think] the id of a game
 */

/**
 * Does something, and again with the files that it turned out to need.
 * @template T
 * @param {any} engine
 * @param {() => T} work
 * @returns {Promise<T>}
 */
async function withFiles(engine, work) {
  for (;;) {
    let answer;
    let fault;
    try {
      answer = work();
    } catch (error) {
      fault = error;
    }
    /** @type {string[]} */
    const needs = JSON.parse(engine.takeNeeds());
    const fresh = needs.filter((name) => !given.has(name));
    if (fresh.length === 0) {
      if (fault) throw fault;
      return /** @type {T} */ (answer);
    }
    for (const name of fresh) {
      engine.give(name, await unpacked(`data/${name}.bin`));
      given.add(name);
    }
  }
}

/** @param {Question} question */
async function answer({ number, documents, request, think }) {
  try {
    const { engine } = await ready;
    engine.setNow(Date.now());
    for (const text of documents) engine.load(text);
    const reply = await withFiles(engine, () => (think ? engine.think(think) : engine.request(request)));
    // Only a new game changes anything, and the first worker keeps it.
    const { writes } = JSON.parse(engine.takeChanges());
    postMessage({ number, reply, writes });
  } catch (fault) {
    // A trap leaves the engine in no state to go on; whoever asked starts another one.
    const broken = fault instanceof WebAssembly.RuntimeError;
    postMessage({ number, fault: String(/** @type {any} */ (fault)?.message ?? fault), broken });
  }
  if (!stepping) step();
}

/** Goes on with reviews while nobody asks for anything else. */
function step() {
  stepping = true;
  setTimeout(async () => {
    const { engine } = await ready;
    if (engine.step()) step();
    else stepping = false;
  });
}

/** @param {import("./load.js").Which} which @param {WebAssembly.Module} [module] if somebody has compiled it already */
async function begin(which, module) {
  const { LocalEngine } = await start(which, module ?? compile(which));
  return { engine: new LocalEngine() };
}

addEventListener("message", ({ data }) => {
  if (data.which) ready = begin(data.which, data.module);
  else void answer(data);
});
