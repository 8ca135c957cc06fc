// Who answers the page: a server, or the engine that runs in the page itself. Both understand the same requests and
// messages, so the rest of the page asks only what truly differs.

/**
 * A socket of one seat, as far as the page uses it.
 * @typedef {object} SeatSocket
 * @property {number} readyState
 * @property {(text: string) => void} send
 * @property {() => void} close
 * @property {(name: string, listener: (event: any) => void) => void} addEventListener
 */
/**
 * @typedef {object} Engine
 * @property {"server" | "local"} kind
 * @property {(path: string, init: RequestInit) => Promise<Response>} fetch
 * @property {(path: string) => SeatSocket} socket
 * @property {(settings: string) => Promise<{ url: string }>} [exportGames] all games as a file
 * @property {(file: File) => Promise<Brought>} [bringGames] takes in the games of a file
 */
/** @typedef {{ taken?: number, known?: number, damaged?: number, page?: string, code?: string, error?: string }} Brought */

/** @type {Engine} */
const server = {
  kind: "server",
  fetch: (path, init) => fetch(path, init),
  socket: (path) => {
    const url = new URL(path, document.baseURI);
    url.protocol = url.protocol === "https:" ? "wss:" : "ws:";
    return new WebSocket(url);
  },
};

/** @type {Engine} */
let current = server;

/** The engine of this visit. */
export const engine = () => current;

/** @param {Engine} other */
export function useEngine(other) {
  current = other;
}

/** Whether other devices can reach the games: by links, in a network, with a code. */
export const hasLinks = () => current.kind === "server";

/** Whether matches of agents can be run in the background. */
export const hasLab = () => current.kind === "server";
