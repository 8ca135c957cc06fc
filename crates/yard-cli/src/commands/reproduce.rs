//! `yard reproduce`

use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;
use std::time::Instant;

use clap::Args;
use serde::Serialize;
use yard_arena::{
    Ledger, PUBLISHED, Phase, PublishedTable, ReproduceError, Reproduction, Results, ResultsError,
    ResultsHeader, Shard, TablePlay, TableTraining, WrittenTable,
};
use yard_files::read_text;
use yard_report::{phases_plot, rate_plots, reproduction_tables};

use super::data_folder::roster;
use super::files::{replace, write_plots};
use super::merge::ShardPart;
use super::progress::{Failure, Progress, STOP, check_threads, make_folder, stop_on_ctrl_c};
use super::{reproduce_summary, train_networks, write_json};
use crate::args::Common;
use crate::exit::{CliError, Exit, say};

/// Play published tables again and print ours beside them
#[derive(Args, Debug)]
pub(crate) struct ReproduceArgs {
    /// Tables to play; --list names them, `all` means every one
    #[arg(value_name = "NAME", required_unless_present_any = ["list", "summary"])]
    names: Vec<String>,
    /// List the tables
    #[arg(long)]
    list: bool,
    /// Play nothing; count how many published figures the saved tables agree with
    #[arg(long, conflicts_with_all = ["list", "games", "cells", "resume", "shard"])]
    summary: bool,
    /// At most this many games per cell, and in its trainings, to scale them down
    #[arg(long, value_name = "N")]
    games: Option<u64>,
    /// Only these cells of the table, counted from 1
    #[arg(long, value_name = "N", value_delimiter = ',')]
    cells: Vec<usize>,
    /// Threads [default: all cores]
    #[arg(long, value_name = "N")]
    threads: Option<usize>,
    /// Folder for tables, pictures and every finished game; created if missing. --summary reads it
    /// [default there: research/results/reproduce]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Continue with the games in the folder
    #[arg(long, requires = "out")]
    resume: bool,
    /// Play only one part of the games, such as 2/7, and write no tables; `yard merge` joins the
    /// parts
    #[arg(long, value_name = "I/N", requires = "out")]
    shard: Option<Shard>,
    /// Print progress now and then, even if standard error is no terminal
    #[arg(long)]
    verbose: bool,
}

#[derive(Serialize)]
struct Report<'a> {
    #[serde(flatten)]
    table: &'a Reproduction,
    seconds: f64,
}

#[derive(Serialize)]
struct Reports<'a> {
    tables: &'a [Reproduction],
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

#[expect(clippy::disallowed_methods, reason = "the time taken is a part of the report")]
pub(crate) fn run(
    args: &ReproduceArgs,
    common: Common,
    out: &mut dyn Write,
) -> Result<Exit, CliError> {
    if args.list {
        return list(common, out);
    }
    if args.summary {
        return reproduce_summary::run(&names(args), args.out.as_deref(), common, out);
    }
    if args.games == Some(0) {
        return Err(CliError::bad("--games must be at least 1"));
    }
    check_threads(args.threads)?;
    let mut tables = open_all(args, common)?;
    stop_on_ctrl_c();
    let begin = Instant::now();
    if !train_all(&mut tables, args)? {
        say("interrupted while a network was trained; the same command goes on");
        return Ok(Exit::Interrupted);
    }
    if let Some(shard) = args.shard.filter(|shard| !shard.is_whole()) {
        return play_shard(&tables, args, shard, common, begin, out);
    }
    let (played, games) = play_all(&tables, args, common, out)?;
    let seconds = begin.elapsed().as_secs_f64();
    if let Some(folder) = &args.out {
        write_plots(folder, &rate_plots(&played))?;
        let phases: Vec<_> = played.iter().flat_map(|table| table.phases.clone()).collect();
        write_plots(folder, phases_plot(&phases).as_slice())?;
    }
    if common.json {
        match &played[..] {
            [table] => write_json(out, &Report { table, seconds })?,
            tables => write_json(out, &Reports { tables, seconds })?,
        }
    }
    let all = wanted(&tables, args);
    if games < all {
        let on = if args.out.is_some() { "; --resume goes on" } else { "" };
        say(format_args!("interrupted: {games} of {all} games were finished{on}"));
        return Ok(Exit::Interrupted);
    }
    Ok(Exit::Done)
}

