// How the page's modules hang together: who may import whom, who alone knows the names of seats, and that every pure
// module has its test.

import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import test from "node:test";
import { fileURLToPath } from "node:url";

const HERE = path.dirname(fileURLToPath(import.meta.url));
const WEB = path.resolve(HERE, "../..");

/** The folders from the lowest to the highest, each with those it may import from besides itself. */
const ALLOWED = {
  i18n: [],
  lib: ["i18n"],
  // The engine of the page without a server, and what keeps the page for times without a network.
  local: ["lib"],
  board: ["lib"],
  seat: ["board", "lib"],
  // The assistant is a game screen whose moves are tapped in, so it needs the screen of a seat.
  assistant: ["seat", "board", "lib"],
  lab: ["board", "lib"],
  puzzles: ["seat", "board", "lib"],
  diary: ["seat", "lib"],
  pages: ["diary", "puzzles", "lab", "assistant", "seat", "board", "lib"],
};

const MODULES = Object.keys(ALLOWED).flatMap((folder) =>
  readdirSync(path.join(WEB, folder))
    .filter((name) => name.endsWith(".js"))
    .map((name) => `${folder}/${name}`),
);

/** @param {string} module */
const source = (module) => readFileSync(path.join(WEB, module), "utf8");

/** The text of a module without its comments. @param {string} module */
const code = (module) =>
  source(module)
    .replaceAll(/\/\*[\s\S]*?\*\//g, "")
    .replaceAll(/(^|\s)\/\/.*$/gm, "$1");

/** What a text imports, as addresses. @param {string} text */
const imports = (text) =>
  [...text.matchAll(/\bfrom\s+"([^"]+)"|\bimport\(\s*"([^"]+)"\s*\)|^import\s+"([^"]+)"/gm)].map(
    ([, from, dynamic, bare]) => from ?? dynamic ?? bare,
  );

/** @param {string} module @param {string} address */
const resolve = (module, address) => path.posix.join(path.posix.dirname(module), address);

test("every module but the first lies in a folder that has a rule", () => {
  const known = [...Object.keys(ALLOWED), "fonts", "site", "styles", "tests"].sort();
  const entries = readdirSync(WEB, { withFileTypes: true });
  const folders = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  assert.deepEqual(folders.sort(), known);
  assert.deepEqual(
    entries.map(({ name }) => name).filter((name) => name.endsWith(".js")),
    ["main.js"],
  );
});

test("a module imports by relative addresses, and what it imports is there", () => {
  for (const module of [...MODULES, "main.js"]) {
    // Types count too: they are imported inside comments.
    for (const address of imports(source(module))) {
      assert.match(address, /^\.\.?\//, `${module} imports ${address}`);
      const file = path.join(WEB, resolve(module, address));
      assert.ok(existsSync(file) || existsSync(`${file}.d.ts`), `${module} imports ${address}`);
    }
  }
});

test("imports lead down, and no page imports a page", () => {
  for (const module of MODULES) {
    const folder = module.split("/")[0];
    // A page is a folder of its own.
    const allowed = folder === "pages" ? ALLOWED.pages : [folder, ...ALLOWED[folder]];
    for (const address of imports(source(module))) {
      const target = resolve(module, address).split("/")[0];
      assert.ok(allowed.includes(target), `${module} imports ${address}, but ${folder} may import ${allowed}`);
    }
  }
});

test("no two modules import each other, by any detour", () => {
  const done = new Set();
  const visit = (module, above) => {
    assert.ok(!above.includes(module), `a circle: ${[...above, module].join(" → ")}`);
    if (done.has(module)) return;
    for (const address of imports(code(module))) visit(resolve(module, address), [...above, module]);
    done.add(module);
  };
  for (const first of ["main.js", "local/worker.js", "local/study.js"]) visit(first, []);
  const unused = MODULES.filter((module) => !done.has(module));
  assert.deepEqual(unused, [], "modules that no page needs");
});

test("one module knows how the seats are named", () => {
  for (const module of [...MODULES, "main.js"]) {
    if (module === "lib/seats.js") continue;
    // `detective-tickets` is a word of positions and names no seat.
    assert.doesNotMatch(code(module), /detective-(?!tickets)|\.slice\(10\)|startsWith\("(?:detective|watch)/, module);
  }
});

/** What only a browser has. */
const BROWSER =
  /\b(?:document|window|location|navigator)\.|\b(?:matchMedia|getComputedStyle|requestAnimationFrame)\(|\bnew (?:WebSocket|Worker|ResizeObserver|Image)\b|\b(?:WebAssembly|indexedDB)\.|instanceof Node\b/;

/** Whether a module, or one that it imports, needs a browser. @param {string} module */
function needsBrowser(module) {
  const text = code(module);
  return BROWSER.test(text) || imports(text).some((address) => needsBrowser(resolve(module, address)));
}

test("every module that needs no browser has a unit test", () => {
  // The catalogues are one list, tested as one.
  const missing = MODULES.filter((module) => !/^i18n\/(?!languages)/.test(module) && !needsBrowser(module))
    .map((module) => module.replace("/", "_").replace(/\.js$/, ".test.mjs"))
    .filter((name) => !existsSync(path.join(HERE, name)));
  assert.deepEqual(missing, []);
});

test("every unit test is of a module that is there", () => {
  const known = MODULES.map((module) => module.replace("/", "_").replace(/\.js$/, ".test.mjs"));
  const lost = readdirSync(HERE).filter((name) => name.endsWith(".test.mjs") && !known.includes(name));
  assert.deepEqual(lost, ["structure.test.mjs"]);
});
