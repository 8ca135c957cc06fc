// Runs the browser tests: `node browser.mjs [NAME..]`. Each case gets pages of its own, once on a server and once without
// one. A file says in `needsServer` which of its cases truly need a server (`true`: all of them), and in `needsSite` that
// they are about the page without one.
//
//   YARD_ENGINE   `server` or `local`: only that one

import { readdir } from "node:fs/promises";
import path from "node:path";
import { HERE, Kit, LocalKit, launch, ROOT, startServer } from "./lib.mjs";
import { startHost } from "./static.mjs";

const wanted = process.argv.slice(2);
const files = (await readdir(path.join(HERE, "cases"))).filter((name) => name.endsWith(".mjs")).sort();
const engines = process.env.YARD_ENGINE ? [process.env.YARD_ENGINE] : ["server", "local"];
const server = engines.includes("server") ? await startServer() : null;
const site = process.env.YARD_SITE ?? path.join(ROOT, "dist");
// Below some path, as on most hosts.
const host = engines.includes("local") ? await startHost(site, { base: "/games/yard/" }) : null;
const browser = await launch();
const begun = performance.now();
let failed = 0;
let run = 0;

/** @param {any} module @param {string} name @param {string} engine */
function isFor({ needsServer = [], needsSite = false }, name, engine) {
  if (engine === "server") return !needsSite;
  return needsServer !== true && !needsServer.includes(name);
}

for (const engine of engines) {
  for (const file of files) {
    const module = await import(path.join(HERE, "cases", file));
    for (const [name, test] of Object.entries(module.cases)) {
      if (wanted.length > 0 && !wanted.some((word) => name.includes(word) || file.includes(word))) continue;
      if (!isFor(module, name, engine)) continue;
      const started = performance.now();
      const kit = engine === "server" ? new Kit(browser, server.url) : new LocalKit(browser, host.url);
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
      console.log(`${fault ? "FAILED" : "ok"}  ${name}${engine === "local" ? " (in the page)" : ""}  ${seconds} s`);
      if (fault) {
        failed++;
        console.error(fault.stack ?? fault);
      }
    }
  }
}
await browser.close();
await server?.stop();
await host?.stop();
console.log(`${run - failed} of ${run} browser tests passed in ${((performance.now() - begun) / 1000).toFixed(0)} s`);
process.exit(failed > 0 || run === 0 ? 1 : 0);
