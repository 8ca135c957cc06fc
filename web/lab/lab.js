// The lab: matches and tournaments of agents while they run, and the solved boards.

import { api } from "../lib/api.js";
import { agentField, agentNames, numberField, segmented, select } from "../lib/controls.js";
import { fill, h } from "../lib/dom.js";
import { hasLab } from "../lib/engine.js";
import { t } from "../lib/i18n.js";
import { showFault } from "../lib/messages.js";
import { rulesChoices } from "../lib/rules.js";
import { faultText } from "../lib/text.js";
import { drawJob } from "./job.js";
import { isUnfinished, jobOf, jobTitle, stateText } from "./results.js";
import { showSolutions } from "./solutions.js";

/** @typedef {import("../lib/types").AgentInfo} AgentInfo */
/** @typedef {import("../lib/types").RulesInfo} RulesInfo */
/** @typedef {import("./results.js").Job} Job */

/** How often a running job is asked for, in milliseconds. */
const POLL = 1000;

export class Lab {
  /**
   * @param {RulesInfo[]} rules
   * @param {AgentInfo[]} agents
   */
  constructor(rules, agents) {
    this.rules = rules;
    this.agents = agents;
    this.form = {
      kind: /** @type {"match" | "tournament"} */ ("match"),
      rules: "classic",
      mr_x: "lookahead",
      detectives: "lookahead",
      games: "100",
      seed: "1",
    };
    this.jobs = h("ul.jobs");
    this.detail = h("section.job-detail", { "aria-live": "off", "aria-label": t("lab.results") });
    /** @type {string | null} */
    this.chosen = null;
    this.timer = 0;
    this.drawn = "";
  }

  /** @param {HTMLElement} place */
  draw(place) {
    if (!hasLab()) {
      place.append(h("div.page.lab", {}, h("p.quiet", {}, t("local.lab")), showSolutions()));
      return;
    }
    const form = h("form.lab-form", {
      onsubmit: (/** @type {SubmitEvent} */ event) => {
        event.preventDefault();
        void this.start();
      },
    });
    this.fields(form);
    place.append(
      h(
        "div.page.lab",
        {},
        h("section.card", {}, h("h2", {}, t("lab.agents")), form),
        h("section.card", {}, h("h2", {}, t("lab.jobs")), this.jobs),
        this.detail,
        showSolutions(),
      ),
    );
    void this.poll();
  }

  /** @param {HTMLElement} form */
  fields(form) {
    const { form: values } = this;
    const many = values.kind === "tournament";
    const field = (
      /** @type {typeof agentField | typeof numberField} */ make,
      /** @type {"mr_x" | "detectives" | "games" | "seed"} */ key,
      /** @type {string} */ label,
    ) =>
      make(label, values[key], (text) => {
        values[key] = text;
      });
    fill(
      form,
      segmented(
        t("lab.kind"),
        [
          { id: "match", name: t("lab.match") },
          { id: "tournament", name: t("lab.tournament") },
        ],
        values.kind,
        (kind) => {
          values.kind = kind;
          if (kind === "tournament")
            Object.assign(values, { mr_x: "random lookahead", detectives: "random lookahead", games: "50" });
          else Object.assign(values, { mr_x: "lookahead", detectives: "lookahead", games: "100" });
          this.fields(form);
        },
      ),
      h(
        "div.lab-fields",
        {},
        select(t("lab.rules"), rulesChoices(this.rules), values.rules, (id) => {
          values.rules = id;
        }),
        field(agentField, "mr_x", many ? t("lab.mr_x.many") : t("lab.mr_x")),
        field(agentField, "detectives", many ? t("lab.detectives.many") : t("lab.detectives")),
        field(numberField, "games", many ? t("lab.games.many") : t("lab.games")),
        field(numberField, "seed", t("lab.seed")),
      ),
      agentNames(this.agents),
      h("button.primary", { type: "submit" }, many ? t("lab.start.tournament") : t("lab.start.match")),
    );
  }

  async start() {
    try {
      const { id } = await api.startJob(jobOf(this.form));
      this.chosen = id;
      await this.poll();
    } catch (fault) {
      showFault(fault);
    }
  }

  async poll() {
    clearTimeout(this.timer);
    try {
      /** @type {{ jobs: Job[] }} */
      const { jobs } = await api.jobs();
      this.drawList(jobs);
      const job = jobs.find(({ id }) => id === this.chosen) ?? jobs[0];
      if (job) await this.show(job.id);
      if (!jobs.some(isUnfinished)) return;
    } catch (fault) {
      fill(this.jobs, h("li.fault", {}, faultText(fault)));
    }
    if (this.jobs.isConnected) this.timer = setTimeout(() => void this.poll(), POLL);
  }

  /** @param {Job[]} jobs */
  drawList(jobs) {
    fill(
      this.jobs,
      jobs.length
        ? jobs.map((job) =>
            h(
              "li",
              {},
              h(
                "button.job-name",
                {
                  "aria-pressed": String(job.id === this.chosen),
                  onclick: () => {
                    this.chosen = job.id;
                    void this.poll();
                  },
                },
                jobTitle(job),
              ),
              h("progress", {
                max: job.of || 1,
                value: job.done,
                "aria-label": t("lab.progress", { done: job.done, n: job.of }),
              }),
              h("span.quiet", {}, stateText(job)),
              isUnfinished(job) && job.yours
                ? h("button", { onclick: () => void this.stop(job.id) }, t("lab.stop"))
                : null,
            ),
          )
        : h("li.quiet", {}, t("lab.nothing")),
    );
  }

  /** @param {string} id */
  async show(id) {
    const job = await api.job(id);
    const text = JSON.stringify(job);
    if (text === this.drawn) return;
    this.drawn = text;
    this.chosen = id;
    fill(this.detail, drawJob(job));
  }

  /** @param {string} id */
  async stop(id) {
    await api.stopJob(id).catch(showFault);
    await this.poll();
  }
}
