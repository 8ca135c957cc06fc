// The assistant for a game on cardboard: tap in what is seen at the table; it tells where Mr X can be and where to go.

import { api } from "../lib/api.js";
import { Chooser } from "../seat/ticket_menu.js";
import { drawFacts, drawPrompt } from "./prompt.js";
import { savedLogs, startForm } from "./start.js";
import { download, fill, h, toast } from "../lib/dom.js";
import { icon } from "../lib/icons.js";
import { drawLog, drawTickets } from "../seat/travel_log.js";
import { showArrows, showCandidates } from "../board/marks.js";
import { memory } from "../lib/store.js";
import { Table } from "../seat/game_screen.js";
import { MrXEntry, TableLog } from "./table_log.js";
import { parseMove } from "../lib/tickets.js";
import { topbar } from "../seat/topbar.js";

/** @typedef {import("../lib/types").Assist} Assist */

/** Thinking time of the suggestions, in milliseconds. */
const THINK = 1500;

export class Assistant {
  /**
   * @param {HTMLElement} place
   * @param {import("../lib/types").BoardData} data
   * @param {TableLog} log
   */
  constructor(place, data, log) {
    this.log = log;
    /** @type {Assist | null} */
    this.answer = null;
    this.entry = new MrXEntry(log);
    /** The detective whose move is tapped in, where they move in any order. */
    this.by = 1;
    this.fault = "";
    this.asking = new AbortController();
    this.suggesting = false;
    /** Whether Mr X can have been where the last detective went. */
    this.mayBeCapture = true;
    this.table = new Table(place, data, {
      pick: (station) => this.pick(station),
      miss: () => this.chooser.close(),
      piece: (id) => this.select(Number(id.slice(10))),
    });
    this.chooser = new Chooser(this.table.stage, this.table.board);
    this.table.onzoom = () => this.chooser.place();
    this.table.panel.classList.add("assist-panel");
    this.table.panel.dataset.tab = "help";
    this.table.panel.querySelector('[data-tab="log"]')?.setAttribute("aria-pressed", "false");
    this.table.panel.querySelector('[data-tab="help"]')?.setAttribute("aria-pressed", "true");
    const helpTab = this.table.panel.querySelector('.tabs [data-tab="help"]');
    if (helpTab) helpTab.textContent = "Where?";
    this.table.bar.hidden = true;
    void this.changed();
  }

  // What is to be tapped in next.

  /** @returns {"start" | "mr_x" | "surfaced" | "detectives" | "over" | "wait" | "fault"} */
  get phase() {
    if (this.fault) return "fault";
    if (!this.log.ready) return "start";
    if (this.log.caught || this.answer?.outcome) return "over";
    if (!this.answer) return "wait";
    if (this.answer.turn === "mr_x") return this.entry.open === null ? "mr_x" : "surfaced";
    return this.answer.turn === "over" ? "over" : "detectives";
  }

  /** Asks the server again after every change; the record is the whole state. */
  async changed() {
    this.save();
    this.entry = new MrXEntry(this.log);
    this.fault = "";
    this.asking.abort();
    this.asking = new AbortController();
    const { signal } = this.asking;
    if (!this.log.ready) {
      this.answer = null;
      this.draw();
      return;
    }
    this.suggesting = true;
    this.draw();
    try {
      // The quick answer first: the suggestions take their thinking time.
      const quick = await api.assist({ record: this.log.record(), suggest: false }, signal);
      this.answer = quick;
      this.by = this.movers()[0] ?? 1;
      this.suggesting = quick.turn !== "mr_x" && !quick.outcome && !this.log.caught;
      this.draw();
      if (this.suggesting) {
        this.answer = await api.assist({ record: this.log.record(), suggest: true, ms: THINK }, signal);
      }
    } catch (fault) {
      if (signal.aborted) return;
      this.fault = fault instanceof Error ? fault.message : String(fault);
    }
    if (signal.aborted) return;
    this.suggesting = false;
    this.draw();
  }

  /** The detectives who may still move in this round. */
  movers() {
    const { answer } = this;
    if (!answer || answer.turn === "mr_x") return [];
    const number = Number(answer.turn.slice(10));
    return number ? [number] : [...new Set(answer.legal.flatMap(({ by }) => (by === undefined ? [] : [by])))];
  }

  /** @param {number} station */
  pick(station) {
    switch (this.phase) {
      case "start":
        if (this.log.starts.includes(station)) {
          toast("Another detective stands there.", "bad");
          return;
        }
        this.log.add({ kind: "start", station });
        void this.changed();
        break;
      case "surfaced":
        this.mrX(this.entry.surfaced(station));
        break;
      case "detectives":
        this.moveTo(station);
        break;
      default:
    }
  }

  /** @param {number} station */
  moveTo(station) {
    const legal =
      this.answer?.legal.filter(({ to, by }) => to === station && (by === undefined || by === this.by)) ?? [];
    if (legal.length === 0) {
      const other = (this.answer?.detectives.indexOf(station) ?? -1) + 1;
      if (this.movers().includes(other)) this.select(other);
      return;
    }
    const options = legal.map(({ ticket, move }) => ({ ticket: ticket ?? "taxi", to: station, move }));
    const take = (/** @type {import("../seat/move_picker.js").Option} */ { move }) => this.detective(move ?? "");
    if (options.length === 1) take(options[0]);
    else this.chooser.ask(station, options, take);
  }

  /** @param {string} move */
  detective(move) {
    this.chooser.close();
    const to = parseMove(move)?.steps[0].to;
    this.mayBeCapture = to ? (this.answer?.candidates.includes(to) ?? true) : false;
    this.log.add({ kind: "detective", move });
    void this.changed();
  }

