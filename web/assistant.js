// The assistant for a game on cardboard: tap in what is seen at the table; it tells where Mr X can be and where to go.

import { api } from "./api.js";
import { Chooser } from "./chooser.js";
import { announce, download, fill, h, select, toast } from "./dom.js";
import { chanceRow } from "./help.js";
import { icon } from "./icons.js";
import { drawLog, drawTickets } from "./log.js";
import { showArrows, showCandidates } from "./marks.js";
import { memory } from "./store.js";
import { Table } from "./table.js";
import { MrXEntry, TableLog } from "./table_log.js";
import { TICKET, dot, parseMove, sign, tellMove } from "./tickets.js";
import { topbar } from "./topbar.js";

/** @typedef {import("./types").Assist} Assist */
/** @typedef {import("./types").RulesInfo} RulesInfo */
/** @typedef {import("./types").Letter} Letter */

/** Thinking time of the suggestions, in milliseconds. */
const THINK = 1500;
const LISTED = 8;

class Assistant {
  /**
   * @param {HTMLElement} place
   * @param {import("./types").BoardData} data
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
    this.table = new Table(place, data, { pick: (station) => this.pick(station), miss: () => this.chooser.close(), piece: (id) => this.select(Number(id.slice(10))) });
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

  /** @returns {"start" | "mr_x" | "surfaced" | "detectives" | "over" | "wait"} */
  get phase() {
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
    const legal = this.answer?.legal.filter(({ to, by }) => to === station && (by === undefined || by === this.by)) ?? [];
    if (legal.length === 0) {
      const other = (this.answer?.detectives.indexOf(station) ?? -1) + 1;
      if (this.movers().includes(other)) this.select(other);
      return;
    }
    const options = legal.map(({ ticket, move }) => ({ ticket: ticket ?? "taxi", to: station, move }));
    const take = (/** @type {import("./picker.js").Option} */ { move }) => this.detective(move ?? "");
    if (options.length === 1) take(options[0]);
    else this.chooser.ask(station, options, take);
  }

  /** @param {string} move */
  detective(move) {
    this.chooser.close();
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
    this.drawPrompt();
    this.drawFacts();
    this.drawPapers();
  }

  drawTargets() {
    const { phase, answer, table } = this;
    /** @type {Map<number, string>} */
    const targets = new Map();
    if (phase === "detectives" && answer) {
      for (const { to, by, ticket } of answer.legal) {
        if (to !== null && (by === undefined || by === this.by)) targets.set(to, `Detective ${this.by} by ${ticket ?? "taxi"} to ${to}`);
      }
    }
    table.targets.show(targets);
    table.pieces.avoid([...targets.keys()]);
    for (const by of this.movers()) {
      const at = answer?.detectives[by - 1];
      if (at !== undefined && this.movers().length > 1) table.board.pickable.add(at);
    }
    const arrows = phase === "detectives" && answer ? answer.suggestions.flatMap(({ detective, move }) => {
      const to = parseMove(move)?.steps[0].to;
      const from = answer.detectives[detective - 1];
      return to && from ? [{ from, to, weight: detective === this.by ? 1 : 0.3 }] : [];
    }) : [];
    showArrows(table.board, arrows);
    const from = answer?.detectives[this.by - 1];
    if (targets.size > 0 && from) table.follow([from, ...targets.keys()]);
  }

  drawPrompt() {
    const { phase, table, log } = this;
    const undo = log.events.length > 0 || this.entry.steps.length > 0 ? h("button.big-touch.undo", { onclick: () => this.undo() }, icon("undo"), "Undo") : null;
    const parts = {
      start: () => [h("h2", {}, `Where does detective ${log.starts.length + 1} start?`), h("p.quiet", {}, "Tap the station on the map – the first tap goes nearer – or type its number."), this.numberField()],
      mr_x: () => this.mrXPrompt(),
      surfaced: () => [h("h2", {}, "Where did he surface?"), h("p.quiet", {}, "Tap the station on the map, or type its number."), this.numberField()],
      detectives: () => this.detectivesPrompt(),
      over: () => [h("h2", {}, log.caught ? "Caught!" : "The game is over"), h("p", {}, this.answer?.outcome?.text ?? "")],
      wait: () => [h("p.quiet", {}, "Working it out …")],
    };
    announce(`${parts[phase]()[0]?.textContent ?? ""}`);
    fill(table.status, phase === "start" ? null : this.rounds(), this.fault ? h("p.fault", { role: "alert" }, this.fault) : null, h("div.prompt", {}, parts[phase](), undo));
  }

