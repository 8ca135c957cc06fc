// All games of this browser: search, go on, replay, import.

import { api } from "../lib/api.js";
import { fill, h, segmented, toast } from "../lib/dom.js";
import { resumeHash, when } from "./home.js";
import { go } from "../lib/router.js";
import { heldGames, holdGame } from "../lib/store.js";
import { topbar } from "../seat/topbar.js";

/** @typedef {import("../lib/types").GameLine} GameLine */

/** @type {import("../lib/router.js").Show} */
export async function showGames(place) {
  const what = { query: "", state: "", page: 0 };
  const list = h("div.game-list");
  const pager = h("div.pager");
  let asked = 0;

  const load = async () => {
    const mine = ++asked;
    try {
      const answer = await api.games(what);
      if (mine !== asked) return;
      const rows = answer.games.map(gameRow);
      fill(
        list,
        rows.length
          ? h("ul.games", {}, rows)
          : h(
              "p.quiet",
              {},
              what.query || what.state ? "Nothing found." : "No games yet. ",
              what.query ? null : h("a", { href: "#/" }, "Play one."),
            ),
      );
      fill(
        pager,
        what.page > 0
          ? h(
              "button",
              {
                onclick: () => {
                  what.page--;
                  void load();
                },
              },
              "Newer",
            )
          : null,
        answer.page + 1 < answer.pages
          ? h(
              "button",
              {
                onclick: () => {
                  what.page++;
                  void load();
                },
              },
              "Older",
            )
          : null,
      );
    } catch (fault) {
      fill(list, h("p.fault", {}, fault instanceof Error ? fault.message : String(fault)));
    }
  };
  const search = /** @type {HTMLInputElement} */ (
    h("input", {
      type: "search",
      placeholder: "Search by rules or name …",
      "aria-label": "Search",
      oninput: () => {
        what.query = search.value;
        what.page = 0;
        void load();
      },
    })
  );
  place.append(
    topbar("Games"),
    h(
      "div.page",
      {},
      h(
        "div.games-head",
        {},
        search,
        segmented(
          "Which games",
          [
            { id: "", name: "All" },
            { id: "open", name: "Open" },
            { id: "over", name: "Finished" },
          ],
          "",
          (id) => {
            what.state = id;
            what.page = 0;
            void load();
          },
        ),
        importButton(),
      ),
      list,
      pager,
    ),
  );
  await load();
}

/** @param {GameLine} game */
function gameRow(game) {
  const held = heldGames().find(({ id }) => id === game.id);
  const token = held ? tokenOf(held) : null;
  const open = game.state === "open";
  const result = open
    ? "open"
    : game.result === "detectives"
      ? "Detectives won"
      : game.result === "mr_x"
        ? "Mr X won"
        : game.state;
  const back = game.reopened ? ", taken back after the end" : game.taken_back ? ", moves taken back" : "";
  return h(
    "li.game-row",
    {},
    h(
      "div",
      {},
      h("b", {}, game.rules),
      h("span.quiet", {}, ` ${game.names}`),
      h("p.quiet", {}, `${result}, ${game.slots} slots, ${tellDate(game.touched)}${back}`),
    ),
    h(
      "div.row-buttons",
      {},
      open && held ? h("a.button.primary", { href: resumeHash(held) }, "Go on") : null,
      token && !open ? h("a.button", { href: `#/replay/${game.id}/${token}` }, "Replay") : null,
    ),
  );
}

/** @param {string | number} date text, or seconds since 1970 */
function tellDate(date) {
  const time = typeof date === "number" ? date * (date < 1e11 ? 1000 : 1) : Date.parse(date);
  return Number.isNaN(time) ? String(date) : when(time);
}

/** @param {import("../lib/store.js").HeldGame} held */
function tokenOf(held) {
  if (held.seat === "hot" || held.seat === "team") return held.links.detectives?.find((token) => token) ?? null;
  return held.seat.split("/").at(-1) ?? null;
}

function importButton() {
  const file = /** @type {HTMLInputElement} */ (
    h("input", {
      type: "file",
      accept: ".txt,.yard,text/plain",
      hidden: true,
      "aria-label": "Record file",
      onchange: () => void read(),
    })
  );
  const read = async () => {
    const chosen = file.files?.[0];
    file.value = "";
    if (!chosen) return;
    try {
      const { id, token } = await api.importRecord(await chosen.text());
      holdGame({ id, title: chosen.name, seat: `#/replay/${id}/${token}`, links: {}, at: Date.now(), over: true });
      go(`#/replay/${id}/${token}`);
    } catch (fault) {
      toast(fault instanceof Error ? fault.message : String(fault), "bad");
    }
  };
  return h("span", {}, h("button", { onclick: () => file.click() }, "Import a record"), file);
}
