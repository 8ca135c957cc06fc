// Talks to the server: requests, and a socket that comes back by itself.

import { owner } from "./store.js";

/** @typedef {import("./types").View} View */
/** @typedef {import("./types").RulesInfo} RulesInfo */
/** @typedef {import("./types").BoardData} BoardData */

/** What the server refused, in its own words. */
export class ApiError extends Error {
  /**
   * @param {string} message
   * @param {string} code
   * @param {number} status
   */
  constructor(message, code, status) {
    super(message);
    this.code = code;
    this.status = status;
  }
}

/**
 * @param {string} path
 * @param {{ method?: string, body?: unknown, text?: string, token?: string, signal?: AbortSignal }} [options]
 * @returns {Promise<Response>}
 */
async function ask(path, options = {}) {
  /** @type {Record<string, string>} */
  const headers = { "X-Yard-Owner": owner() };
  if (options.token) headers.Authorization = `Bearer ${options.token}`;
  if (options.body !== undefined) headers["Content-Type"] = "application/json";
  if (options.text !== undefined) headers["Content-Type"] = "text/plain";
  const body = options.body === undefined ? options.text : JSON.stringify(options.body);
  let answer;
  try {
    answer = await fetch(path, {
      method: options.method ?? "GET",
      headers,
      body,
      signal: options.signal,
      cache: "no-store",
    });
  } catch (cause) {
    if (options.signal?.aborted) throw cause;
    throw new ApiError("The server does not answer.", "unavailable", 0);
  }
  if (!answer.ok) {
    const fault = await answer.json().catch(() => ({}));
    throw new ApiError(
      fault.error ?? `The server answered ${answer.status}.`,
      fault.code ?? "bad_request",
      answer.status,
    );
  }
  return answer;
}

/** @param {string} path @param {Parameters<typeof ask>[1]} [options] @returns {Promise<any>} */
const json = async (path, options) => (await ask(path, options)).json();

/** @template T @param {Map<string, Promise<T>>} cache @param {string} key @param {() => Promise<T>} make */
function once(cache, key, make) {
  let known = cache.get(key);
  if (!known) {
    known = make();
    known.catch(() => cache.delete(key));
    cache.set(key, known);
  }
  return known;
}

/** @type {Map<string, Promise<any>>} */
const known = new Map();
const game = (/** @type {string} */ id) => `/api/games/${encodeURIComponent(id)}`;

export const api = {
  /** @returns {Promise<RulesInfo[]>} */
  rules: () => once(known, "rules", async () => (await json("/api/rules")).rules),
  /** @param {string} name @returns {Promise<RulesInfo>} */
  oneRules: (name) => once(known, `rules ${name}`, () => json(`/api/rules/${encodeURIComponent(name)}`)),
  /** @param {string} rules @returns {Promise<BoardData>} */
  board: (rules) => once(known, `board ${rules}`, () => json(`/api/rules/${encodeURIComponent(rules)}/board`)),
  /** @returns {Promise<import("./types").AgentInfo[]>} */
  agents: () => once(known, "agents", async () => (await json("/api/agents")).agents),

  /** @param {import("./types").NewGame} body @returns {Promise<{ id: string, links: import("./types").Links }>} */
  create: (body) => json("/api/games", { method: "POST", body }),
  /** @param {string} id @param {string} token @returns {Promise<View>} */
  view: (id, token) => json(game(id), { token }),
  /** @param {string} id @param {string} token */
  undo: (id, token) => json(`${game(id)}/undo`, { method: "POST", token, body: {} }),
  /** @param {string} id @param {string} token @param {{ pace_ms?: number, paused?: boolean }} body */
  pace: (id, token, body) => json(`${game(id)}/pace`, { method: "POST", token, body }),
  /** @param {string} id @param {string} token @param {string} name */
  name: (id, token, name) => json(`${game(id)}/name`, { method: "POST", token, body: { name } }),
  /** @param {string} id @param {string} token */
  cancel: (id, token) => json(`${game(id)}/cancel`, { method: "POST", token, body: {} }),
  /** @param {string} id @param {string} token */
  resume: (id, token) => json(`${game(id)}/resume`, { method: "POST", token, body: {} }),
  /** @param {string} id @param {string} token @param {"candidates" | "belief" | "hint"} kind @param {AbortSignal} [signal] */
  help: (id, token, kind, signal) => json(`${game(id)}/help?kind=${kind}`, { token, signal }),
  /** @param {string} id @param {string} token @returns {Promise<import("./types").Analysis>} */
  analysis: (id, token) => json(`${game(id)}/analysis`, { token }),
  /** @param {string} id @param {string} token @returns {Promise<string>} */
  record: async (id, token) => (await ask(`${game(id)}/record`, { token })).text(),
  /** @param {string} id @param {string} token @param {import("./types").Side} [eyes] @returns {Promise<View[]>} */
  replay: async (id, token, eyes) => (await json(`${game(id)}/replay${eyes ? `?eyes=${eyes}` : ""}`, { token })).views,
  /** @param {string} text @returns {Promise<{ id: string, token: string }>} */
  importRecord: (text) => json("/api/import", { method: "POST", text }),
  /** @param {{ query: string, state: string, page: number }} what @returns {Promise<{ games: import("./types").GameLine[], page: number, pages: number }>} */
  games: ({ query, state, page }) =>
    json(`/api/games?query=${encodeURIComponent(query)}&state=${encodeURIComponent(state)}&page=${page}`),

  /** @param {{ record: string, suggest: boolean, ms?: number }} body @param {AbortSignal} [signal] @returns {Promise<import("./types").Assist>} */
  assist: (body, signal) => json("/api/assist", { method: "POST", body, signal }),
  /** @returns {Promise<{ saved: { name: string, record: string, date: string }[] }>} */
  savedLogs: () => json("/api/assist/saved"),
  /** @param {{ name: string, record: string }} body */
  saveLog: (body) => ask("/api/assist/saved", { method: "PUT", body }),
  /** @param {string} name */
  forgetLog: (name) => ask(`/api/assist/saved?name=${encodeURIComponent(name)}`, { method: "DELETE" }),

  jobs: () => json("/api/lab/jobs"),
  /** @param {string} id */
  job: (id) => json(`/api/lab/jobs/${encodeURIComponent(id)}`),
  /** @param {unknown} body */
  startJob: (body) => json("/api/lab/jobs", { method: "POST", body }),
  /** @param {string} id */
  stopJob: (id) => ask(`/api/lab/jobs/${encodeURIComponent(id)}`, { method: "DELETE" }),
  solutions: () => json("/api/solutions"),
  /** @param {string} rules @param {string} query */
  solution: (rules, query = "") => json(`/api/solutions/${encodeURIComponent(rules)}/show${query}`),
};

