// The engine in the page: a worker that has the games. This side of it sends what the page asks, and gets views.

/** @typedef {import("../lib/engine.js").Engine} Engine */
/** @typedef {import("../lib/engine.js").Brought} Brought */

/** A seat's socket that ends in the worker. */
class LocalSocket extends EventTarget {
  readyState = 0;

  /** @param {LocalEngine} engine @param {number} number @param {string} game */
  constructor(engine, number, game) {
    super();
    this.engine = engine;
    this.number = number;
    this.game = game;
    queueMicrotask(() => {
      if (this.readyState !== 0) return;
      this.readyState = 1;
      this.dispatchEvent(new Event("open"));
    });
  }

  /** @param {string} text */
  send(text) {
    this.engine.worker.postMessage({ type: "message", socket: this.number, game: this.game, text });
  }

  close() {
    if (this.readyState === 3) return;
    this.readyState = 3;
    this.engine.sockets.delete(this.number);
    this.engine.worker.postMessage({ type: "close", socket: this.number });
    this.dispatchEvent(new Event("close"));
  }
}

/** @implements {Engine} */
export class LocalEngine {
  /** @type {"local"} */
  kind = "local";
  /** @type {Map<number, LocalSocket>} */
  sockets = new Map();
  /** @type {Map<number, (answer: any) => void>} */
  waiting = new Map();
  number = 0;

  /**
   * @param {Worker} worker
   * @param {(news: any) => void} onnews what the worker tells without being asked
   */
  constructor(worker, onnews) {
    this.worker = worker;
    worker.addEventListener("message", ({ data }) => {
      if (data.type === "reply") {
        this.waiting.get(data.number)?.(data.answer);
        this.waiting.delete(data.number);
      } else if (data.type === "frame") {
        this.sockets.get(data.socket)?.dispatchEvent(new MessageEvent("message", { data: data.text }));
      } else onnews(data);
    });
  }

  /** Asks how the beginning went: when there is a page to show it on. */
  listen() {
    this.worker.postMessage({ type: "listen" });
  }

  /** @param {any} message @returns {Promise<any>} */
  ask(message) {
    const number = ++this.number;
    const answer = new Promise((resolve) => this.waiting.set(number, resolve));
    this.worker.postMessage({ ...message, number });
    return answer;
  }

  /** @param {string} path @param {RequestInit} init @returns {Promise<Response>} */
  async fetch(path, init) {
    const headers = /** @type {Record<string, string>} */ (init.headers ?? {});
    const token = headers.Authorization?.replace("Bearer ", "");
    const request = { method: init.method ?? "GET", path, token, body: init.body ?? "" };
    const { status, body, kind } = await this.ask({ type: "request", request });
    init.signal?.throwIfAborted();
    return new Response(body, { status, headers: { "Content-Type": kind } });
  }

  /** @param {string} path of the socket on a server */
  socket(path) {
    const game = decodeURIComponent(path.split("/").at(-2) ?? "");
    const socket = new LocalSocket(this, ++this.number, game);
    this.sockets.set(socket.number, socket);
    return socket;
  }

  /** All games as a file. @param {string} settings what the page itself remembers @returns {Promise<{ url: string, bytes: number }>} */
  exportGames(settings) {
    return this.ask({ type: "export", settings });
  }

  /** Takes in the games of a file. @param {File} file @returns {Promise<Brought>} */
  bringGames(file) {
    return this.ask({ type: "bring", file });
  }
}
