// Decides who answers the page: the server it came from, or the engine in the page. It asks once, when the page opens.

import { h } from "../lib/dom.js";
import { useEngine } from "../lib/engine.js";
import { byCode, t } from "../lib/i18n.js";
import { toast } from "../lib/messages.js";
import { LocalEngine } from "./link.js";

/** Whether this page was made to stand without a server: `scripts/site` says so in its head. */
const isSite = () => document.querySelector('meta[name="yard-site"]') !== null;

/** Whether a server answers. */
async function serverAnswers() {
  try {
    const answer = await fetch("healthz", { cache: "no-store", signal: AbortSignal.timeout(5000) });
    return answer.ok && (await answer.json()).ok === true;
  } catch {
    return false;
  }
}

/** What the worker tells without being asked. @param {any} news */
function hear(news) {
  if (news.type === "ready") {
    if (!news.durable) toast(t("local.memory"), "bad");
    if (news.unreadable > 0) toast(t("local.unreadable", { n: news.unreadable }), "bad");
  } else if (news.type === "failed") showFailure();
  else if (news.type === "broken") toast(t("local.broken"), "bad");
  else if (news.type === "store") toast(byCode(`fault.${news.code}`, news.error), "bad");
}

/** The engine cannot run here: an old browser, or a file that could not be loaded. */
function showFailure() {
  const text = typeof WebAssembly === "object" ? t("local.failed") : t("local.old");
  document.getElementById("app")?.prepend(h("p.fault.page", {}, text));
}

/** The worker, which the head of the page may have started already (`scripts/site`). */
const startWorker = () => new Worker(new URL("./worker.js", import.meta.url), { type: "module" });

/** @returns {LocalEngine | null} */
function startLocal() {
  try {
    const early = /** @type {{ yardWorker?: Worker & { failed?: boolean } }} */ (globalThis).yardWorker;
    const worker = !early || early.failed ? startWorker() : early;
    worker.addEventListener("error", () => showFailure());
    return new LocalEngine(worker, hear);
  } catch {
    return null;
  }
}

/** @returns {Promise<LocalEngine | null>} the engine in the page, if that is the one */
export async function chooseEngine() {
  if (!isSite()) return null;
  // Both at once: who has no server has the engine a little sooner.
  const local = startLocal();
  if (await serverAnswers()) {
    local?.worker.terminate();
    return null;
  }
  if (local) useEngine(local);
  else showFailure();
  return local;
}
