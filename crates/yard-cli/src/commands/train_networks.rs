//! `yard train PRESET|FILE.toml`

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;
use std::time::Instant;

use clap::Args;
use serde::{Deserialize, Serialize};
use yard_arena::TableTraining;
use yard_files::read_text;
use yard_learn::{Metrics, PRESETS, Plan, Precision, Status, Training};
use yard_report::training_plots;
use yard_roster::RosterPlayers;

use super::data_folder::roster;
use super::files::{replace, write_plots};
use super::progress::{Progress, STOP, check_threads, make_folder, stop_on_ctrl_c};
use super::write_json;
use crate::args::Common;
use crate::exit::{CliError, Exit, say};

/// What a training of networks takes
#[derive(Args, Debug)]
pub(crate) struct NetworkArgs {
    /// A preset (--list shows them) or a TOML file (docs/TRAINING.md)
    #[arg(value_name = "PRESET|FILE.toml")]
    plan: Option<String>,
    /// List the presets
    #[arg(long)]
    list: bool,
    /// Games to learn from, instead of those of the plan
    #[arg(long, value_name = "N")]
    games: Option<u64>,
    /// Folder for checkpoints, models, metrics and pictures; runs/NAME when left out
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Go on with the training in this folder
    #[arg(long, value_name = "DIR", conflicts_with = "out")]
    resume: Option<PathBuf>,
    /// Threads; all cores when left out. Their number changes nothing but the time
    #[arg(long, value_name = "N")]
    threads: Option<usize>,
}

/// What is known of a run, beside its plan and its checkpoint.
#[derive(Serialize, Deserialize)]
struct RunFile {
    name: String,
    yard: String,
}

#[derive(Serialize)]
struct Report<'a> {
    name: &'a str,
    rules: &'a str,
    games: u64,
    all_games: u64,
    seed: u64,
    epsilon: f64,
    loss: Option<f64>,
    detective_rate: Option<f64>,
    test_detective_rate: Option<f64>,
    models: Vec<String>,
    out: String,
    seconds: f64,
}

const STATE: &str = "state.safetensors";
const PLAN: &str = "plan.toml";
const RUN: &str = "run.json";

pub(crate) fn run(
    args: &NetworkArgs,
    common: Common,
    out: &mut dyn Write,
) -> Result<Exit, CliError> {
    if args.list {
        return list(common, out);
    }
    check_threads(args.threads)?;
    let mut run = Run::open(args, common)?;
    stop_on_ctrl_c();
    let (finished, seconds) = run.train_on(args.threads, true)?;
    run.report(common, seconds, out)?;
    if !finished {
        let status = run.training.status();
        say(format_args!(
            "interrupted after {} of {} games; go on with: yard train --resume {}",
            status.games,
            status.all,
            run.folder.display()
        ));
        return Ok(Exit::Interrupted);
    }
    Ok(Exit::Done)
}

/// Brings a training that a published table needs to its end, from wherever it is, and hands it out; `None` when
/// it was stopped.
pub(crate) fn finish(
    wanted: &TableTraining,
    threads: Option<usize>,
    lines: bool,
) -> Result<Option<Box<dyn Training>>, CliError> {
    let (name, plan) = load_plan(&wanted.preset, wanted.games, None)?;
    let folder = &roster().runs.join(&wanted.run);
    let mut run = match folder.join(STATE).exists() {
        true => Run::resume(folder, Some(plan))?,
        false => Run::begin(name, plan, Some(folder))?,
    };
    let Status { games, all, .. } = run.training.status();
    if games < all {
        say(format_args!("training {}: {games} of {all} games are played", folder.display()));
        let (finished, _) = run.train_on(threads, lines)?;
        if !finished {
            return Ok(None);
        }
    }
    Ok(Some(run.training))
}

fn list(common: Common, out: &mut dyn Write) -> Result<Exit, CliError> {
    if common.json {
        let names: Vec<&str> = PRESETS.iter().map(|(name, _)| *name).collect();
        write_json(out, &serde_json::json!({ "presets": names }))?;
        return Ok(Exit::Done);
    }
    for (name, text) in PRESETS {
        let about = text.lines().next().unwrap_or("").trim_start_matches("# ");
        writeln!(out, "{name:32} {about}")?;
    }
    Ok(Exit::Done)
}

