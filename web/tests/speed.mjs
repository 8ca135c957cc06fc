// How fast the engine of the page is beside the native program; `scripts/site-speed` calls it.

import { execFileSync } from "node:child_process";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { unpacker } from "../local/unpack.js";
import { ROOT } from "./lib.mjs";

const [spec = "pimbot:playouts=3000", moves = "20", runs = "5"] = process.argv.slice(2);
const site = process.env.YARD_SITE ?? path.join(ROOT, "dist");
const glue = await import(path.join(site, "assets/wasm/play.js"));
glue.initSync({ module: unpacker().push(await readFile(path.join(site, "assets/wasm/play.bin"))) });

/** Checksum and seconds of one run. */
const native = () =>
  execFileSync(process.env.PLAYOUTS, [spec, moves], { encoding: "utf8" }).trim().split(" ").map(Number);
const inPage = () => {
  const begun = performance.now();
  const sum = glue.benchPlayouts(spec, Number(moves));
  return [sum, (performance.now() - begun) / 1000];
};

// V8 compiles hot code a second time, better; it must have done so.
for (let i = 0; i < 3; i++) inPage();
const [here, there] = [[], []];
for (let i = 0; i < Number(runs); i++) {
  const [a, b] = [inPage(), native()];
  if (a[0] !== b[0]) throw new Error(`${spec} decides otherwise in the page: ${a[0]} and ${b[0]}`);
  here.push(a[1]);
  there.push(b[1]);
}
const playouts = Number(/playouts=(\d+)/.exec(spec)?.[1] ?? 0) * Number(moves);
const best = { page: playouts / Math.min(...here), native: playouts / Math.min(...there) };
console.log(
  JSON.stringify({
    spec,
    moves: Number(moves),
    runs: Number(runs),
    page_playouts_a_second: Math.round(best.page),
    native_playouts_a_second: Math.round(best.native),
    ratio: Number((best.page / best.native).toFixed(3)),
  }),
);
