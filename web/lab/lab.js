// The lab: matches and tournaments of agents while they run, and the solved boards.

import { api } from "../lib/api.js";
import { fill, h, segmented, select, toast } from "../lib/dom.js";
import { drawJob, stateOf } from "./job.js";
import { showSolutions } from "./solutions.js";
import { topbar } from "../seat/topbar.js";

/** @typedef {import("../lib/types").AgentInfo} AgentInfo */
/** @typedef {import("../lib/types").RulesInfo} RulesInfo */
/** @typedef {import("./job.js").Job} Job */

/** How often a running job is asked for, in milliseconds. */
const POLL = 1000;

class Lab {
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
    this.detail = h("section.job-detail", { "aria-live": "off", "aria-label": "Results" });
    /** @type {string | null} */
    this.chosen = null;
    this.timer = 0;
    this.drawn = "";
  }

  /** @param {HTMLElement} place */
  draw(place) {
    const form = h("form.lab-form", {
      onsubmit: (/** @type {SubmitEvent} */ event) => {
        event.preventDefault();
        void this.start();
      },
    });
    this.fields(form);
    place.append(
      topbar("Lab"),
      h(
        "div.page.lab",
        {},
        h("section.card", {}, h("h2", {}, "Agents against agents"), form),
        h("section.card", {}, h("h2", {}, "Running and finished"), this.jobs),
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
    const text = (
      /** @type {"mr_x" | "detectives" | "games" | "seed"} */ key,
      /** @type {string} */ label,
      list = false,
    ) => {
      const field = /** @type {HTMLInputElement} */ (
        h("input", {
          type: "text",
          value: values[key],
          list: list ? "lab-agents" : false,
          inputmode: list ? "text" : "numeric",
          oninput: () => {
            values[key] = field.value;
          },
          spellcheck: "false",
          autocapitalize: "off",
        })
      );
      return h("label.field", {}, h("span", {}, label), field);
    };
    fill(
      form,
      segmented(
        "Kind",
        [
          { id: "match", name: "Match" },
          { id: "tournament", name: "Tournament" },
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
        select(
          "Rules",
          this.rules.map(({ name, title }) => ({ id: name, name: title || name })),
          values.rules,
          (id) => {
            values.rules = id;
          },
        ),
        text("mr_x", many ? "Agents as Mr X (with spaces between)" : "Mr X", true),
        text("detectives", many ? "Agents as detectives" : "Detectives", true),
        text("games", many ? "Games of each pair" : "Games"),
        text("seed", "Seed"),
      ),
      h(
        "datalist",
        { id: "lab-agents" },
        this.agents.map(({ name }) => h("option", { value: name })),
      ),
      h("button.primary", { type: "submit" }, many ? "Start the tournament" : "Start the match"),
    );
  }

  async start() {
    const { kind, rules, mr_x, detectives, games, seed } = this.form;
    const words = (/** @type {string} */ text) => text.split(/[\s;]+/).filter(Boolean);
    const numbers = { games: Number(games), seed: Number(seed) };
    try {
      const { id } = await api.startJob(
        kind === "match"
          ? { kind, rules, mr_x: mr_x.trim(), detectives: detectives.trim(), ...numbers }
          : { kind, rules, mr_x: words(mr_x), detectives: words(detectives), ...numbers },
      );
      this.chosen = id;
      await this.poll();
    } catch (fault) {
      toast(fault instanceof Error ? fault.message : String(fault), "bad");
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
      if (!jobs.some(({ state }) => state === "running" || state === "queued")) return;
    } catch (fault) {
      fill(this.jobs, h("li.fault", {}, fault instanceof Error ? fault.message : String(fault)));
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
                title(job),
              ),
              h("progress", { max: job.of || 1, value: job.done, "aria-label": `${job.done} of ${job.of} games` }),
              h("span.quiet", {}, `${stateOf(job)}, ${job.done} of ${job.of}`),
              job.state === "running" || job.state === "queued"
                ? h("button", { onclick: () => void this.stop(job.id) }, "Stop")
                : null,
            ),
          )
        : h("li.quiet", {}, "Nothing yet."),
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
    await api.stopJob(id).catch((fault) => toast(fault.message, "bad"));
    await this.poll();
  }
}

/** @param {Job} job */
function title({ kind, rules, mr_x, detectives }) {
  const list = (/** @type {string | string[]} */ names) => (Array.isArray(names) ? names.join(", ") : names);
  return `${kind === "match" ? "Match" : "Tournament"} on ${rules}: ${list(mr_x)} – ${list(detectives)}`;
}

/** @type {import("../lib/router.js").Show} */
export async function showLab(place) {
  const [rules, agents] = await Promise.all([api.rules(), api.agents()]);
  const lab = new Lab(rules, agents);
  lab.draw(place);
  return { leave: () => clearTimeout(lab.timer) };
}