/// A training and its folder.
struct Run {
    name: String,
    plan: Plan,
    folder: PathBuf,
    training: Box<dyn Training>,
}

impl Run {
    fn open(args: &NetworkArgs, common: Common) -> Result<Run, CliError> {
        let given = match &args.plan {
            Some(plan) => Some(load_plan(plan, args.games, common.seed)?),
            None => None,
        };
        match (&args.resume, given) {
            (Some(folder), given) => Run::resume(folder, given.map(|(_, plan)| plan)),
            (None, Some((name, plan))) => Run::begin(name, plan, args.out.as_deref()),
            (None, None) => Err(CliError::bad(
                "name a preset or a file, or a folder to go on with (--resume DIR); --list shows the \
                 presets",
            )),
        }
    }

    fn begin(name: String, plan: Plan, out: Option<&Path>) -> Result<Run, CliError> {
        let folder = out.map_or_else(|| Path::new("runs").join(&name), Path::to_owned);
        if folder.join(STATE).exists() {
            let text = "has a training already; go on with --resume, or choose another --out";
            return Err(CliError::bad(format!("{} {text}", folder.display())));
        }
        let training = plan.begin(&name, &players(&plan)).map_err(CliError::bad)?;
        make_folder(&folder)?;
        let file = RunFile { name: name.clone(), yard: env!("CARGO_PKG_VERSION").to_owned() };
        let text = serde_json::to_string(&file)?;
        replace(&folder, RUN, format!("{text}\n").as_bytes())?;
        replace(&folder, PLAN, plan.to_toml().as_bytes())?;
        Ok(Run { name, plan, folder, training })
    }

    fn resume(folder: &Path, given: Option<Plan>) -> Result<Run, CliError> {
        let read = |name: &str| read_text(&folder.join(name)).map_err(CliError::bad);
        let wrong = |name: &str, error: &dyn std::fmt::Display| {
            CliError::bad(format!("{}: {error}", folder.join(name).display()))
        };
        let file: RunFile =
            serde_json::from_str(&read(RUN)?).map_err(|error| wrong(RUN, &error))?;
        let plan = Plan::from_toml(&read(PLAN)?).map_err(|error| wrong(PLAN, &error))?;
        if given.is_some_and(|given| given != plan) {
            let text = format!("{} was begun with another plan", folder.display());
            return Err(CliError::bad(text));
        }
        let mut training =
            plan.begin(&file.name, &players(&plan)).map_err(|error| wrong(PLAN, &error))?;
        let state = folder.join(STATE);
        if state.exists() {
            let bytes = fs::read(&state).map_err(|error| wrong(STATE, &error))?;
            training.restore(&bytes).map_err(|error| wrong(STATE, &error))?;
        }
        Ok(Run { name: file.name, plan, folder: folder.to_owned(), training })
    }

