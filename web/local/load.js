// Loads the engine and the files that it asks for. Only workers use this.

import { unpacker } from "./unpack.js";

/** Where the files of the engine are. @param {string} name */
const address = (name) => new URL(`../wasm/${name}`, import.meta.url);

/**
 * A file that lies packed on the host, piece by piece as it comes in.
 * @param {string} name
 * @returns {Promise<ReadableStream<Uint8Array<ArrayBuffer>>>}
 */
async function pieces(name) {
  const answer = await fetch(address(name));
  if (!answer.ok || !answer.body) throw new Error(`${name}: ${answer.status}`);
  const reader = answer.body.getReader();
  const unpack = unpacker();
  return new ReadableStream({
    async pull(controller) {
      for (;;) {
        const { done, value } = await reader.read();
        if (done) {
          if (!unpack.done()) throw new Error(`${name} is not whole`);
          controller.close();
          return;
        }
        const piece = unpack.push(value);
        if (piece.length > 0) {
          controller.enqueue(piece);
          return;
        }
      }
    },
    cancel: (reason) => reader.cancel(reason),
  });
}

/** @param {string} name @returns {Promise<Uint8Array<ArrayBuffer>>} the bytes of a file that lies packed on the host */
export async function unpacked(name) {
  return new Uint8Array(await new Response(await pieces(name)).arrayBuffer());
}

/**
 * There are two engines: `play` has what a game needs, `study` everything else, too. A page loads the first at once and
 * the other when it is first asked for.
 * @typedef {"play" | "study"} Which
 */

/** @param {Which} which @returns {Promise<WebAssembly.Module>} */
export async function compile(which) {
  if (typeof WebAssembly !== "object") throw new Error("no WebAssembly");
  if (typeof WebAssembly.compileStreaming !== "function") return WebAssembly.compile(await unpacked(`${which}.bin`));
  // It is compiled while it comes in.
  const kind = { headers: { "Content-Type": "application/wasm" } };
  return WebAssembly.compileStreaming(new Response(await pieces(`${which}.bin`), kind));
}

/**
 * Starts an engine.
 * @param {Which} which
 * @param {WebAssembly.Module | Promise<WebAssembly.Module>} module
 * @returns {Promise<any>} what it exports
 */
export async function start(which, module) {
  const [glue, compiled] = await Promise.all([import(address(`${which}.js`).href), module]);
  await glue.default({ module_or_path: compiled });
  return glue;
}