/// Plays a part of the games of every table, and nothing else.
fn play_shard(
    tables: &[Open],
    args: &ReproduceArgs,
    shard: Shard,
    common: Common,
    begin: Instant,
    out: &mut dyn Write,
) -> Result<Exit, CliError> {
    let share = |_: &Open, _: usize, games: u64| shard.share(games);
    let all = over_cells(tables, args, share);
    let done = over_cells(tables, args, |open, cell, games| open.ledger.games_of(cell, games));
    let bar = Progress::new(all, done, "games", args.verbose);
    for Open { table, results, ledger, .. } in tables {
        let play =
            TablePlay { most: args.games, threads: args.threads, ledger, shard, stop: &STOP };
        for cell in (0..table.cells.len()).filter(|cell| args.plays(*cell)) {
            let failure = Failure::default();
            let played = table.play(cell, &play, &|index, played| {
                if let Some(Err(error)) = results.as_ref().map(|r| r.write(cell, index, played)) {
                    failure.note(error);
                }
                bar.inc(1);
            });
            failure.check()?;
            played.map_err(CliError::bad)?.iter().for_each(warn_of_fouls);
        }
    }
    let played = bar.done();
    bar.finish();
    let file = args.out.clone().unwrap_or_default();
    ShardPart { shard, played, all, file }.report(common, begin.elapsed().as_secs_f64(), out)
}

impl ReproduceArgs {
    /// Whether a cell, counted from 0, is asked for.
    fn plays(&self, cell: usize) -> bool {
        self.cells.is_empty() || self.cells.contains(&(cell + 1))
    }
}

/// Cells have numbers within one table.
fn check_cells(args: &ReproduceArgs, tables: &[PublishedTable]) -> Result<(), CliError> {
    match tables {
        _ if args.cells.is_empty() => Ok(()),
        [table] => {
            let (name, last) = (&table.name, table.cells.len());
            match args.cells.iter().find(|cell| !(1..=last).contains(*cell)) {
                Some(cell) => {
                    Err(CliError::bad(format!("--cells {cell}: {name} has cells 1 to {last}")))
                }
                None => Ok(()),
            }
        }
        _ => Err(CliError::bad("--cells goes with one table, not with several")),
    }
}

/// Adds up something over all cells that are played; it is given the number of games wanted there.
fn over_cells(
    tables: &[Open],
    args: &ReproduceArgs,
    count: impl Fn(&Open, usize, u64) -> u64,
) -> u64 {
    let of_table = |open: &Open| -> u64 {
        let cells = (0..open.table.cells.len()).filter(|cell| args.plays(*cell));
        cells.map(|cell| count(open, cell, open.table.games_of(cell, args.games))).sum()
    };
    tables.iter().map(of_table).sum()
}

/// Games of all cells that are played.
fn wanted(tables: &[Open], args: &ReproduceArgs) -> u64 {
    over_cells(tables, args, |_, _, games| games)
}

/// A table to be played, and what of it is finished.
struct Open {
    table: PublishedTable,
    /// What must be trained before.
    trainings: Vec<TableTraining>,
    /// How those trainings went, where that is published.
    phases: Vec<Phase>,
    /// Where its games are kept, if they are.
    results: Option<Results>,
    ledger: Ledger,
    /// What the table in the folder has besides.
    written: WrittenTable,
}

impl Open {
    /// Whether a cell is taken from the table in the folder: its games are not there, and more are not asked for.
    fn is_written(&self, cell: usize, games: u64) -> bool {
        self.written.games(cell) >= games.max(self.ledger.without_gap(cell) + 1)
    }
}

/// The tables that are asked for, each once.
fn names(args: &ReproduceArgs) -> Vec<&str> {
    let mut names: Vec<&str> = Vec::new();
    for name in &args.names {
        let every = PUBLISHED.iter().map(|(name, _)| *name).filter(|_| name == "all");
        let one = Some(name.as_str()).filter(|name| *name != "all");
        for name in every.chain(one) {
            if !names.contains(&name) {
                names.push(name);
            }
        }
    }
    names
}

