// Asks the server, or the engine in its place. Every address is relative to the page's, so the page works below any path.

import { engine } from "./engine.js";
import { byCode, language, t } from "./i18n.js";
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
 * What the server says: in its own exact words, or in the person's language by its code.
 * @param {string} code
 * @param {string} error
 */
export const serverText = (code, error) => (language() === "en" && error ? error : byCode(`fault.${code}`, error));

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
    answer = await engine().fetch(path, {
      method: options.method ?? "GET",
      headers,
      body,
      signal: options.signal,
      cache: "no-store",
    });
  } catch (cause) {
    if (options.signal?.aborted) throw cause;
    throw new ApiError(t("fault.no_answer"), "unavailable", 0);
  }
  if (!answer.ok) {
    const fault = await answer.json().catch(() => ({}));
    const code = fault.code ?? "bad_request";
    const error = fault.error ?? t("fault.status", { status: String(answer.status) });
    throw new ApiError(serverText(code, error), code, answer.status);
  }
  return answer;
}

/** @param {string} path @param {Parameters<typeof ask>[1]} [options] @returns {Promise<any>} */
const json = async (path, options) => (await ask(path, options)).json();

/** Answers that never change while the server runs. @type {Map<string, Promise<any>>} */
const kept = new Map();

/**
 * Asks once; a failed question is asked again.
 * @param {string} path
 * @returns {Promise<any>}
 */
function once(path) {
  let answer = kept.get(path);
  if (!answer) {
    answer = json(path);
    answer.catch(() => kept.delete(path));
    kept.set(path, answer);
  }
  return answer;
}

/** @param {string} id */
export const gamePath = (id) => `api/games/${encodeURIComponent(id)}`;
/** @param {string} rules */
const rulesPath = (rules) => `api/rules/${encodeURIComponent(rules)}`;
/** The name by which the rules and the board of a game are asked for. @param {View} view */
export const rulesOf = (view) => view.rules_kept ?? view.rules;
/** @param {string} job */
const jobPath = (job) => `api/lab/jobs/${encodeURIComponent(job)}`;

/** The picture of a plot. @param {string} job @param {string} name */
export const plotPath = (job, name) => `${jobPath(job)}/plots/${encodeURIComponent(name.replace(/\.svg$/, ""))}.svg`;

