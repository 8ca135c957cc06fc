// The "More" panel of a game: links, files, pace, the end of it.

import { api } from "../lib/api.js";
import { dialog, download, h, segmented, toast } from "../lib/dom.js";
import { icon } from "../lib/icons.js";
import { hasCompany, nameField, ownName, tellName } from "./names.js";
import { savePicture } from "../board/picture.js";
import { go } from "../lib/router.js";
import { heldGame } from "../lib/store.js";

/** @typedef {import("../lib/types").View} View */
/** @typedef {{ id: string, token: string, title: string }} SeatOf */

/**
 * @param {View} view
 * @param {SeatOf} seat
 * @param {import("./play.js").Play} play
 */
export function morePanel(view, seat, play) {
  const held = heldGame(seat.id);
  return [
    h("h2", {}, "This game"),
    h(
      "p.quiet",
      {},
      `${seat.title}, ${view.stations.detectives.length} detective${view.stations.detectives.length === 1 ? "" : "s"}`,
    ),
    view.taken_back
      ? h(
          "p.quiet",
          {},
          `${view.taken_back} taken back${view.reopened ? `, ${view.reopened} of these after the end` : ""}`,
        )
      : null,
    ownName(view) !== null && hasCompany(view)
      ? nameField(ownName(view) ?? "", (name) => void tellName(seat, name))
      : null,
    h(
      "div.button-grid",
      {},
      view.outcome ? h("a.button", { href: `#/replay/${seat.id}/${seat.token}` }, icon("play"), "Replay") : null,
      h("button", { onclick: () => void saveRecord(seat) }, icon("save"), "Record file"),
      h(
        "button",
        { onclick: () => void savePicture(play.table.board, `yard-${seat.id}`, "png") },
        icon("picture"),
        "PNG picture",
      ),
      h(
        "button",
        { onclick: () => void savePicture(play.table.board, `yard-${seat.id}`, "svg") },
        icon("picture"),
        "SVG picture",
      ),
      view.outcome || view.seat === "watch"
        ? null
        : view.state === "cancelled"
          ? h("button", { onclick: () => void change(api.resume(seat.id, seat.token)) }, icon("play"), "Go on again")
          : h("button", { onclick: () => void change(api.cancel(seat.id, seat.token)) }, "End this game"),
      held && Object.keys(held.links).length > 0
        ? h("button", { onclick: () => showLinks(seat.id, held.links) }, icon("link"), "Links")
        : null,
    ),
  ];
}

/** @param {Promise<unknown>} request */
const change = (request) => request.catch((fault) => toast(fault.message, "bad"));

/** @param {SeatOf} seat */
export async function saveRecord(seat) {
  try {
    const text = await api.record(seat.id, seat.token);
    download(`yard-${seat.id}.txt`, new Blob([text], { type: "text/plain" }));
  } catch (fault) {
    toast(fault instanceof Error ? fault.message : String(fault), "bad");
  }
}

/** Addresses that mean something else on another computer. */
const LOCAL = ["localhost", "127.0.0.1", "[::1]"];

/** @param {string} hash of a page here */
const address = (hash) => `${location.origin}${location.pathname}${hash}`;

/**
 * The links of the seats that are for others.
 * @param {string} id
 * @param {Partial<import("../lib/types").Links>} links
 * @param {() => void} [onclose]
 */
export function showLinks(id, links, onclose) {
  /** @type {Map<string, string>} */
  const seats = new Map();
  if (links.mr_x) seats.set(links.mr_x, "Mr X");
  links.detectives?.forEach((token, i) => {
    if (token) seats.set(token, seats.has(token) ? "The detectives" : `Detective ${i + 1}`);
  });
  if (links.watch) seats.set(links.watch, "To watch, with the detectives' eyes");
  dialog(
    "Links for the others",
    [
      h("p", {}, "Whoever opens a link sits down on that seat. Send each person only their own."),
      LOCAL.includes(location.hostname)
        ? h(
            "p.quiet",
            {},
            "You have opened Yard by an address that only this computer knows. To invite others, start it with ",
            h("code", {}, "--listen 0.0.0.0"),
            " and open it here by this computer's address in the network.",
          )
        : null,
      h(
        "ul.links",
        {},
        [...seats].map(([token, name]) => linkRow(name, address(`#/game/${id}/${token}`))),
      ),
    ],
    { close: "Done", onclose, wide: true },
  );
}

/** @param {string} name @param {string} url */
function linkRow(name, url) {
  const field = /** @type {HTMLInputElement} */ (
    h("input", { readonly: true, value: url, "aria-label": `Link: ${name}`, onfocus: () => field.select() })
  );
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(url);
      toast("Link copied.");
    } catch {
      field.select();
    }
  };
  return h("li", {}, h("b", {}, name), field, h("button", { onclick: () => void copy() }, "Copy"));
}

/** Steps of the pace, in milliseconds a move. */
const PACES = [
  { id: "1600", name: "Slow" },
  { id: "700", name: "Normal" },
  { id: "250", name: "Fast" },
  { id: "0", name: "Top" },
];

/**
 * Speed, pause and eyes, for those who watch agents play.
 * @param {View} view
 * @param {SeatOf} seat
 */
export function paceControls(view, seat) {
  const { watch, watch_all: all } = heldGame(seat.id)?.links ?? {};
  const token = all ?? seat.token;
  const change = (/** @type {{ pace_ms?: number, paused?: boolean }} */ body) =>
    api.pace(seat.id, token, body).catch((fault) => toast(fault.message, "bad"));
  const far = (/** @type {{ id: string }} */ { id }) => Math.abs(Number(id) - (view.pace_ms ?? 700));
  const nearest = PACES.reduce((a, b) => (far(b) < far(a) ? b : a));
  if (view.outcome || (view.seat !== "watch_all" && !all)) return null;
  return h(
    "div.pace",
    {},
    h(
      "button.icon",
      { "aria-label": view.paused ? "Go on" : "Pause", onclick: () => void change({ paused: !view.paused }) },
      icon(view.paused ? "play" : "pause"),
    ),
    segmented("Speed", PACES, nearest.id, (id) => void change({ pace_ms: Number(id) })),
    watch && all
      ? segmented(
          "Eyes",
          [
            { id: watch, name: "Detectives' eyes" },
            { id: all, name: "Mr X's eyes" },
          ],
          seat.token,
          (eyes) => go(`#/game/${seat.id}/${eyes}`),
        )
      : null,
  );
}
