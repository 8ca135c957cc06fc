//! `yard train PRESET|FILE.toml`

use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Instant;

use clap::Args;
use serde::Serialize;
use yard_arena::TableTraining;
use yard_files::read_text;
use yard_learn::{PRESETS, Plan, RunEnd, RunError, Status, Training, TrainingRun};
use yard_report::training_plots;

use super::data_folder::roster;
use super::files::write_plots;
use super::progress::{Progress, STOP, check_threads, stop_on_ctrl_c};
use super::write_json;
use crate::args::Common;
use crate::exit::{CliError, Exit, say};

/// What a training of networks takes
#[derive(Args, Debug)]
pub(crate) struct NetworkArgs {
    /// A preset (--list shows them) or a TOML file (docs/reference/training.md)
    #[arg(value_name = "PRESET|FILE.toml")]
    plan: Option<String>,
    /// List the presets
    #[arg(long)]
    list: bool,
    /// Games to learn from, instead of the plan's; with --resume this makes a training longer
    #[arg(long, value_name = "N")]
    games: Option<u64>,
    /// Folder for checkpoints, models, metrics and pictures [default: runs/NAME]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Continue the training in this folder
    #[arg(long, value_name = "DIR", conflicts_with = "out")]
    resume: Option<PathBuf>,
    /// Threads; their number only changes the time [default: all cores]
    #[arg(long, value_name = "N")]
    threads: Option<usize>,
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

pub(crate) fn run(
    args: &NetworkArgs,
    common: Common,
    out: &mut dyn Write,
) -> Result<Exit, CliError> {
    if args.list {
        return list(common, out);
    }
    check_threads(args.threads)?;
    let mut run = open(args, common)?;
    stop_on_ctrl_c();
    let (end, seconds) = train_on(&mut run, args.threads, true)?;
    report(&run, common, seconds, out)?;
    match end {
        RunEnd::Finished => Ok(Exit::Done),
        RunEnd::Stopped => {
            let Status { games, all, .. } = run.training().status();
            say(format_args!(
                "interrupted after {games} of {all} games; go on with: yard train --resume {}",
                run.folder().display()
            ));
            Ok(Exit::Interrupted)
        }
    }
}

/// Brings a training that a published table needs to its end, from wherever it is, and hands it out; `None` when
/// it was stopped.
pub(crate) fn finish(
    wanted: &TableTraining,
    threads: Option<usize>,
    lines: bool,
) -> Result<Option<Box<dyn Training>>, CliError> {
    let (name, mut plan) = load_plan(&wanted.preset, wanted.games, wanted.seed)?;
    if let Some(start) = &wanted.start {
        plan.set_start(start);
    }
    let folder = &roster().runs.join(&wanted.run);
    let mut run = match TrainingRun::has_checkpoint(folder) {
        true => TrainingRun::resume(folder, Some(&plan), &roster())?,
        false => TrainingRun::begin(&name, plan, folder, &roster())?,
    };
    let status = run.training().status();
    if !status.is_finished() {
        let Status { games, all, .. } = status;
        say(format_args!("training {}: {games} of {all} games are played", folder.display()));
        match train_on(&mut run, threads, lines)?.0 {
            RunEnd::Finished => {}
            RunEnd::Stopped => return Ok(None),
        }
    }
    Ok(Some(run.into_training()))
}

/// The run that the arguments name: a new one, or one to go on with.
fn open(args: &NetworkArgs, common: Common) -> Result<TrainingRun, CliError> {
    let load = |games| match &args.plan {
        Some(plan) => load_plan(plan, games, common.seed).map(Some),
        None => Ok(None),
    };
    match (&args.resume, load(args.games.filter(|_| args.resume.is_none()))?) {
        (Some(folder), given) => {
            let plan = given.map(|(_, plan)| plan);
            let run = match args.games {
                Some(games) => TrainingRun::resume_longer(folder, plan.as_ref(), games, &roster())?,
                None => TrainingRun::resume(folder, plan.as_ref(), &roster())?,
            };
            match common.seed.filter(|seed| *seed != run.plan().seed()) {
                Some(_) => Err(RunError::OtherPlan { folder: folder.clone() }.into()),
                None => Ok(run),
            }
        }
        (None, Some((name, plan))) => {
            let folder = args.out.clone().unwrap_or_else(|| roster().runs.join(&name));
            Ok(TrainingRun::begin(&name, plan, &folder, &roster())?)
        }
        (None, None) => Err(CliError::bad(
            "name a preset or a file, or a folder to go on with (--resume DIR); --list shows the \
             presets",
        )),
    }
}

impl From<RunError> for CliError {
    fn from(error: RunError) -> CliError {
        match error {
            RunError::Exists { .. } => {
                CliError::bad(format_args!("{error}; go on with --resume, or choose another --out"))
            }
            RunError::OtherPlan { .. }
            | RunError::Shorter { .. }
            | RunError::Folder { .. }
            | RunError::Begin(_)
            | RunError::Read(_)
            | RunError::Write(_)
            | RunError::About { .. }
            | RunError::Plan { .. }
            | RunError::Resume { .. } => CliError::bad(error),
            RunError::Encode { .. } | RunError::Play(_) => CliError::Internal(error.to_string()),
        }
    }
}

/// Trains on so many threads, or on all cores, and draws how a finished training went; tells how it ended, and
/// the seconds it took.
#[expect(clippy::disallowed_methods, reason = "the time taken is a part of the report")]
fn train_on(
    run: &mut TrainingRun,
    threads: Option<usize>,
    lines: bool,
) -> Result<(RunEnd, f64), CliError> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads.unwrap_or(0)).build();
    let pool = pool.map_err(|error| CliError::Internal(error.to_string()))?;
    let begin = Instant::now();
    let Status { mut games, all, .. } = run.training().status();
    let bar = Progress::new(all, games, "games", lines);
    let end = pool.install(|| {
        run.train(&STOP, &mut |status| {
            bar.say(status_text(status));
            bar.inc(status.games - games);
            games = status.games;
        })
    })?;
    bar.finish();
    if end == RunEnd::Finished {
        write_plots(run.folder(), &training_plots(run.name(), run.training()))?;
    }
    Ok((end, begin.elapsed().as_secs_f64()))
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