/// Opens all tables before any is played, so that a wrong name or file costs no games.
fn open_all(args: &ReproduceArgs, common: Common) -> Result<Vec<Open>, CliError> {
    let roster = roster();
    let mut tables = names(args)
        .into_iter()
        .map(|name| PublishedTable::named(name, &roster))
        .collect::<Result<Vec<_>, ReproduceError>>()
        .map_err(CliError::bad)?;
    check_cells(args, &tables)?;
    if let Some(folder) = &args.out {
        make_folder(folder)?;
    }
    if let Some(seed) = common.seed {
        tables.iter_mut().for_each(|table| table.seed = seed);
    }
    tables.into_iter().map(|table| open(table, args)).collect()
}

fn open(mut table: PublishedTable, args: &ReproduceArgs) -> Result<Open, CliError> {
    let mut trainings = table.trainings(args.games);
    trainings.retain(|training| training.cells.iter().any(|cell| args.plays(*cell)));
    let shard = args.shard.unwrap_or(Shard::WHOLE);
    let games = (0..table.cells.len()).map(|cell| match args.plays(cell) {
        true => table.games_of(cell, args.games),
        false => 0,
    });
    let header =
        ResultsHeader::of_table(&table).map_err(CliError::bad)?.in_shard(shard, games.collect());
    let mut written = WrittenTable::none(&table);
    let (results, ledger) = match &args.out {
        None => (None, Ledger::new(table.cells.len())),
        Some(folder) => {
            let path = folder.join(format!("{}.games.jsonl", table.name));
            let table_path = folder.join(format!("{}.json", table.name));
            if shard.is_whole() && !args.resume && !path.exists() && table_path.exists() {
                return Err(CliError::bad(ResultsError::exists(table_path)));
            }
            // Cells of networks are those of the trainings in this folder's run, which are not written there.
            let asks_table =
                shard.is_whole() && args.resume && trainings.is_empty() && table_path.exists();
            // The games speak first. Without them the table does, before a file for them is begun.
            let games_first = path.exists();
            if asks_table && !games_first {
                written = read_written(&table_path, &table)?;
            }
            let (results, ledger) =
                Results::open(&path, &header, args.resume).map_err(CliError::bad)?;
            if asks_table && games_first {
                written = read_written(&table_path, &table)?;
            }
            (Some(results), ledger)
        }
    };
    Ok(Open { table, trainings, phases: Vec::new(), results, ledger, written })
}

/// Reads the table that an earlier run left.
fn read_written(path: &Path, table: &PublishedTable) -> Result<WrittenTable, CliError> {
    let text = read_text(path).map_err(CliError::bad)?;
    let kept = WrittenTable::read(table, &text)
        .map_err(|error| CliError::bad(format!("{}: {error}", path.display())))?;
    for cell in kept.foreign() {
        let (name, path) = (&table.name, path.display());
        say(format_args!("warning: {path} has a cell {cell} of another {name}; it is left out"));
    }
    Ok(kept)
}

/// Trains what the tables need and is not yet trained; `false` when it was stopped.
fn train_all(tables: &mut [Open], args: &ReproduceArgs) -> Result<bool, CliError> {
    for Open { table, trainings, phases, .. } in tables {
        for wanted in trainings {
            let finished = train_networks::finish(wanted, args.threads, args.verbose)?;
            let Some(training) = finished else { return Ok(false) };
            phases.extend(table.phases(wanted, training.as_ref()));
            if let Some(folder) = &args.out {
                let plot = yard_report::phase_plot(table, wanted, training.as_ref());
                write_plots(folder, plot.as_slice())?;
            }
        }
    }
    Ok(true)
}

