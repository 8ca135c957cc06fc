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

/** Whether this browser has the wide instructions that the faster engine uses. */
const hasWide = () =>
  // The smallest module with a vector in it: a function that makes one of zeros and takes a lane.
  WebAssembly.validate(
    new Uint8Array([
      0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0, 253, 15, 253, 98, 11,
    ]),
  );

/** @returns {Promise<WebAssembly.Module>} */
export async function compile() {
  if (typeof WebAssembly !== "object") throw new Error("no WebAssembly");
  if (typeof DecompressionStream === "function") return WebAssembly.compile(await unpacked("engine.bin"));
  // Older browsers cannot unpack; they load more.
  return WebAssembly.compile(await (await ask("engine.wasm")).arrayBuffer());
}

export { hasWide };

/**
 * An engine of a compiled module.
 * @param {WebAssembly.Module} module
 * @returns {Promise<any>} the class `LocalEngine`
 */
export async function start(module) {
  const glue = await import(address("yard_wasm.js").href);
  await glue.default({ module_or_path: module });
  return glue;
}