fn report(
    run: &TrainingRun,
    common: Common,
    seconds: f64,
    out: &mut dyn Write,
) -> Result<(), CliError> {
    let status = run.training().status();
    let Status { games, all, epsilon, loss, detective_rate } = status;
    let tests = run.training().test_metrics().and_then(|metrics| metrics.rows().last());
    let tests = tests.map(|row| row.detective_wins() as f64 / row.games as f64);
    let models = run.model_files();
    let models: Vec<String> = models.iter().map(|path| path.display().to_string()).collect();
    if common.json {
        let report = Report {
            name: run.name(),
            rules: run.plan().rules(),
            games,
            all_games: all,
            seed: run.plan().seed(),
            epsilon,
            loss,
            detective_rate,
            test_detective_rate: tests,
            models,
            out: run.folder().display().to_string(),
            seconds,
        };
        return write_json(out, &report);
    }
    writeln!(out, "{}: {games} of {all} games, {seconds:.1} s", run.name())?;
    writeln!(out, "{}", status_text(&status))?;
    if let Some(rate) = tests {
        writeln!(out, "testing phase: the detectives won {:.1} %", 100.0 * rate)?;
    }
    for model in models {
        writeln!(out, "wrote {model}")?;
    }
    Ok(())
}

fn status_text(status: &Status) -> String {
    let part =
        |number: Option<f64>, text: &dyn Fn(f64) -> String| number.map_or(String::new(), text);
    let loss = part(status.loss, &|loss| format!(", loss {loss:.3}"));
    let rate = part(status.detective_rate, &|rate| format!(", detectives {:.0} %", 100.0 * rate));
    format!("ε {:.2}{loss}{rate}", status.epsilon)
}

/// A plan by name or path, with what the command line changes.
fn load_plan(
    name: &str,
    games: Option<u64>,
    seed: Option<u64>,
) -> Result<(String, Plan), CliError> {
    let (title, mut plan) = if yard_files::is_path(name, ".toml") {
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
