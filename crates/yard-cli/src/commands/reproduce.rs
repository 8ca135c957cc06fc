//! `yard reproduce`

use std::io::Write;
use std::sync::atomic::Ordering;
use std::time::Instant;

use clap::Args;
use serde::Serialize;
use yard_arena::{Comparison, PUBLISHED, PublishedTable};

use super::progress::{Progress, STOP, check_threads, stop_on_ctrl_c};
use super::write_json;
use crate::args::Common;
use crate::exit::{CliError, Exit, say};

/// Play a published table again and print ours beside it
#[derive(Args, Debug)]
pub(crate) struct ReproduceArgs {
    /// Which table; --list names them
    #[arg(required_unless_present = "list")]
    name: Option<String>,
    /// List the tables
    #[arg(long)]
    list: bool,
    /// At most so many games a cell, to scale it down
    #[arg(long, value_name = "N")]
    games: Option<u64>,
    /// Threads; all cores when left out
    #[arg(long, value_name = "N")]
    threads: Option<usize>,
}

#[derive(Serialize)]
struct Report<'a> {
    name: &'a str,
    title: &'a str,
    document: &'a str,
    note: &'a str,
    seed: u64,
    cells: Vec<Comparison>,
    seconds: f64,
}

#[derive(Serialize)]
struct Listing {
    experiments: Vec<Entry>,
}

#[derive(Serialize)]
struct Entry {
    name: String,
    title: String,
    cells: usize,
    games: u64,
}

pub(crate) fn run(
    args: &ReproduceArgs,
    common: Common,
    out: &mut dyn Write,
) -> Result<Exit, CliError> {
    let Some(name) = args.name.as_deref().filter(|_| !args.list) else {
        return list(common, out);
    };
    if args.games == Some(0) {
        return Err(CliError::bad("--games must be at least 1"));
    }
    check_threads(args.threads)?;
    let mut experiment = PublishedTable::named(name).map_err(CliError::bad)?;
    if let Some(seed) = common.seed {
        experiment.seed = seed;
    }
    play(&experiment, args, common, out)
}

#[expect(clippy::disallowed_methods, reason = "the time taken is a part of the report")]
fn play(
    experiment: &PublishedTable,
    args: &ReproduceArgs,
    common: Common,
    out: &mut dyn Write,
) -> Result<Exit, CliError> {
    stop_on_ctrl_c();
    let cells = experiment.cells.len();
    let games = (0..cells).map(|cell| experiment.games_of(cell, args.games)).sum();
    let bar = Progress::new(games, 0, "games", false);
    let begin = Instant::now();
    let mut played = Vec::new();
    if !common.json {
        header(experiment, out)?;
    }
    for cell in 0..cells {
        let one = experiment
            .play(cell, args.games, args.threads, &STOP, &|| bar.inc(1))
            .map_err(CliError::bad)?;
        let Some(comparison) = one else { break };
        if !common.json {
            row(&comparison, out)?;
        }
        played.push(comparison);
    }
    bar.finish();
    let stopped = STOP.load(Ordering::Relaxed) && played.len() < cells;
    if stopped {
        say(format_args!("interrupted: {} of {cells} cells were finished", played.len()));
    }
    if common.json {
        let report = Report {
            name: &experiment.name,
            title: &experiment.title,
            document: &experiment.document,
            note: &experiment.note,
            seed: experiment.seed,
            cells: played,
            seconds: begin.elapsed().as_secs_f64(),
        };
        write_json(out, &report)?;
    }
    Ok(if stopped { Exit::Interrupted } else { Exit::Done })
}

fn list(common: Common, out: &mut dyn Write) -> Result<Exit, CliError> {
    let mut experiments = Vec::new();
    for (name, _) in PUBLISHED {
        let experiment =
            PublishedTable::named(name).map_err(|error| CliError::Internal(error.to_string()))?;
        experiments.push(Entry {
            name: name.to_owned(),
            cells: experiment.cells.len(),
            games: experiment.games,
            title: experiment.title,
        });
    }
    if common.json {
        write_json(out, &Listing { experiments })?;
    } else {
        for entry in experiments {
            writeln!(out, "{:<12} {} cells  {}", entry.name, entry.cells, entry.title)?;
        }
    }
    Ok(Exit::Done)
}

fn header(experiment: &PublishedTable, out: &mut dyn Write) -> Result<(), CliError> {
    writeln!(out, "{}", experiment.title)?;
    writeln!(out, "{}; seed {}", experiment.note, experiment.seed)?;
    writeln!(out)?;
    writeln!(out, "Detectives' wins in per cent:")?;
    writeln!(out)?;
    writeln!(
        out,
        "| rules | Mr X | detectives | published | ours (95 % interval) | games | verdict |"
    )?;
    writeln!(out, "|---|---|---|---|---|---|---|")?;
    out.flush()?;
    Ok(())
}

fn row(comparison: &Comparison, out: &mut dyn Write) -> Result<(), CliError> {
    let ours = &comparison.ours;
    let [lo, hi] = ours.ci95.map(|bound| bound * 100.0);
    let verdict = match (comparison.agrees, &comparison.reason) {
        (true, _) => "agrees".to_owned(),
        (false, Some(reason)) => format!("differs: {reason}"),
        (false, None) => "differs".to_owned(),
    };
    let enter = if comparison.mr_x_may_enter_detective { ", may enter" } else { "" };
    writeln!(
        out,
        "| {}{enter} | {} | {} | {:.1} | {:.1} ({lo:.1} to {hi:.1}) | {} | {verdict} |",
        comparison.rules,
        comparison.x,
        comparison.detectives,
        comparison.published,
        ours.detective_rate * 100.0,
        ours.games
    )?;
    out.flush()?;
    Ok(())
}
