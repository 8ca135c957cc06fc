// What this browser remembers: its owner token, the seats it holds, and how the person likes the screen.

/** @typedef {import("./types").Links} Links */
/**
 * @typedef {object} Settings
 * @property {"auto" | "light" | "dark"} theme
 * @property {boolean} motion Pieces glide along their lines.
 * @property {boolean} confirm A move waits for "Confirm".
 * @property {"auto" | "on" | "off"} follow The map goes where the action is; `auto` on small screens only.
 * @property {boolean} candidates
 * @property {boolean} belief
 * @property {string} name What the person is called at a table.
 * @property {string} language of the page, or `auto` for the browser's
 * @property {"ask" | "on" | "off"} sound Sounds and vibration; `ask` until the person has said.
 */
/**
 * @typedef {object} HeldGame A game of which this browser holds links.
 * @property {string} id
 * @property {string} title
 * @property {string} seat The route of this person's seat, or `hot` for everybody at one screen.
 * @property {Partial<Links>} links
 * @property {Record<string, string>} [seats] Tokens by the names of their seats; addresses have the name only.
 * @property {Record<string, string>} [recovery] Codes by seat, until the person has noted them.
 * @property {boolean} [host] This person made the game, and so may invite others anew.
 * @property {number} at When it was last opened.
 * @property {boolean} [over]
 * @property {number} [hints] that were given in it
 * @property {any} [again] How it was started, for the next game.
 */

/** @type {Settings} */
const DEFAULTS = {
  theme: "auto",
  motion: true,
  confirm: false,
  follow: "auto",
  candidates: false,
  belief: false,
  name: "",
  language: "auto",
  sound: "ask",
};
const MOST_GAMES = 200;

/**
 * @template T
 * @param {string} key
 * @param {T} otherwise
 * @returns {T}
 */
function read(key, otherwise) {
  try {
    const text = localStorage.getItem(`yard.${key}`);
    return text === null ? otherwise : JSON.parse(text);
  } catch {
    return otherwise;
  }
}

/**
 * @param {string} key
 * @param {unknown} value
 */
function write(key, value) {
  try {
    localStorage.setItem(`yard.${key}`, JSON.stringify(value));
  } catch {
    // A private window without storage still plays; it only forgets.
  }
}

/** 128 random bits that name this browser to the server's list of games. */
export function owner() {
  let token = read("owner", "");
  if (!token) {
    const bytes = crypto.getRandomValues(new Uint8Array(24));
    token = btoa(String.fromCharCode(...bytes))
      .replaceAll("+", "-")
      .replaceAll("/", "_");
    write("owner", token);
  }
  return token;
}

/** @type {Settings} */
export const settings = { ...DEFAULTS, ...read("settings", {}) };

/** @type {Set<() => void>} */
const watchers = new Set();

/**
 * @param {Partial<Settings>} change
 */
export function changeSettings(change) {
  Object.assign(settings, change);
  write("settings", settings);
  for (const watcher of watchers) watcher();
}

/** @param {() => void} watcher @returns {() => void} ends the watching */
export function onSettings(watcher) {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}

/** @returns {HeldGame[]} the games of this browser, the latest first */
export function heldGames() {
  return read("games", /** @type {HeldGame[]} */ ([])).sort((a, b) => b.at - a.at);
}

/** @param {string} id @returns {HeldGame | undefined} */
export function heldGame(id) {
  return heldGames().find((game) => game.id === id);
}

/**
 * The token of a seat: what the address names is a seat of this browser, or the token itself.
 * @param {string} id
 * @param {string} key
 */
export const tokenFor = (id, key) => heldGame(id)?.seats?.[key] ?? key;

/**
 * Keeps the keys of one who has sat down.
 * @param {string} id
 * @param {import("./types").Seated} seated
 */
export function holdSeat(id, { seat, token, recovery }) {
  const held = heldGame(id) ?? { id, title: "", seat: `#/game/${id}/${seat}`, links: {}, at: 0 };
  const [seats, codes] = [
    { ...held.seats, [seat]: token },
    { ...held.recovery, [seat]: recovery },
  ];
  holdGame({ ...held, seats, recovery: codes, at: Date.now() });
}

/** @param {HeldGame} game */
export function holdGame(game) {
  const others = heldGames().filter((other) => other.id !== game.id);
  write("games", [game, ...others].slice(0, MOST_GAMES));
}

/**
 * @param {string} id
 * @param {Partial<HeldGame>} change
 */
export function updateGame(id, change) {
  const game = heldGame(id);
  if (game) holdGame({ ...game, ...change });
}

/** Remembers that a hint was given in a game. @param {string} id */
export const noteHint = (id) => updateGame(id, { hints: (heldGame(id)?.hints ?? 0) + 1 });

/** Remembers small things of a page, such as the level chosen last. */
export const memory = { read, write };
