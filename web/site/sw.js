// The service worker of the page without a server. `scripts/site` fills in the two lists.

const worker = /** @type {any} */ (self);

const VERSION = "dev";
/** What the page needs to run, relative to this file. @type {string[]} */
const FILES = [];

const scope = new URL("./", location.href);
// Pages below several paths of one host share one store of caches.
const NAMES = `yard ${scope.pathname} `;
const CACHE = NAMES + VERSION;

worker.addEventListener("install", (/** @type {any} */ event) => {
  const fresh = FILES.map((name) => new Request(new URL(name, scope), { cache: "no-cache" }));
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(fresh)));
});

worker.addEventListener("activate", (/** @type {any} */ event) => {
  const old = (/** @type {string} */ name) => name.startsWith(NAMES) && name !== CACHE;
  event.waitUntil(
    caches
      .keys()
      .then((names) => Promise.all(names.filter(old).map((name) => caches.delete(name))))
      .then(() => worker.clients.claim()),
  );
});

// A new version comes when the person wants it.
worker.addEventListener("message", (/** @type {MessageEvent} */ { data }) => {
  if (data === "take-over") worker.skipWaiting();
});

/** Models and policies are kept when they are first needed. @param {Request} request @param {string} name */
async function answer(request, name) {
  const cache = await caches.open(CACHE);
  const kept = await cache.match(request.mode === "navigate" ? new URL("./", scope) : request, { ignoreSearch: true });
  if (kept) return kept;
  if (name === "healthz") return fetch(request).catch(() => Response.json({ ok: false }));
  const fresh = await fetch(request);
  if (fresh.ok && name.startsWith("assets/wasm/data/")) await cache.put(request, fresh.clone());
  return fresh;
}

worker.addEventListener("fetch", (/** @type {any} */ event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || !url.href.startsWith(scope.href)) return;
  const name = url.pathname.slice(scope.pathname.length);
  // A server in front of the folder answers for itself, and the documents are not kept.
  if (!/^(api|docs)\//.test(name)) event.respondWith(answer(request, name));
});
