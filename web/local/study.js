// The second worker: agents think here, and whatever else takes longer than a moment is worked out here. It has no
// games of its own; each question brings the documents that it needs.

import { start, unpacked } from "./load.js";

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
  const { engine } = await ready;
  engine.setNow(Date.now());
  for (const text of documents) engine.load(text);
  try {
    const reply = await withFiles(engine, () => (think ? engine.think(think) : engine.request(request)));
    postMessage({ number, reply });
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

addEventListener("message", ({ data }) => {
  if (data.module) ready = start(data.module).then(({ LocalEngine }) => ({ engine: new LocalEngine() }));
  else void answer(data);
});
