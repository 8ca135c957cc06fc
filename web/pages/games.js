// The diary: all games of this person in sentences, numbers and aims. Search, go on, replay, import.

import { readDiary, updateDiary } from "../diary/keep.js";
import { numbersPage } from "../diary/numbers.js";
import { dayHeading, gameRow, touchedAt } from "../diary/rows.js";
import { replayAddress } from "../lib/addresses.js";
import { api } from "../lib/api.js";
import { segmented } from "../lib/controls.js";
import { dayOf } from "../lib/days.js";
import { fill, h } from "../lib/dom.js";
import { parts, t } from "../lib/i18n.js";
import { showFault } from "../lib/messages.js";
import { go } from "../lib/router.js";
import { holdGame } from "../lib/store.js";
import { faultText } from "../lib/text.js";
import { readProgress } from "../puzzles/daily.js";
import { topbar } from "../seat/topbar.js";

/** @typedef {import("../lib/types").GameLine} GameLine */

class Diary {
  constructor() {
    this.what = { query: "", state: "", page: 0 };
    this.list = h("div.game-list");
    this.pager = h("div.pager");
    this.asked = 0;
  }

  /** @param {Partial<typeof this.what>} change */
  ask(change) {
    Object.assign(this.what, change);
    void this.load();
  }

  async load() {
    const mine = ++this.asked;
    try {
      const { games, page, pages } = await api.games(this.what);
      if (mine !== this.asked) return;
      this.draw(games);
      fill(
        this.pager,
        page > 0 ? h("button", { onclick: () => this.ask({ page: page - 1 }) }, t("games.newer")) : null,
        page + 1 < pages ? h("button", { onclick: () => this.ask({ page: page + 1 }) }, t("games.older")) : null,
      );
      // What the diary does not know yet comes a moment later.
      const ended = new Map(games.filter(({ state }) => state === "over").map((game) => [game.id, touchedAt(game)]));
      for (const facts of [false, true]) {
        await updateDiary({ ended, facts });
        if (mine === this.asked) this.draw(games);
      }
    } catch (fault) {
      if (mine === this.asked) fill(this.list, h("p.fault", {}, faultText(fault)));
    }
  }

  /** @param {GameLine[]} games */
  draw(games) {
    const entries = new Map(readDiary().map((entry) => [entry.id, entry]));
    /** @type {{ day: string, rows: HTMLElement[] }[]} */
    const days = [];
    for (const game of games) {
      const day = dayHeading(game);
      if (days.at(-1)?.day !== day) days.push({ day, rows: [] });
      days.at(-1)?.rows.push(gameRow(game, entries.get(game.id)));
    }
    const { query, state } = this.what;
    const none = () =>
      query || state ? t("games.nothing") : parts("games.none", { play: h("a", { href: "#/" }, t("games.play")) });
    fill(
      this.list,
      days.length
        ? days.map(({ day, rows }) => h("section.diary-day", {}, h("h2", {}, day), h("ul.games", {}, rows)))
        : h("p.quiet", {}, none()),
    );
  }

  head() {
    const search = /** @type {HTMLInputElement} */ (
      h("input", {
        type: "search",
        placeholder: t("games.search"),
        "aria-label": t("games.search.label"),
        oninput: () => this.ask({ query: search.value, page: 0 }),
      })
    );
    const states = [
      { id: "", name: t("games.all") },
      { id: "open", name: t("games.open") },
      { id: "over", name: t("games.over") },
    ];
    return h(
      "div.games-head",
      {},
      search,
      segmented(t("games.which"), states, "", (state) => this.ask({ state, page: 0 })),
      importButton(),
    );
  }
}

/** `#/games` and `#/games/numbers` @type {import("../lib/router.js").Show} */
export async function showGames(place, [part]) {
  const body = h("div.diary");
  const page = h(
    "div.page",
    {},
    h(
      "nav.page-tabs",
      { "aria-label": t("page.games") },
      ["", "numbers"].map((id) =>
        h(
          "a",
          { href: id ? `#/games/${id}` : "#/games", "aria-current": (part ?? "") === id ? "page" : false },
          t(id ? "games.numbers" : "games.diary"),
        ),
      ),
    ),
    body,
  );
  place.append(topbar(t("page.games")), page);
  if (part === "numbers") {
    const draw = () => fill(body, numbersPage(readDiary(), readProgress(), dayOf()));
    draw();
    await updateDiary();
    draw();
    void updateDiary({ facts: true }).then(draw);
    return;
  }
  const diary = new Diary();
  fill(body, diary.head(), diary.list, diary.pager);
  void diary.load();
}

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
