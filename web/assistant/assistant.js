// The assistant for a game on cardboard: tap in what is seen at the table; it tells where Mr X can be and where to go.

import { showArrows, showCandidates } from "../board/marks.js";
import { api } from "../lib/api.js";
import { download, fill, h } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { toast } from "../lib/messages.js";
import { endOf } from "../lib/moves.js";
import { go } from "../lib/router.js";
import { detectiveNumber, detectiveSeat, seatName } from "../lib/seats.js";
import { memory } from "../lib/store.js";
import { faultText } from "../lib/text.js";
import { rideName } from "../lib/tickets.js";
import { recordButton } from "../seat/files.js";
import { GameScreen } from "../seat/game_screen.js";
import { moversOf } from "../seat/move_picker.js";
import { TicketMenu } from "../seat/ticket_menu.js";
import { drawTickets } from "../seat/ticket_table.js";
import { drawLog } from "../seat/travel_log.js";
import { drawFacts, drawPrompt } from "./prompt.js";
import { MrXEntry } from "./table_log.js";

/** @typedef {import("../lib/types").Assist} Assist */

/** Thinking time of the suggestions, in milliseconds. */
const THINK = 1500;
/** No edition has more. */
const MOST_DETECTIVES = 5;

export class Assistant {
  /**
   * @param {HTMLElement} place
   * @param {import("../lib/types").BoardData} data
   * @param {import("./table_log.js").TableLog} log
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
    this.screen = new GameScreen(place, data, {
      pick: (station) => this.pick(station),
      miss: () => this.menu.close(),
      piece: (id) => this.selectPiece(id),
    });
    this.menu = new TicketMenu(this.screen.stage, this.screen.board);
    this.screen.onzoom = () => this.menu.place();
    this.screen.panel.classList.add("assist-panel");
    this.screen.showTab("help");
    const helpTab = this.screen.panel.querySelector('.tabs [data-tab="help"]');
    if (helpTab) helpTab.textContent = t("assist.where");
    this.screen.bar.hidden = true;
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
      this.fault = faultText(fault);
    }
    if (signal.aborted) return;
    this.suggesting = false;
    this.draw();
  }

  /** The detectives who may still move in this round. */
  movers() {
    const { answer } = this;
    if (!answer || answer.turn === "mr_x") return [];
    const number = detectiveNumber(answer.turn);
    return number === null ? moversOf(answer.legal) : [number];
  }

  /** @param {number} station */
  pick(station) {
    switch (this.phase) {
      case "start":
        if (this.log.starts.includes(station)) {
          toast(t("assist.occupied"), "bad");
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
    else this.menu.ask(station, options, take);
  }

  /** @param {string} move */
  detective(move) {
    this.menu.close();
    const to = endOf(move);
    this.mayBeCapture = to !== null ? (this.answer?.candidates.includes(to) ?? true) : false;
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

  /** @param {string} id */
  selectPiece(id) {
    const number = detectiveNumber(id);
    if (number !== null) this.select(number);
  }

  /** @param {number} by */
  select(by) {
    if (!this.movers().includes(by)) return;
    this.by = by;
    this.draw();
  }

  undo() {
    this.menu.close();
    if (this.entry.back()) {
      this.draw();
      return;
    }
    this.log.undo();
    void this.changed();
  }

  // What is shown.

  draw() {
    const { answer, screen, log } = this;
    const stations = log.ready && answer ? answer.detectives : log.starts;
    for (let i = 0; i < MOST_DETECTIVES; i++) screen.pieces.put(detectiveSeat(i + 1), stations[i] ?? null);
    const { phase } = this;
    const seen = log.entries().findLast(({ station }) => station !== null);
    const now = seen && seen.slot === log.slots;
    screen.pieces.put("mr_x", now ? seen.station : null);
    screen.pieces.put("seen", seen && !now ? seen.station : null);
    screen.pieces.light(phase === "detectives" ? detectiveSeat(this.by) : null);
    const shown = phase !== "over" && phase !== "start" && answer;
    showCandidates(screen.board, shown ? answer.candidates : [], shown ? answer.belief : []);
    this.drawTargets();
    drawPrompt(this);
    drawFacts(this);
    this.drawPapers();
  }

  drawTargets() {
    const { phase, answer, screen } = this;
    /** @type {Map<number, string>} */
    const targets = new Map();
    if (phase === "detectives" && answer) {
      for (const { to, by, ticket } of answer.legal) {
        if (to !== null && (by === undefined || by === this.by))
          targets.set(
            to,
            t("assist.target", { who: seatName(detectiveSeat(this.by)), ride: rideName(ticket ?? "taxi"), to }),
          );
      }
    }
    screen.targets.show(targets);
    screen.pieces.avoid([...targets.keys()]);
    for (const by of this.movers()) {
      const at = answer?.detectives[by - 1];
      if (at !== undefined && this.movers().length > 1) screen.board.pickable.add(at);
    }
    const arrows =
      phase === "detectives" && answer
        ? answer.suggestions.flatMap(({ detective, move }) => {
            const to = endOf(move);
            const from = answer.detectives[detective - 1];
            return to && from ? [{ from, to, weight: detective === this.by ? 1 : 0.3 }] : [];
          })
        : [];
    showArrows(screen.board, arrows);
    const from = answer?.detectives[this.by - 1];
    if (targets.size > 0 && from) screen.follow([from, ...targets.keys()]);
  }

  /** Log, tickets and files. */
  drawPapers() {
    const { log, answer, screen } = this;
    const entries = log.entries();
    const tickets = answer?.tickets ?? {
      mr_x: log.rules.tickets?.mr_x ?? {},
      detectives: log.starts.map(() => log.rules.tickets?.detective ?? {}),
    };
    drawLog(screen.sections.log, {
      slots: log.rules.slots,
      slot: entries.length,
      surfacings: log.rules.surfacings,
      log: entries,
      outcome: answer?.outcome ?? null,
    });
    drawTickets(
      screen.sections.tickets,
      {
        tickets,
        turn: answer?.turn ?? "",
        to_move: this.movers(),
        stations: { mr_x: null, mr_x_seen: null, detectives: answer?.detectives ?? log.starts },
        names: { mr_x: "", detectives: [] },
      },
      (id) => this.selectPiece(id),
    );
    fill(
      screen.sections.more,
      h("h2", {}, t("assist.log")),
      h(
        "div.button-grid",
        {},
        recordButton(() => download("yard-table.txt", log.record())),
        h(
          "button",
          {
            onclick: () => {
              memory.write("assistant", null);
              go("#/assistant?new");
            },
          },
          t("assist.new"),
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
    this.screen.close();
  }
}

/** Under this name the server keeps a log; it has at most 40 letters. @param {import("./table_log.js").TableLog} log */
const tableName = (log) => `${log.rules.name} ${log.begun} from ${log.starts.join("-")}`.slice(0, 40);
