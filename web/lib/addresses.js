// Addresses of the pages: the part after `#`.

/** @typedef {import("./store.js").HeldGame} HeldGame */

/** @param {string} id @param {string | null} token */
export const seatAddress = (id, token) => `#/game/${id}/${token}`;

/** @param {{ id: string, token: string }} seat @param {number} [ply] */
export const replayAddress = ({ id, token }, ply) => `#/replay/${id}/${token}${ply === undefined ? "" : `?ply=${ply}`}`;

/** Both sides at one screen. @param {string} id */
export const hotSeatAddress = (id) => `#/hot/${id}`;

/** Several detectives at one screen. @param {string} id */
export const teamAddress = (id) => `#/team/${id}`;

/** Where a game of this browser goes on. @param {HeldGame} game */
export function resumeAddress({ id, seat }) {
  if (seat === "hot") return hotSeatAddress(id);
  return seat === "team" ? teamAddress(id) : seat;
}

/**
 * A token of a game of this browser, for looking back at it.
 * @param {HeldGame} game
 * @returns {string | null}
 */
export function tokenOf({ seat, links }) {
  if (seat === "hot" || seat === "team") return firstToken(links.detectives);
  return seat.split("/").at(-1) ?? null;
}

/** The first seat of the detectives that a person holds. @param {(string | null)[]} [tokens] */
export const firstToken = (tokens = []) => tokens.find((token) => token) ?? null;

/**
 * Takes an address apart: `#/game/ID/TOKEN?ply=3`.
 * @param {string} hash
 */
export function parseAddress(hash) {
  const [path, search] = hash.replace(/^#\/?/, "").split("?");
  const [page, ...parts] = path.split("/").map(decodeURIComponent);
  return { page: page || "home", parts, query: new URLSearchParams(search) };
}