    /// Trains on so many threads, or on all cores.
    fn train_on(&mut self, threads: Option<usize>, lines: bool) -> Result<(bool, f64), CliError> {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads.unwrap_or(0)).build();
        let pool = pool.map_err(|error| CliError::Internal(error.to_string()))?;
        pool.install(|| self.train(lines))
    }

    /// Plays and learns to the end, or until it is stopped; tells which, and the time it took.
    #[expect(clippy::disallowed_methods, reason = "the time taken is a part of the report")]
    fn train(&mut self, lines: bool) -> Result<(bool, f64), CliError> {
        let begin = Instant::now();
        let first = self.training.status();
        let bar = Progress::new(first.all, first.games, "games", lines);
        let mut saved = first.games;
        loop {
            let before = self.training.status().games;
            self.training.advance().map_err(|error| CliError::Internal(error.to_string()))?;
            let status = self.training.status();
            bar.say(status_text(&status));
            bar.inc(status.games - before);
            let stop = STOP.load(Ordering::Relaxed);
            let done = status.games >= status.all;
            if done || stop || status.games - saved >= self.training.checkpoint_every() {
                bar.hide(|| self.save(done))?;
                saved = status.games;
            }
            if done || stop {
                bar.finish();
                return Ok((done, begin.elapsed().as_secs_f64()));
            }
        }
    }

    /// Writes metrics and models, and at last the checkpoint, from which all of them follow.
    fn save(&self, done: bool) -> Result<(), CliError> {
        let folder = &self.folder;
        for (suffix, metrics) in
            [("", Some(self.training.metrics())), ("-testing", self.training.test_metrics())]
        {
            if let Some(metrics) = metrics.filter(|metrics| !metrics.rows().is_empty()) {
                replace(folder, &format!("metrics{suffix}.csv"), metrics.csv().as_bytes())?;
                let json = serde_json::to_string(metrics.rows())?;
                replace(folder, &format!("metrics{suffix}.json"), format!("{json}\n").as_bytes())?;
            }
        }
        for (name, model) in self.training.models() {
            let bytes = model.to_bytes(Precision::Single);
            replace(folder, &format!("{name}.safetensors"), &bytes)?;
            if done {
                let bytes = model.to_bytes(Precision::Half);
                replace(folder, &format!("{name}-f16.safetensors"), &bytes)?;
            }
        }
        replace(folder, STATE, &self.training.checkpoint())?;
        if done {
            write_plots(folder, &training_plots(&self.name, self.training.as_ref()))?;
        }
        Ok(())
    }

    fn report(&self, common: Common, seconds: f64, out: &mut dyn Write) -> Result<(), CliError> {
        let Status { games, all, epsilon, loss, detective_rate } = self.training.status();
        let tests = self.training.test_metrics().and_then(overall_rate);
        let path = |name: &str| self.folder.join(format!("{name}.safetensors"));
        let models = self.training.models();
        let models: Vec<String> =
            models.iter().map(|(name, _)| path(name).display().to_string()).collect();
        if common.json {
            let report = Report {
                name: &self.name,
                rules: self.plan.rules(),
                games,
                all_games: all,
                seed: self.plan.seed(),
                epsilon,
                loss,
                detective_rate,
                test_detective_rate: tests,
                models,
                out: self.folder.display().to_string(),
                seconds,
            };
            return write_json(out, &report);
        }
        writeln!(out, "{}: {games} of {all} games, {seconds:.1} s", self.name)?;
        writeln!(out, "{}", status_text(&self.training.status()))?;
        if let Some(rate) = tests {
            writeln!(out, "testing phase: the detectives won {:.1} %", 100.0 * rate)?;
        }
        for model in models {
            writeln!(out, "wrote {model}")?;
        }
        Ok(())
    }
}

/// The detectives' share of all games of some metrics.
fn overall_rate(metrics: &Metrics) -> Option<f64> {
    let last = metrics.rows().last()?;
    let games = last.games as f64;
    Some((last.performance as f64 + games) / (2.0 * games))
}

fn status_text(status: &Status) -> String {
    let part =
        |number: Option<f64>, text: &dyn Fn(f64) -> String| number.map_or(String::new(), text);
    let loss = part(status.loss, &|loss| format!(", loss {loss:.3}"));
    let rate = part(status.detective_rate, &|rate| format!(", detectives {:.0} %", 100.0 * rate));
    format!("ε {:.2}{loss}{rate}", status.epsilon)
}

fn players(plan: &Plan) -> RosterPlayers {
    let side = match plan {
        Plan::Dqn(plan) => Some(plan.side),
        Plan::Qnet(_) => None,
    };
    RosterPlayers::new(roster(), side)
}

/// A plan by name or path, with what the command line changes.
fn load_plan(
    name: &str,
    games: Option<u64>,
    seed: Option<u64>,
) -> Result<(String, Plan), CliError> {
    let is_path = name.ends_with(".toml") || name.contains(['/', '\\']);
    let (title, mut plan) = if is_path {
        let path = Path::new(name);
        let text = read_text(path).map_err(CliError::bad)?;
        let plan =
            Plan::from_toml(&text).map_err(|error| CliError::bad(format!("{name}: {error}")))?;
        let stem = path.file_stem().map(|stem| stem.to_string_lossy().into_owned());
        (stem.unwrap_or_default(), plan)
    } else {
        (name.to_owned(), Plan::preset(name).map_err(CliError::bad)?)
    };
    if let Some(games) = games {
        plan.set_games(games);
    }
    if let Some(seed) = seed {
        plan.set_seed(seed);
    }
    Ok((title, plan))
}