  rounds() {
    const { log, answer } = this;
    const next = answer?.next_surfacing ?? null;
    return h("p.assist-round", {}, h("b", {}, `Slot ${Math.min(log.slots + (this.phase === "mr_x" ? 1 : 0), log.rules.slots)} of ${log.rules.slots}`),
      next === null ? "" : ` · surfaces in slot ${next}`);
  }

  mrXPrompt() {
    const { entry, answer } = this;
    const legal = answer?.legal_tickets_for_mr_x ?? ["T", "B", "U", "K"];
    const letters = /** @type {Letter[]} */ (["T", "B", "U", "K"].filter((letter) => legal.includes(letter)));
    const mayDouble = answer?.may_double ?? false;
    const title = entry.double ? (entry.steps.length === 0 ? "Double move: the first ticket?" : "Double move: the second ticket?") : "Which ticket did Mr X lay down?";
    return [
      h("h2", {}, title),
      entry.steps.length > 0 ? h("p.quiet", {}, `First: ${tellMove(entry.steps[0])}`) : null,
      h("div.ticket-pad", {}, letters.map((letter) =>
        h(`button.big-touch.pay.${TICKET[letter]}`, { onclick: () => this.mrX(entry.ticket(letter)) }, sign(TICKET[letter], true)))),
      mayDouble && !entry.double ? h("button.big-touch", { onclick: () => { entry.double = true; this.draw(); } }, sign("double", true), "move") : null,
    ];
  }

  detectivesPrompt() {
    const { answer } = this;
    const movers = this.movers();
    const suggestions = answer?.suggestions ?? [];
    const pass = answer?.legal.find(({ move, by }) => /pass$/.test(move) && (by === undefined || by === this.by));
    const mine = suggestions.find(({ detective }) => detective === this.by);
    return [
      h("h2.prompt-title", {}, dot(`detective-${this.by}`), `Where did detective ${this.by} go?`),
      movers.length > 1 ? h("div.movers", { role: "group", "aria-label": "Detective" }, movers.map((by) =>
        h("button", { "aria-pressed": String(by === this.by), onclick: () => this.select(by), "aria-label": `Detective ${by}` }, dot(`detective-${by}`)))) : null,
      mine ? h("button.big-touch.suggested", { onclick: () => this.detective(mine.move) }, h("span", {}, h("b", {}, `As suggested: ${tellMove(mine.move)}`), h("small", {}, mine.reason)))
        : this.suggesting ? h("p.quiet", {}, "Thinking about a suggestion …") : null,
      h("p.quiet", {}, "Or tap where he went."),
      pass ? h("button.big-touch", { onclick: () => this.detective(pass.move) }, "He cannot move: pass") : null,
      this.log.events.at(-1)?.kind === "detective" ? h("button.big-touch", { onclick: () => this.caughtHim() }, "We caught him!") : null,
    ];
  }

  caughtHim() {
    this.log.add({ kind: "caught" });
    void this.changed();
  }

  numberField() {
    const field = /** @type {HTMLInputElement} */ (h("input", { type: "text", inputmode: "numeric", "aria-label": "Station number", placeholder: "Station", autocomplete: "off" }));
    const enter = (/** @type {SubmitEvent} */ event) => {
      event.preventDefault();
      const n = Number(field.value);
      if (this.table.board.stations.has(n)) this.pick(n);
      else toast(`There is no station ${field.value}.`, "bad");
    };
    return h("form.number-entry", { onsubmit: enter }, field, h("button", { type: "submit" }, "Enter"));
  }

  drawFacts() {
    const { answer, table, phase } = this;
    if (!answer || phase === "start" || phase === "over") {
      fill(table.sections.help, h("p.quiet", {}, phase === "start" ? "Put the detectives on the map first." : ""));
      return;
    }
    const ranked = [...answer.belief].sort((a, b) => b[1] - a[1]).slice(0, LISTED);
    const count = answer.candidates.length;
    fill(table.sections.help,
      h("h2", {}, count === 1 ? `He is at ${answer.candidates[0]}` : `${count} stations are possible`),
      ranked.length ? h("ol.chances", {}, ranked.map(([n, p]) => chanceRow(n, p, ranked[0][1]))) : null,
      answer.suggestions.length > 1 ? h("div.suggestions", {}, h("h3", {}, "Suggestions"),
        h("ul", {}, answer.suggestions.map(({ detective, move, reason }) =>
          h("li", {}, dot(`detective-${detective}`), h("span", {}, h("b", {}, tellMove(move)), h("small", {}, reason)))))) : null);
  }

