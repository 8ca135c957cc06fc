// Loads the engine and the files that it asks for. Only workers use this.

/** Where the files of the engine are. @param {string} name */
const address = (name) => new URL(`../wasm/${name}`, import.meta.url);

/** @param {string} name */
async function ask(name) {
  const answer = await fetch(address(name));
  if (!answer.ok) throw new Error(`${name}: ${answer.status}`);
  return answer;
}

/** The first bytes of a compressed file. */
const GZIP = [0x1f, 0x8b];

/**
 * The bytes of a file that lies compressed on the host. A host may unpack it on the way.
 * @param {string} name
 * @returns {Promise<Uint8Array<ArrayBuffer>>}
 */
export async function unpacked(name) {
  const bytes = new Uint8Array(await (await ask(name)).arrayBuffer());
  if (GZIP.some((byte, at) => bytes[at] !== byte)) return bytes;
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

/**
 * There are two engines: `play` has what a game needs, `study` everything else, too. A page loads the first at once and
 * the other when it is first asked for.
 * @typedef {"play" | "study"} Which
 */

/** @param {Which} which @returns {Promise<WebAssembly.Module>} */
export async function compile(which) {
  if (typeof WebAssembly !== "object") throw new Error("no WebAssembly");
  if (typeof DecompressionStream === "function") return WebAssembly.compile(await unpacked(`${which}.bin`));
  // Older browsers cannot unpack; they load more.
  return WebAssembly.compile(await (await ask(`${which}.wasm`)).arrayBuffer());
}

/**
 * Starts a compiled engine.
 * @param {Which} which
 * @param {WebAssembly.Module} module
 * @returns {Promise<any>} what it exports
 */
export async function start(which, module) {
  const glue = await import(address(`${which}.js`).href);
  await glue.default({ module_or_path: module });
  return glue;
}