/// Plays table after table; returns them and the number of games that are finished by now.
fn play_all(
    tables: &[Open],
    args: &ReproduceArgs,
    common: Common,
    out: &mut dyn Write,
) -> Result<(Vec<Reproduction>, u64), CliError> {
    let all = wanted(tables, args);
    let done = over_cells(tables, args, |open, cell, games| {
        if open.is_written(cell, games) { games } else { open.ledger.games_of(cell, games) }
    });
    let bar = Progress::new(all, done, "games", args.verbose);
    let mut played = Vec::new();
    // With a folder a reader who leaves early does not cost the tables in it.
    let mut unread = None;
    for (index, open) in tables.iter().enumerate() {
        let mut rows = |text: &str| -> Result<(), CliError> {
            if common.json || unread.is_some() {
                return Ok(());
            }
            let written = bar.hide(|| out.write_all(text.as_bytes()).and_then(|()| out.flush()));
            match written {
                Err(error) if args.out.is_some() => unread = Some(error),
                written => written?,
            }
            Ok(())
        };
        if index > 0 {
            rows("\n")?;
        }
        let table = play(open, args, &bar, &mut rows)?;
        if let Some(folder) = &args.out {
            write_table(folder, &table)?;
        }
        played.push(table);
        if STOP.load(Ordering::Relaxed) {
            break;
        }
    }
    let games = bar.done();
    bar.finish();
    unread.map_or(Ok(()), Err)?;
    Ok((played, games))
}

/// Plays the cells of a table that are not finished, one after the other, and hands out each row.
fn play(
    open: &Open,
    args: &ReproduceArgs,
    bar: &Progress,
    rows: &mut dyn FnMut(&str) -> Result<(), CliError>,
) -> Result<Reproduction, CliError> {
    let Open { table, phases, results, ledger, written, .. } = open;
    let mut reproduction = Reproduction { phases: phases.clone(), ..Reproduction::new(table) };
    rows(&reproduction.head())?;
    let shard = Shard::WHOLE;
    let play = TablePlay { most: args.games, threads: args.threads, ledger, shard, stop: &STOP };
    for cell in 0..table.cells.len() {
        // Not asked for, or finished before: what is in the folder stays in the table.
        let asked = args.plays(cell);
        if open.is_written(cell, if asked { table.games_of(cell, args.games) } else { 0 }) {
            let kept = written.comparison(table, cell).map_err(CliError::bad)?;
            if asked {
                kept.iter().try_for_each(|comparison| rows(&comparison.row()))?;
            }
            reproduction.cells.extend(kept);
            continue;
        }
        if !asked {
            reproduction.cells.extend(table.kept(cell, ledger).map_err(CliError::bad)?);
            continue;
        }
        let failure = Failure::default();
        let played = table.play(cell, &play, &|index, played| {
            if let Some(Err(error)) = results.as_ref().map(|r| r.write(cell, index, played)) {
                failure.note(error);
            }
            bar.inc(1);
        });
        failure.check()?;
        // A cell that was stopped is left out, or stays as it was; its games are kept.
        let Some(comparison) = played.map_err(CliError::bad)? else {
            reproduction.cells.extend(written.comparison(table, cell).map_err(CliError::bad)?);
            continue;
        };
        warn_of_fouls(&comparison);
        rows(&comparison.row())?;
        reproduction.cells.push(comparison);
    }
    reproduction.means = table.means_of(&reproduction.cells);
    rows(&reproduction.means_text())?;
    rows(&reproduction.phases_text())?;
    Ok(reproduction)
}

fn warn_of_fouls(cell: &yard_arena::Comparison) {
    if cell.ours.fouls > 0 {
        let yard_arena::Comparison { detectives, x, ours, .. } = cell;
        say(format_args!("warning: {detectives} against {x}: {} fouls", ours.fouls));
    }
}

fn write_table(folder: &Path, table: &Reproduction) -> Result<(), CliError> {
    for (name, text) in reproduction_tables(table)? {
        replace(folder, &name, text.as_bytes())?;
    }
    write_plots(folder, &yard_report::reproduction_plots(table))
}

fn list(common: Common, out: &mut dyn Write) -> Result<Exit, CliError> {
    let mut experiments = Vec::new();
    for &(name, _) in PUBLISHED {
        let experiment = PublishedTable::named(name, &roster())
            .map_err(|error| CliError::Internal(error.to_string()))?;
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