  /** Log, tickets and files. */
  drawPapers() {
    const { log, answer, table } = this;
    const entries = log.entries();
    const tickets = answer?.tickets ?? { mr_x: log.rules.tickets?.mr_x ?? {}, detectives: log.starts.map(() => log.rules.tickets?.detective ?? {}) };
    const view = /** @type {import("./types").View} */ (/** @type {unknown} */ ({
      slots: log.rules.slots, slot: entries.length, surfacings: log.rules.surfacings, log: entries, outcome: answer?.outcome ?? null, tickets,
      turn: answer?.turn ?? "", to_move: this.movers(), stations: { mr_x: null, detectives: answer?.detectives ?? log.starts },
      names: { mr_x: "", detectives: [] },
    }));
    drawLog(table.sections.log, view);
    drawTickets(table.sections.tickets, view, (id) => this.select(Number(id.slice(10))));
    fill(table.sections.more, h("h2", {}, "This log"), h("div.button-grid", {},
      h("button", { onclick: () => download("yard-table.txt", new Blob([log.record()], { type: "text/plain" })) }, icon("save"), "Record file"),
      h("button", { onclick: () => { memory.write("assistant", null); location.hash = "#/assistant?new"; } }, "New game")));
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
 * @type {import("./router.js").Show}
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
  if (known && saved && saved.events.length > 0 && !query.has("new")) await open(new TableLog(known, saved.count, saved.events, saved.begun));
  else {
    const form = startForm(rules, (log) => void open(log));
    place.append(form);
    void savedLogs(rules, (log) => void open(log)).then((list) => list && form.append(list));
  }
  return { leave: () => assistant?.close() };
}

/**
 * Logs of earlier evenings, kept by the server.
 * @param {RulesInfo[]} rules
 * @param {(log: TableLog) => void} onopen
 */
async function savedLogs(rules, onopen) {
  const { saved } = await api.savedLogs().catch(() => ({ saved: [] }));
  const rows = saved.flatMap(({ name, record }) => {
    const log = TableLog.parse(record, rules);
    if (!log) return [];
    const row = h("li.game-row", {}, h("span", {}, h("b", {}, name), h("small.quiet", {}, ` ${log.slots} slots`)),
      h("span.row-buttons", {},
        h("button", { onclick: () => onopen(log) }, "Open"),
        h("button.icon", { "aria-label": `Forget ${name}`, onclick: () => { row.remove(); api.forgetLog(name).catch(() => {}); } }, "✕")));
    return [row];
  });
  return rows.length ? h("section", {}, h("h3", {}, "Earlier tables"), h("ul.games", {}, rows)) : null;
}

/** @param {RulesInfo[]} all @param {(log: TableLog) => void} onstart */
function startForm(all, onstart) {
  const london = all.filter(({ is_grid }) => !is_grid);
  let rules = london[0];
  let count = rules.detectives;
  const choices = h("div.assist-choices");
  const draw = () => {
    const numbers = Array.from({ length: rules.max_detectives - rules.min_detectives + 1 }, (_, i) => String(rules.min_detectives + i));
    fill(choices,
      h("h2", {}, "The cardboard game in front of you?"),
      h("p", {}, "Tap in the detectives' stations and the tickets Mr X lays down. Yard shows where he can be, how likely each station is, and where your detectives should go."),
      select("Rules of your edition", london.map(({ name, title }) => ({ id: name, name: title || name })), rules.name, (name) => {
        rules = london.find((other) => other.name === name) ?? rules;
        count = rules.detectives;
        draw();
      }),
      select("Detectives", numbers.map((id) => ({ id, name: id })), String(count), (id) => { count = Number(id); }),
      h("button.primary.big-touch", { onclick: () => onstart(new TableLog(rules, count)) }, "Begin"));
  };
  draw();
  return h("div.assist-start.page", {}, choices);
}
