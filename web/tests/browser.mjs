// Runs the browser tests: `node browser.mjs [NAME..]`. Each case gets pages of its own on one server.

import { readdir } from "node:fs/promises";
import path from "node:path";
import { HERE, Kit, launch, startServer } from "./lib.mjs";

const wanted = process.argv.slice(2);
const files = (await readdir(path.join(HERE, "cases"))).filter((name) => name.endsWith(".mjs")).sort();
const server = await startServer();
const browser = await launch();
const begun = performance.now();
let failed = 0;
let run = 0;
for (const file of files) {
  const { cases } = await import(path.join(HERE, "cases", file));
  for (const [name, test] of Object.entries(cases)) {
    if (wanted.length > 0 && !wanted.some((word) => name.includes(word) || file.includes(word))) continue;
    const started = performance.now();
    const kit = new Kit(browser, server.url);
    let fault = null;
    try {
      await test(kit);
    } catch (error) {
      fault = error;
      if (process.env.YARD_TEST_SHOT) {
        await Promise.all(
          kit.contexts.flatMap((context, i) =>
            context
              .pages()
              .map((page) => page.screenshot({ path: `${process.env.YARD_TEST_SHOT}-${i}.png` }).catch(() => {})),
          ),
        );
      }
    }
    await kit.close().catch((error) => {
      fault ??= error;
    });
    run++;
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    console.log(`${fault ? "FAILED" : "ok"}  ${name}  ${seconds} s`);
    if (fault) {
      failed++;
      console.error(fault.stack ?? fault);
    }
  }
}
await browser.close();
await server.stop();
console.log(`${run - failed} of ${run} browser tests passed in ${((performance.now() - begun) / 1000).toFixed(0)} s`);
process.exit(failed > 0 || run === 0 ? 1 : 0);