export const api = {
  /** @returns {Promise<RulesInfo[]>} */
  rules: async () => (await once("api/rules")).rules,
  /** @param {string} name @returns {Promise<RulesInfo>} */
  oneRules: (name) => once(rulesPath(name)),
  /** @param {string} rules @returns {Promise<BoardData>} */
  board: (rules) => once(`${rulesPath(rules)}/board`),
  /** @returns {Promise<import("./types").AgentInfo[]>} */
  agents: async () => (await once("api/agents")).agents,

  /** @param {import("./types").NewGame} body @returns {Promise<import("./types").Created>} */
  create: (body) => json("api/games", { method: "POST", body }),
  /** @param {string} id @param {string} token @returns {Promise<View>} */
  view: (id, token) => json(gamePath(id), { token }),
  /** @param {string} id @param {string} token */
  undo: (id, token) => json(`${gamePath(id)}/undo`, { method: "POST", token, body: {} }),
  /** @param {string} id @param {string} token @param {{ pace_ms?: number, paused?: boolean }} body */
  pace: (id, token, body) => json(`${gamePath(id)}/pace`, { method: "POST", token, body }),
  /** @param {string} id @param {string} token @param {string} name */
  name: (id, token, name) => json(`${gamePath(id)}/name`, { method: "POST", token, body: { name } }),
  /** @param {string} id @param {string} token */
  cancel: (id, token) => json(`${gamePath(id)}/cancel`, { method: "POST", token, body: {} }),
  /** @param {string} id @param {string} token */
  resume: (id, token) => json(`${gamePath(id)}/resume`, { method: "POST", token, body: {} }),
  /** @param {string} id @param {string} token @param {"proposal" | "undo"} what is turned down */
  decline: (id, token, what) => json(`${gamePath(id)}/decline`, { method: "POST", token, body: { what } }),
  /** Sits down. @param {string} id @param {string} invitation @returns {Promise<import("./types").Seated>} */
  claim: (id, invitation) => json(`${gamePath(id)}/claim`, { method: "POST", token: invitation, body: {} }),
  /** @param {string} id @param {string} code @returns {Promise<import("./types").Seated>} */
  recover: (id, code) => json(`${gamePath(id)}/recover`, { method: "POST", body: { code } }),
  /** New keys for one's own seat. @param {string} id @param {string} token @returns {Promise<import("./types").Seated>} */
  newKeys: (id, token) => json(`${gamePath(id)}/token`, { method: "POST", token, body: {} }),
  /** A new invitation to a free seat. @param {string} id @param {string} seat @returns {Promise<{ seat: string, invitation: string }>} */
  invite: (id, seat) => json(`${gamePath(id)}/invite`, { method: "POST", body: { seat } }),
  /** @param {string} id @param {string} token @param {"candidates" | "belief" | "hint"} kind @param {AbortSignal} [signal] */
  help: (id, token, kind, signal) => json(`${gamePath(id)}/help?kind=${kind}`, { token, signal }),
  /** @param {string} id @param {string} token @returns {Promise<import("./types").Analysis>} */
  analysis: (id, token) => json(`${gamePath(id)}/analysis`, { token }),
  /** @param {string} id @param {string} token @returns {Promise<string>} */
  record: async (id, token) => (await ask(`${gamePath(id)}/record`, { token })).text(),
  /** @param {string} id @param {string} token @param {import("./types").Side} [eyes] @returns {Promise<View[]>} */
  replay: async (id, token, eyes) =>
    (await json(`${gamePath(id)}/replay${eyes ? `?eyes=${eyes}` : ""}`, { token })).views,
  /** A copy of a finished game to look at, which opens no seat. @param {string} id @param {string} token @returns {Promise<{ id: string, token: string }>} */
  share: (id, token) => json(`${gamePath(id)}/share`, { method: "POST", token, body: {} }),
  /** @param {string} text @returns {Promise<{ id: string, token: string }>} */
  importRecord: (text) => json("api/import", { method: "POST", text }),
  /** @param {{ query: string, state: string, page: number }} what @returns {Promise<{ games: import("./types").GameLine[], page: number, pages: number }>} */
  games: ({ query, state, page }) =>
    json(`api/games?query=${encodeURIComponent(query)}&state=${encodeURIComponent(state)}&page=${page}`),

  /** Keeps what this browser remembers for another one. @param {string} bundle @returns {Promise<{ code: string, expires: number }>} */
  pack: (bundle) => json("api/moving", { method: "POST", body: { bundle } }),
  /** @param {string} code @returns {Promise<{ bundle: string }>} */
  unpack: (code) => json("api/moving/take", { method: "POST", body: { code } }),
  /** Gives the games of another owner's token to this browser's. @param {string} from */
  mergeOwner: (from) => json("api/moving/merge", { method: "POST", body: { from } }),

  /** @param {{ record: string, suggest: boolean, stage?: import("./rooms").Stage }} body @param {AbortSignal} [signal] @returns {Promise<import("./rooms").TableAssist>} */
  assist: (body, signal) => json("api/assist", { method: "POST", body, signal }),
  /** @param {{ record: string, suggest: boolean, stage?: import("./rooms").Stage }} body @param {AbortSignal} [signal] @returns {Promise<import("./rooms").MrXAssist>} */
  assistMrX: (body, signal) => json("api/assist/mr-x", { method: "POST", body, signal }),
  /** Whether a log fits, and which entry is probably wrong. @param {string} record @returns {Promise<import("./rooms").Check>} */
  checkLog: (record) => json("api/assist/check", { method: "POST", body: { record } }),
  /** @returns {Promise<{ saved: { name: string, record: string, date: string }[] }>} */
  savedLogs: () => json("api/assist/saved"),
  /** @param {{ name: string, record: string }} body */
  saveLog: (body) => ask("api/assist/saved", { method: "PUT", body }),
  /** @param {string} name */
  forgetLog: (name) => ask(`api/assist/saved?name=${encodeURIComponent(name)}`, { method: "DELETE" }),

  /** @param {import("./types").Side} side of the player @param {{ level: string, wins: number, losses: number }[]} record @returns {Promise<import("./rooms").SuggestedLevel>} */
  suggestLevel: (side, record) => json("api/levels/suggest", { method: "POST", body: { side, record } }),
  /** @param {string} id @param {string} token @param {string} reaction */
  react: (id, token, reaction) => json(`${gamePath(id)}/react`, { method: "POST", token, body: { reaction } }),
  /** A new link for those who watch. @param {string} id @param {string} token @returns {Promise<{ watch: string }>} */
  spectators: (id, token) => json(`${gamePath(id)}/spectators`, { method: "POST", token, body: {} }),
  /** The next game of a table. @param {string} id @param {string} token @param {"same" | "change"} seats @returns {Promise<import("./rooms").Rematch>} */
  rematch: (id, token, seats) => json(`${gamePath(id)}/rematch`, { method: "POST", token, body: { seats } }),
  /** @returns {Promise<import("./rooms").Network>} */
  network: () => json("api/network"),
  /** @param {boolean} open @returns {Promise<import("./rooms").Network>} */
  openNetwork: (open) => json("api/network", { method: "PUT", body: { open } }),

  /** @returns {Promise<import("./rooms").PuzzleLine[]>} */
  puzzles: async () => (await once("api/puzzles")).puzzles,
  /** @param {string} id @returns {Promise<import("./rooms").Puzzle>} */
  puzzle: (id) => once(`api/puzzles/${encodeURIComponent(id)}`),
  /** @param {string} day on the person's own calendar @returns {Promise<import("./rooms").Puzzle>} */
  dailyPuzzle: (day) => once(`api/puzzles/daily?date=${day}`),
  /** @param {string} id @param {string} move @returns {Promise<import("./rooms").PuzzleAnswer>} */
  answerPuzzle: (id, move) => json(`api/puzzles/${encodeURIComponent(id)}/answer`, { method: "POST", body: { move } }),
  /** What a finished game is remembered for. @param {string} id @param {string} token */
  facts: (id, token) => json(`${gamePath(id)}/facts`, { token }),

  jobs: () => json("api/lab/jobs"),
  /** @param {string} id */
  job: (id) => json(jobPath(id)),
  /** @param {unknown} body */
  startJob: (body) => json("api/lab/jobs", { method: "POST", body }),
  /** @param {string} id */
  stopJob: (id) => ask(jobPath(id), { method: "DELETE" }),
  solutions: () => json("api/solutions"),
  /** @param {string} rules @param {string} record of the position */
  solution: (rules, record) =>
    json(`api/solutions/${encodeURIComponent(rules)}/show?record=${encodeURIComponent(record)}`),
};