  /** @param {string | null} move complete, or null while steps are missing */
  mrX(move) {
    if (move === null) {
      this.draw();
      return;
    }
    this.log.add({ kind: "mr_x", move });
    void this.changed();
  }

  /** @param {number} by */
  select(by) {
    if (!this.movers().includes(by)) return;
    this.by = by;
    this.draw();
  }

  undo() {
    this.chooser.close();
    if (this.entry.back()) {
      this.draw();
      return;
    }
    this.log.undo();
    void this.changed();
  }

  // What is shown.

  draw() {
    const { answer, table, log } = this;
    const stations = log.ready && answer ? answer.detectives : log.starts;
    for (let i = 0; i < 5; i++) table.pieces.put(`detective-${i + 1}`, stations[i] ?? null);
    const { phase } = this;
    const seen = log.entries().findLast(({ station }) => station !== null);
    const now = seen && seen.slot === log.slots;
    table.pieces.put("mr_x", now ? seen.station : null);
    table.pieces.put("seen", seen && !now ? seen.station : null);
    table.pieces.light(phase === "detectives" ? `detective-${this.by}` : null);
    const shown = phase !== "over" && phase !== "start" && answer;
    showCandidates(table.board, shown ? answer.candidates : [], shown ? answer.belief : []);
    this.drawTargets();
    drawPrompt(this);
    drawFacts(this);
    this.drawPapers();
  }

  drawTargets() {
    const { phase, answer, table } = this;
    /** @type {Map<number, string>} */
    const targets = new Map();
    if (phase === "detectives" && answer) {
      for (const { to, by, ticket } of answer.legal) {
        if (to !== null && (by === undefined || by === this.by))
          targets.set(to, `Detective ${this.by} by ${ticket ?? "taxi"} to ${to}`);
      }
    }
    table.targets.show(targets);
    table.pieces.avoid([...targets.keys()]);
    for (const by of this.movers()) {
      const at = answer?.detectives[by - 1];
      if (at !== undefined && this.movers().length > 1) table.board.pickable.add(at);
    }
    const arrows =
      phase === "detectives" && answer
        ? answer.suggestions.flatMap(({ detective, move }) => {
            const to = parseMove(move)?.steps[0].to;
            const from = answer.detectives[detective - 1];
            return to && from ? [{ from, to, weight: detective === this.by ? 1 : 0.3 }] : [];
          })
        : [];
    showArrows(table.board, arrows);
    const from = answer?.detectives[this.by - 1];
    if (targets.size > 0 && from) table.follow([from, ...targets.keys()]);
  }

  /** Log, tickets and files. */
  drawPapers() {
    const { log, answer, table } = this;
    const entries = log.entries();
    const tickets = answer?.tickets ?? {
      mr_x: log.rules.tickets?.mr_x ?? {},
      detectives: log.starts.map(() => log.rules.tickets?.detective ?? {}),
    };
    const view = /** @type {import("../lib/types").View} */ (
      /** @type {unknown} */ ({
        slots: log.rules.slots,
        slot: entries.length,
        surfacings: log.rules.surfacings,
        log: entries,
        outcome: answer?.outcome ?? null,
        tickets,
        turn: answer?.turn ?? "",
        to_move: this.movers(),
        stations: { mr_x: null, detectives: answer?.detectives ?? log.starts },
        names: { mr_x: "", detectives: [] },
      })
    );
    drawLog(table.sections.log, view);
    drawTickets(table.sections.tickets, view, (id) => this.select(Number(id.slice(10))));
    fill(
      table.sections.more,
      h("h2", {}, "This log"),
      h(
        "div.button-grid",
        {},
        h(
          "button",
          { onclick: () => download("yard-table.txt", new Blob([log.record()], { type: "text/plain" })) },
          icon("save"),
          "Record file",
        ),
        h(
          "button",
          {
            onclick: () => {
              memory.write("assistant", null);
              location.hash = "#/assistant?new";
            },
          },
          "New game",
        ),
      ),
    );
  }

  save() {
    memory.write("assistant", this.log.save());
    if (this.log.ready) api.saveLog({ record: this.log.record(), name: tableName(this.log) }).catch(() => {});
  }

  close() {
    this.asking.abort();
    this.table.close();
  }
}

/** Under this name the server keeps a log; it has at most 40 letters. @param {TableLog} log */
const tableName = (log) => `${log.rules.name} ${log.begun} from ${log.starts.join("-")}`.slice(0, 40);

/**
 * `#/assistant`: goes on with the last log, or asks which rules are on the table.
 * @type {import("../lib/router.js").Show}
 */
export async function showAssistant(place, _parts, query) {
  const rules = await api.rules();
  place.append(topbar("Assistant"));
  const saved = memory.read("assistant", /** @type {import("./table_log.js").SavedLog | null} */ (null));
  const known = saved && rules.find(({ name }) => name === saved.rules);
  /** @type {Assistant | null} */
  let assistant = null;
  const open = async (/** @type {TableLog} */ log) => {
    const data = await api.board(log.rules.name);
    place.querySelector(".assist-start")?.remove();
    assistant = new Assistant(place, data, log);
  };
  if (known && saved && saved.events.length > 0 && !query.has("new"))
    await open(new TableLog(known, saved.count, saved.events, saved.begun));
  else {
    const form = startForm(rules, (log) => void open(log));
    place.append(form);
    void savedLogs(rules, (log) => void open(log)).then((list) => list && form.append(list));
  }
  return { leave: () => assistant?.close() };
}
