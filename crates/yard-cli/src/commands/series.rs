//! `yard match`

use std::fs;
use std::io::{IsTerminal, Write};
use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};
use serde::Serialize;
use yard_agents::Seed;
use yard_arena::{AgentSpec, Series, SeriesReport};
use yard_core::{Match, Record};

use super::write_json;
use crate::args::{Common, RulesArgs};
use crate::exit::{CliError, Exit};

/// Play a series of games between two agents and report the score
#[derive(Args, Debug)]
pub(crate) struct MatchArgs {
    #[command(flatten)]
    rules: RulesArgs,
    /// Who plays Mr X; `yard agents` lists them
    #[arg(long, value_name = "AGENT", default_value = "random")]
    x: AgentSpec,
    /// Who plays the detectives
    #[arg(long, value_name = "AGENT", default_value = "random")]
    detectives: AgentSpec,
    /// Games to play
    #[arg(long, value_name = "N", default_value_t = 1000)]
    games: u64,
    /// Threads; all cores when left out
    #[arg(long, value_name = "N")]
    threads: Option<usize>,
    /// Folder for one record file of each game; it is made if missing
    #[arg(long, value_name = "DIR")]
    records: Option<PathBuf>,
}

#[derive(Serialize)]
struct MatchReport<'a> {
    rules: &'a str,
    x: String,
    detectives: String,
    seed: u64,
    #[serde(flatten)]
    series: SeriesReport,
    seconds: f64,
}

/// Set by Ctrl-C and by a request to end.
static STOP: AtomicBool = AtomicBool::new(false);

#[expect(clippy::disallowed_methods, reason = "the time taken is a part of the report")]
pub(crate) fn run(args: &MatchArgs, common: Common, out: &mut dyn Write) -> Result<Exit, CliError> {
    let rules = args.rules.load()?;
    if args.games == 0 {
        return Err(CliError::bad("--games must be at least 1"));
    }
    if args.threads == Some(0) || args.threads.is_some_and(|threads| threads > 1024) {
        return Err(CliError::bad("--threads must be from 1 to 1024"));
    }
    if let Some(folder) = &args.records {
        fs::create_dir_all(folder).map_err(|error| {
            CliError::bad(format!("cannot make the folder {}: {error}", folder.display()))
        })?;
    }
    let seed = common.seed.unwrap_or(1);
    let series = Series {
        rules: rules.clone(),
        mr_x: args.x.clone(),
        detectives: args.detectives.clone(),
        games: args.games,
        seed: Seed(seed),
        threads: args.threads,
    };
    stop_on_ctrl_c();
    let bar = progress_bar(args.games);
    let failed: Mutex<Option<String>> = Mutex::new(None);
    let begin = Instant::now();
    let each = |index: u64, bout: &Match| {
        bar.inc(1);
        if let Some(folder) = &args.records {
            let path = folder.join(format!("game-{:06}.txt", index + 1));
            if let Err(error) = fs::write(&path, Record::of(bout).to_string()) {
                let mut failed = failed.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
                failed.get_or_insert_with(|| format!("cannot write {}: {error}", path.display()));
                STOP.store(true, Ordering::Relaxed);
            }
        }
    };
    let tally = series.play(&STOP, &each).map_err(CliError::bad)?;
    let seconds = begin.elapsed().as_secs_f64();
    bar.finish_and_clear();
    if let Some(text) = failed.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner) {
        return Err(CliError::BadInput(text));
    }
    let stopped = tally.games < args.games;
    if stopped {
        eprintln!("interrupted: {} of {} games were finished", tally.games, args.games);
    }
    if let Some((index, foul)) = &tally.first_foul {
        eprintln!("warning: {} fouls; the first in game {}: {foul}", tally.fouls, index + 1);
    }
    let report = MatchReport {
        rules: rules.name(),
        x: args.x.to_string(),
        detectives: args.detectives.to_string(),
        seed,
        series: tally.report(),
        seconds,
    };
    if common.json {
        write_json(out, &report)?;
    } else {
        print(&report, out)?;
    }
    Ok(if stopped { Exit::Interrupted } else { Exit::Done })
}

/// The flag that Ctrl-C sets; a second Ctrl-C ends at once, should a game hang.
pub(crate) fn stop_on_ctrl_c() -> &'static AtomicBool {
    // It fails only when a handler is set already, which is the same one.
    let _ = ctrlc::set_handler(|| {
        if STOP.swap(true, Ordering::Relaxed) {
            std::process::exit(130);
        }
    });
    &STOP
}

/// A bar on standard error when that is a terminal, otherwise nothing.
pub(crate) fn progress_bar(games: u64) -> ProgressBar {
    if !std::io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let bar = ProgressBar::new(games);
    let style = "{bar:40} {human_pos}/{human_len} games, {per_sec}, {eta} left";
    bar.set_style(
        ProgressStyle::with_template(style).unwrap_or_else(|_| ProgressStyle::default_bar()),
    );
    bar.enable_steady_tick(Duration::from_millis(200));
    bar
}

fn print(report: &MatchReport<'_>, out: &mut dyn Write) -> Result<(), CliError> {
    let series = &report.series;
    let [lo, hi] = series.ci95.map(|bound| bound * 100.0);
    writeln!(
        out,
        "{}: {} (Mr X) against {} (detectives), {} games, seed {}",
        report.rules, report.x, report.detectives, series.games, report.seed
    )?;
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
    writeln!(out, "{:.2} s", report.seconds)?;
    Ok(())
}
