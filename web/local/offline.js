// Keeps the page for times without a network, and tells when a new version is there. A new version waits until the
// person wants it; games are in the database and do not mind.

import { h } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { listenForInstall } from "../lib/install.js";
import { toast } from "../lib/messages.js";

/** How often a page that stays open looks for a new version, in milliseconds. */
const LOOK = 3600_000;

/** @param {ServiceWorker} worker that waits */
function offerUpdate(worker) {
  if (document.querySelector(".update")) return;
  const load = () => {
    navigator.serviceWorker.addEventListener("controllerchange", () => location.reload(), { once: true });
    worker.postMessage("take-over");
  };
  document.body.append(
    h("p.update", { role: "status" }, t("local.update"), " ", h("button", { onclick: load }, t("local.update.load"))),
  );
}

/** @param {ServiceWorkerRegistration} registration */
function watch(registration) {
  const first = !navigator.serviceWorker.controller;
  const look = (/** @type {ServiceWorker | null} */ worker) => {
    if (worker?.state === "installed" && navigator.serviceWorker.controller) offerUpdate(worker);
    if (worker?.state === "activated" && first) toast(t("local.offline"));
  };
  const follow = () => {
    const worker = registration.installing;
    worker?.addEventListener("statechange", () => look(worker));
  };
  look(registration.waiting);
  follow();
  registration.addEventListener("updatefound", follow);
  setInterval(() => void registration.update().catch(() => {}), LOOK);
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "visible") void registration.update().catch(() => {});
  });
}

/** Begins when the page has nothing more urgent to load. */
export function keepOffline() {
  listenForInstall();
  if (!("serviceWorker" in navigator)) return;
  // Asked for once; a browser that knows the page says yes without a word.
  void navigator.storage?.persist?.();
  setTimeout(() => navigator.serviceWorker.register("sw.js").then(watch, () => {}), 2000);
}
