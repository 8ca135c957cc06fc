// Addresses of the pages: the part after `#`.

/** @typedef {import("./store.js").HeldGame} HeldGame */

/**
 * A seat, by its name where this browser keeps the token under it, or by its token.
 * @param {string} id
 * @param {string | null} key
 */
export const seatAddress = (id, key) => `#/game/${id}/${key}`;

/** Where whoever opens it sits down. @param {string} id @param {string} invitation */
export const joinAddress = (id, invitation) => `#/join/${id}/${invitation}`;

/** Where a lost seat comes back by its code. @param {string} id */
export const recoverAddress = (id) => `#/recover/${id}`;

/** @param {import("./types").SeatKey} seat @param {number} [ply] @param {import("./types").Side} [eyes] */
export const replayAddress = ({ id, token, name }, ply, eyes) =>
  `#/replay/${id}/${name ?? token}${ply === undefined ? "" : `?ply=${ply}`}${eyes ? `&eyes=${eyes}` : ""}`;

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
export function tokenOf({ seat, links, seats = {} }) {
  if (seat === "hot" || seat === "team") return firstToken(links.detectives);
  const key = seat.split("/").at(-1) ?? null;
  return key === null ? null : (seats[key] ?? key);
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
