//! `yard match`

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::time::Instant;

use clap::Args;
use serde::Serialize;
use yard_agents::Seed;
use yard_arena::{
    Experiment, Habits, Ledger, MOST_GAMES, Played, Results, ResultsHeader, ResultsKind, Series,
    SeriesReport, Shard, Tally,
};
use yard_core::{Game, Record, Setup};
use yard_roster::AgentSpec;

use super::data_folder::roster;
use super::files::write_plots;
use super::progress::{Failure, Progress, STOP, check_threads, make_folder, stop_on_ctrl_c};
use super::write_json;
use crate::args::{BeginArgs, Common, RulesArgs};
use crate::exit::{CliError, Exit, say};

/// Play a series of games between two agents and report the score
#[derive(Args, Debug)]
pub(crate) struct MatchArgs {
    #[command(flatten)]
    rules: RulesArgs,
    #[command(flatten)]
    begin: BeginArgs,
    /// Who plays Mr X; `yard agents` lists them
    #[arg(long, value_name = "AGENT", default_value = "random")]
    x: AgentSpec,
    /// Who plays the detectives
    #[arg(long, value_name = "AGENT", default_value = "random")]
    detectives: AgentSpec,
    /// Games to play
    #[arg(long, value_name = "N", default_value_t = 1000)]
    games: u64,
    /// Threads [default: all cores]
    #[arg(long, value_name = "N")]
    threads: Option<usize>,
    /// Folder for one record file per game; created if missing
    #[arg(long, value_name = "DIR")]
    records: Option<PathBuf>,
    /// Folder for a picture of the capture rounds, capture-rounds.svg and .png; created if missing
    #[arg(long, value_name = "DIR")]
    plot: Option<PathBuf>,
    /// Append every finished game to this file, as a line of JSON
    #[arg(long, value_name = "FILE")]
    results: Option<PathBuf>,
    /// Continue with the games in the results file
    #[arg(long, requires = "results")]
    resume: bool,
    /// Play only one part of the games, such as 2/7; `yard merge` joins the parts
    #[arg(long, value_name = "I/N", requires = "results")]
    shard: Option<Shard>,
    /// Also count what the detectives do: rides back to where they came from, turns without a move,
    /// and wins by the last possible ride
    #[arg(long, conflicts_with = "resume")]
    habits: bool,
}

#[derive(Serialize)]
struct MatchReport<'a> {
    rules: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    setup: Option<String>,
    x: String,
    detectives: String,
    seed: u64,
    #[serde(flatten)]
    series: SeriesReport,
    #[serde(skip_serializing_if = "Option::is_none")]
    habits: Option<Habits>,
    seconds: f64,
}

#[expect(clippy::disallowed_methods, reason = "the time taken is a part of the report")]
pub(crate) fn run(args: &MatchArgs, common: Common, out: &mut dyn Write) -> Result<Exit, CliError> {
    let (rules, setup) = args.begin.load(&args.rules)?;
    check(args)?;
    let seed = common.seed.unwrap_or(1);
    let roster = roster();
    let series = Series {
        rules: rules.clone(),
        mr_x: roster.factory(&args.x),
        detectives: roster.factory(&args.detectives),
        games: args.games,
        seed: Seed(seed),
        threads: args.threads,
    };
    stop_on_ctrl_c();
    let begin = Instant::now();
    let from = setup.as_ref().map(ToString::to_string);
    let habits = Mutex::new(Habits::default());
    let tally = play(args, &series, setup, &habits)?;
    let seconds = begin.elapsed().as_secs_f64();
    let all = shard(args).share(args.games);
    let stopped = tally.games < all;
    if stopped {
        let done = tally.games;
        say(format_args!("interrupted: {done} of {all} games were finished"));
    }
    if let Some((index, foul)) = &tally.first_foul {
        let (fouls, game) = (tally.fouls, index + 1);
        say(format_args!("warning: {fouls} fouls; the first in game {game}: {foul}"));
    }
    let report = MatchReport {
        rules: rules.name(),
        setup: from,
        x: args.x.to_string(),
        detectives: args.detectives.to_string(),
        seed,
        series: tally.report(),
        habits: args.habits.then(|| habits.into_inner().unwrap_or_else(|dead| dead.into_inner())),
        seconds,
    };
    // The score is not lost with the picture, nor the picture with the score.
    let plotted = args.plot.as_ref().map_or(Ok(()), |folder| {
        let plot = yard_report::capture_plot(&series, &report.series);
        write_plots(folder, &[("capture-rounds".to_owned(), plot)])
    });
    if common.json {
        write_json(out, &report)?;
    } else {
        print(&report, out)?;
    }
    plotted?;
    Ok(if stopped { Exit::Interrupted } else { Exit::Done })
}

/// Makes the folder for records; one that holds games already is left alone, unless
/// they are to be gone on with.
fn prepare(folder: &Path, resume: bool) -> Result<(), CliError> {
    let shown = folder.display();
    let cannot =
        |error: std::io::Error| CliError::bad(format!("cannot use the folder {shown}: {error}"));
    make_folder(folder)?;
    if resume {
        return Ok(());
    }
    for entry in fs::read_dir(folder).map_err(cannot)? {
        let name = entry.map_err(cannot)?.file_name();
        if name.to_string_lossy().starts_with("game-") {
            let text = format!("the folder {shown} holds games already; name another one");
            return Err(CliError::BadInput(text));
        }
    }
    Ok(())
}

