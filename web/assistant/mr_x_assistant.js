// The assistant for Mr X at a real table: what the detectives can know, and where to flee.

import { showWay } from "../board/marks.js";
import { api } from "../lib/api.js";
import { t } from "../lib/i18n.js";
import { parseMove } from "../lib/moves.js";
import { rideName } from "../lib/tickets.js";
import { MovePicker } from "../seat/move_picker.js";
import { MrXPanel } from "./mr_x_panel.js";
import { Table } from "./table.js";

/** @typedef {import("../lib/rooms").MrXAssist} MrXAssist */
/** @typedef {import("../seat/move_picker.js").Option} Option */

/** @extends {Table<MrXAssist>} */
export class MrXAssistant extends Table {
  /**
   * @param {HTMLElement} place
   * @param {import("../lib/types").BoardData} data
   * @param {import("./table_log.js").TableLog} log
   */
  constructor(place, data, log) {
    super(place, data, log);
    this.picker = new MovePicker([]);
    this.panel = new MrXPanel(this);
    void this.changed();
  }

  /** @param {import("../lib/rooms").Stage} stage @param {string[]} _moves @param {AbortSignal} signal */
  ask(stage, _moves, signal) {
    return api.assistMrX({ record: this.log.record(), suggest: true, stage }, signal);
  }

  /** @param {MrXAssist} answer @param {boolean} fresh */
  took(answer, fresh) {
    this.answer = answer;
    if (!fresh) return;
    this.picker = new MovePicker(answer.turn === "mr_x" ? answer.legal : []);
    if (answer.turn === "mr_x")
      this.screen.follow([answer.station, ...answer.legal.flatMap(({ to }) => (to === null ? [] : [to]))]);
  }

  wantsMore() {
    return this.phase === "mr_x";
  }

  /** Everybody has moved: the round is told. */
  chosen() {
    if (this.plan?.complete) return this.commit();
    super.chosen();
  }

  /** @param {number} station */
  pickMrX(station) {
    if (this.menu.open && this.menu.station === station) return this.menu.first?.();
    this.menu.close();
    const options = this.picker.targets().get(station);
    if (!options) return;
    const take = (/** @type {Option} */ option) => {
      const move = this.picker.take(option);
      if (move === null) this.draw();
      else this.move(move);
    };
    if (options.length === 1) take(options[0]);
    else this.menu.ask(station, options, take);
  }

  /** @param {string} move of Mr X */
  move(move) {
    this.menu.close();
    this.log.add({ kind: "mr_x", move });
    void this.changed();
  }

  double() {
    if (this.phase !== "mr_x") return;
    this.picker.setDouble(!this.picker.double);
    this.draw();
  }

  back() {
    if (this.picker.back()) return true;
    const { plan } = this;
    const own = plan?.position.movers.filter((by) => plan.planned.get(by)?.own).at(-1);
    if (own === undefined) return false;
    plan?.release(own);
    this.by = own;
    return true;
  }

  caught() {
    if (this.plan) for (const move of this.plan.moves()) this.log.add({ kind: "detective", move });
    this.log.add({ kind: "caught" });
    void this.changed();
  }

  // What is shown.

  drawPieces() {
    super.drawPieces();
    const at = this.picker?.first?.to ?? this.log.way().at(-1) ?? null;
    this.screen.pieces.put("mr_x", at);
    if (this.phase === "mr_x") this.screen.pieces.light("mr_x");
  }

  drawMarks() {
    super.drawMarks();
    if (this.phase === "over") showWay(this.screen.board, this.way());
  }

  /** His way, for the end. */
  way() {
    const entries = this.log.entries();
    return this.log.way().map((station, slot) => ({
      station,
      slot,
      ticket: slot === 0 ? null : (parseMove(`${entries[slot - 1]?.ticket}?`)?.steps[0].ticket ?? null),
    }));
  }

  targets() {
    if (this.phase !== "mr_x") return super.targets();
    return new Map(
      [...(this.picker?.targets() ?? [])].map(([station, options]) => [
        station,
        t("target.station", { station, rides: options.map(({ ticket }) => rideName(ticket)).join(", ") }),
      ]),
    );
  }

  arrows() {
    const { answer } = this;
    if (this.phase !== "mr_x" || !answer?.suggestion || this.picker.double) return super.arrows();
    let from = answer.station;
    return (parseMove(answer.suggestion.move)?.steps ?? []).flatMap(({ to }) => {
      const arrow = to === null ? [] : [{ from, to, weight: 1 }];
      from = to ?? from;
      return arrow;
    });
  }

  drawPanel() {
    this.panel?.draw();
  }
}