/**
 * The socket of one seat. It opens itself again after a break, and every view it delivers is complete, so nothing can
 * be lost in between.
 */
export class GameSocket {
  /**
   * @param {string} id
   * @param {string} token
   * @param {{ view: (view: View) => void, state: (open: boolean) => void, refused: (fault: ApiError) => void }} listener
   */
  constructor(id, token, listener) {
    this.id = id;
    this.token = token;
    this.listener = listener;
    this.wait = 250;
    this.closed = false;
    this.number = 0;
    /** @type {Map<string, { resolve: () => void, reject: (fault: ApiError) => void }>} */
    this.waiting = new Map();
    this.open();
  }

  open() {
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    const socket = new WebSocket(`${scheme}//${location.host}${game(this.id)}/socket`);
    this.socket = socket;
    socket.addEventListener("open", () => socket.send(JSON.stringify({ type: "hello", token: this.token })));
    socket.addEventListener("message", (event) => this.receive(JSON.parse(event.data)));
    socket.addEventListener("close", () => this.lost());
    this.beat = setInterval(() => this.send({ type: "ping" }), 20000);
  }

  /** @param {any} message */
  receive(message) {
    if (message.type === "view") {
      this.wait = 250;
      this.listener.state(true);
      this.listener.view(message.view);
    } else if (message.type === "accepted") {
      this.settle(message.id)?.resolve();
    } else if (message.type === "error") {
      const fault = new ApiError(message.error, message.code, 0);
      const waiting = this.settle(message.id);
      if (waiting) waiting.reject(fault);
      else {
        // A seat that does not exist will not exist a second later either.
        if (message.code === "not_found" || message.code === "forbidden") this.close();
        this.listener.refused(fault);
      }
    }
  }

  /** @param {string | undefined} id */
  settle(id) {
    const waiting = id === undefined ? undefined : this.waiting.get(id);
    if (id !== undefined) this.waiting.delete(id);
    return waiting;
  }

  lost() {
    clearInterval(this.beat);
    const fault = new ApiError("The connection broke; the move may not have arrived.", "unavailable", 0);
    for (const waiting of this.waiting.values()) waiting.reject(fault);
    this.waiting.clear();
    if (this.closed) return;
    this.listener.state(false);
    setTimeout(() => this.closed || this.open(), this.wait);
    this.wait = Math.min(this.wait * 2, 5000);
  }

  /** @param {unknown} message */
  send(message) {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  }

  /**
   * Sends a move; resolved when the server has it on disk.
   * @param {string} move
   * @param {number} ply
   * @returns {Promise<void>}
   */
  move(move, ply) {
    const id = String(++this.number);
    return new Promise((resolve, reject) => {
      if (this.socket?.readyState !== WebSocket.OPEN) {
        reject(new ApiError("No connection; the move was not sent.", "unavailable", 0));
        return;
      }
      this.waiting.set(id, { resolve, reject });
      this.send({ type: "move", move, ply, id });
    });
  }

  close() {
    this.closed = true;
    this.socket?.close();
  }
}