fn check(args: &MatchArgs) -> Result<(), CliError> {
    if args.games == 0 {
        return Err(CliError::bad("--games must be at least 1"));
    }
    if args.results.is_some() && args.games > MOST_GAMES {
        return Err(CliError::bad(format!("--games must be at most {MOST_GAMES} with --results")));
    }
    check_threads(args.threads)?;
    // Before the games are played: afterwards it would be too late.
    args.plot.as_deref().map_or(Ok(()), make_folder)?;
    match args.records.as_deref() {
        None => Ok(()),
        Some(folder) => prepare(folder, args.resume),
    }
}

fn shard(args: &MatchArgs) -> Shard {
    args.shard.unwrap_or(Shard::WHOLE)
}

/// Plays what is not yet in the results file, if there is one, and adds it there.
fn play(
    args: &MatchArgs,
    series: &Series,
    setup: Option<Setup>,
    habits: &Mutex<Habits>,
) -> Result<Tally, CliError> {
    let experiment = Experiment { shard: shard(args), setup, ..series.experiment() };
    let (results, ledger) = match &args.results {
        None => (None, Ledger::new(1)),
        Some(path) => {
            let header = ResultsHeader::of(ResultsKind::Match, &experiment, series.seed)
                .in_shard(experiment.shard, vec![args.games]);
            let (results, ledger) =
                Results::open(path, &header, args.resume).map_err(CliError::bad)?;
            (Some(results), ledger)
        }
    };
    let bar = Progress::new(experiment.own_games(), ledger.games(), "games", false);
    let failure = Failure::default();
    let each = |cell: usize, index: u64, played: &Played, game: &Game| {
        // The record first: a game that is in the results is not played again.
        if let Some(folder) = &args.records {
            let path = folder.join(format!("game-{:06}.txt", index + 1));
            let record = Record::of(game).to_string();
            if let Err(error) = yard_files::replace(&path, record.as_bytes()) {
                failure.note(error);
                return;
            }
        }
        if let Some(Err(error)) = results.as_ref().map(|r| r.write(cell, index, played)) {
            failure.note(error);
        }
        if args.habits && played.fouled.is_none() {
            habits.lock().unwrap_or_else(|dead| dead.into_inner()).count(game);
        }
        bar.inc(1);
    };
    let tallies = experiment.play(&ledger, &STOP, &each).map_err(CliError::bad)?;
    bar.finish();
    failure.check()?;
    Ok(tallies.into_iter().next().unwrap_or_default())
}

fn print(report: &MatchReport<'_>, out: &mut dyn Write) -> Result<(), CliError> {
    let series = &report.series;
    let [lo, hi] = series.ci95.map(|bound| bound * 100.0);
    writeln!(
        out,
        "{}: {} (Mr X) against {} (detectives), {} games, seed {}",
        report.rules, report.x, report.detectives, series.games, report.seed
    )?;
    if let Some(setup) = &report.setup {
        writeln!(out, "every game begins from {setup}")?;
    }
    writeln!(
        out,
        "detectives won {}, {:.1} % (95 % interval {lo:.1} to {hi:.1}); Mr X won {}",
        series.detective_wins,
        series.detective_rate * 100.0,
        series.mr_x_wins
    )?;
    writeln!(out, "mean length {:.2} log slots", series.mean_rounds)?;
    let most = series.capture_rounds.values().copied().max().unwrap_or(0);
    if most > 0 {
        writeln!(out, "detective wins by log slot:")?;
        for (slot, wins) in &series.capture_rounds {
            let bar = "█".repeat((wins * 40).div_ceil(most) as usize);
            writeln!(out, "  {slot:>3} {wins:>8} {bar}")?;
        }
    }
    if let Some(habits) = &report.habits {
        print_habits(habits, out)?;
    }
    writeln!(out, "{:.2} s", report.seconds)?;
    Ok(())
}

fn print_habits(habits: &Habits, out: &mut dyn Write) -> Result<(), CliError> {
    let percent = |part: u64, all: u64| 100.0 * part as f64 / all.max(1) as f64;
    let Habits { games, rides, back, to_and_fro, to_and_fro_escapes, escapes, .. } = *habits;
    writeln!(
        out,
        "rides back to where they came from: {back} of {rides}, {:.1} %",
        percent(back, rides)
    )?;
    writeln!(
        out,
        "games that end with all detectives going to and fro: {to_and_fro} of {games}, {:.1} %; \
         {to_and_fro_escapes} of the {escapes} that Mr X survived",
        percent(to_and_fro, games)
    )?;
    let Habits { turns, stuck, stuck_games, last_ride_wins, .. } = *habits;
    writeln!(
        out,
        "turns in which a detective could not move: {stuck} of {turns}, {:.2} %, in {stuck_games} games",
        percent(stuck, turns)
    )?;
    writeln!(
        out,
        "won by the last ride of the last slot: {last_ride_wins} of {games} games, {:.2} %",
        percent(last_ride_wins, games)
    )?;
    Ok(())
}
