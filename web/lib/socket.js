// The socket of a seat, which comes back by itself.

import { ApiError, gamePath, serverText } from "./api.js";
import { engine } from "./engine.js";
import { t } from "./i18n.js";

/** @typedef {import("./types").View} View */

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
    const socket = engine().socket(`${gamePath(this.id)}/socket`);
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
    } else if (message.type === "stopping") {
      // The server starts again, or another process takes over: soon, but not at once.
      this.wait = 1000;
      this.listener.state(false);
    } else if (message.type === "error") {
      const fault = new ApiError(serverText(message.code, message.error), message.code, 0);
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
    const fault = new ApiError(t("fault.broke"), "unavailable", 0);
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
        reject(new ApiError(t("fault.offline"), "unavailable", 0));
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
