// All games of this browser: search, go on, replay, import.

import { replayAddress, resumeAddress, tokenOf } from "../lib/addresses.js";
import { api } from "../lib/api.js";
import { segmented } from "../lib/controls.js";
import { fill, h } from "../lib/dom.js";
import { byCode, parts, t } from "../lib/i18n.js";
import { showFault } from "../lib/messages.js";
import { go } from "../lib/router.js";
import { heldGame, holdGame } from "../lib/store.js";
import { faultText } from "../lib/text.js";
import { dateText } from "../lib/time.js";
import { topbar } from "../seat/topbar.js";

/** @typedef {import("../lib/types").GameLine} GameLine */

/** @type {import("../lib/router.js").Show} */
export async function showGames(place) {
  const what = { query: "", state: "", page: 0 };
  const list = h("div.game-list");
  const pager = h("div.pager");
  let asked = 0;

  const ask = (/** @type {Partial<typeof what>} */ change) => {
    Object.assign(what, change);
    void load();
  };
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
              what.query || what.state
                ? t("games.nothing")
                : parts("games.none", { play: h("a", { href: "#/" }, t("games.play")) }),
            ),
      );
      fill(
        pager,
        what.page > 0 ? h("button", { onclick: () => ask({ page: what.page - 1 }) }, t("games.newer")) : null,
        answer.page + 1 < answer.pages
          ? h("button", { onclick: () => ask({ page: what.page + 1 }) }, t("games.older"))
          : null,
      );
    } catch (fault) {
      fill(list, h("p.fault", {}, faultText(fault)));
    }
  };
  const search = /** @type {HTMLInputElement} */ (
    h("input", {
      type: "search",
      placeholder: t("games.search"),
      "aria-label": t("games.search.label"),
      oninput: () => ask({ query: search.value, page: 0 }),
    })
  );
  place.append(
    topbar(t("page.games")),
    h(
      "div.page",
      {},
      h(
        "div.games-head",
        {},
        search,
        segmented(
          t("games.which"),
          [
            { id: "", name: t("games.all") },
            { id: "open", name: t("games.open") },
            { id: "over", name: t("games.over") },
          ],
          "",
          (state) => ask({ state, page: 0 }),
        ),
        importButton(),
      ),
      list,
      pager,
    ),
  );
  await load();
}

/** What became of a game, and when. @param {GameLine} game */
function lineOf(game) {
  const { state, result: won, reopened, taken_back: back, slots, touched } = game;
  const result = state !== "open" && won ? byCode(`games.won.${won}`, won) : byCode(`games.state.${state}`, state);
  const text = t("games.line", { n: slots, result, when: dateText(touched) });
  const line = reopened ? t("games.back.after", { line: text }) : back ? t("games.back", { line: text }) : text;
  return game.seed_chosen ? t("games.seed", { line }) : line;
}

/** @param {GameLine} game */
function gameRow(game) {
  const held = heldGame(game.id);
  const token = held ? tokenOf(held) : null;
  const open = game.state === "open";
  return h(
    "li.game-row",
    {},
    h(
      "div",
      {},
      h("b", {}, byCode(`rules.${game.rules}`, game.rules)),
      h("span.quiet", {}, ` ${game.names}`),
      h("p.quiet", {}, lineOf(game)),
    ),
    h(
      "div.row-buttons",
      {},
      open && held ? h("a.button.primary", { href: resumeAddress(held) }, t("games.go_on")) : null,
      token && !open
        ? h("a.button", { href: replayAddress({ id: game.id, token, name: nameOf(held, token) }) }, t("more.replay"))
        : null,
    ),
  );
}

/** The seat under which the browser keeps a token. @param {import("../lib/store.js").HeldGame | undefined} held @param {string} token */
const nameOf = (held, token) => Object.entries(held?.seats ?? {}).find(([, known]) => known === token)?.[0];

function importButton() {
  const file = /** @type {HTMLInputElement} */ (
    h("input", {
      type: "file",
      accept: ".txt,.yard,text/plain",
      hidden: true,
      "aria-label": t("file.record"),
      onchange: () => void read(),
    })
  );
  const read = async () => {
    const chosen = file.files?.[0];
    file.value = "";
    if (!chosen) return;
    try {
      const seat = await api.importRecord(await chosen.text());
      const address = replayAddress(seat);
      holdGame({ id: seat.id, title: chosen.name, seat: address, links: {}, at: Date.now(), over: true });
      go(address);
    } catch (fault) {
      showFault(fault);
    }
  };
  return h("span", {}, h("button", { onclick: () => file.click() }, t("games.import")), file);
}
