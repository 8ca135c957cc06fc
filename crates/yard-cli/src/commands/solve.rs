//! `yard solve`

use std::io::Write;
use std::path::PathBuf;
use std::sync::atomic::Ordering;
use std::time::Instant;

use clap::Args;
use serde::Serialize;
use yard_arena::in_pool;
use yard_bench::peak_mib;
use yard_core::Rules;
use yard_roster::{CheckpointFile, write_policy};
use yard_solve::{
    Bounds, Effort, Estimate, KeepNothing, Keeper, Shorter, SolveError, SolveProgress,
    SolveReport as Reporter, estimate, solve_on, solve_shorter_on,
};

use super::data_folder::roster;
use super::files::Overwrite;
use super::progress::{STOP, check_threads, stop_on_ctrl_c};
use super::share_progress::ShareProgress;
use super::write_json;
use crate::args::{Common, RulesArgs};
use crate::exit::{CliError, Exit, say};

/// Find the value of a small game and perfect play for both sides
#[derive(Args, Debug)]
pub(crate) struct SolveArgs {
    #[command(flatten)]
    rules: RulesArgs,
    /// How far apart the bounds of the value may be
    #[arg(long, value_name = "P", default_value_t = 0.001)]
    precision: f64,
    /// File for the policy [default: in the data folder, where `nash` finds it]
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Threads [default: all cores]
    #[arg(long, value_name = "N")]
    threads: Option<usize>,
    /// Solve a game that would take hours
    #[arg(long)]
    any_size: bool,
    /// Also print the values of shorter games, which start where Mr X is seen
    #[arg(long)]
    shorter: bool,
    /// Print how large the game is, and solve nothing
    #[arg(long)]
    estimate: bool,
    /// Print the exploitability after these numbers of iterations, and keep no policy; for games in which
    /// Mr X is never seen
    #[arg(long, value_name = "N", value_delimiter = ',', conflicts_with_all = ["out", "shorter", "estimate"])]
    curve: Vec<u32>,
    /// Show the value of each place of Mr X and the best moves at the end of a record (- reads standard
    /// input); it names the rules
    #[arg(long, value_name = "RECORD", conflicts_with_all = ["out", "any_size", "shorter", "estimate", "curve"])]
    show: Option<String>,
    /// Draw it to this file
    #[arg(long, value_name = "FILE", requires = "show")]
    svg: Option<PathBuf>,
    #[command(flatten)]
    overwrite: Overwrite,
}

#[derive(Serialize)]
struct SolveReport<'a> {
    rules: &'a str,
    detective_value: [f64; 2],
    exploitability: f64,
    precision: f64,
    segments: u64,
    policy: Option<PathBuf>,
    policy_bytes: usize,
    peak_mib: Option<f64>,
    seconds: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    shorter: Option<Vec<ShorterReport>>,
}

#[derive(Serialize)]
struct ShorterReport {
    rounds: u8,
    detective_value: Bounds,
    segments: u64,
}

impl From<Shorter> for ShorterReport {
    fn from(game: Shorter) -> ShorterReport {
        let Shorter { rounds, detective_value, segments } = game;
        ShorterReport { rounds, detective_value, segments }
    }
}

#[derive(Serialize)]
struct SizeReport<'a> {
    rules: &'a str,
    positions: f64,
    largest_segment: f64,
    payoffs: f64,
    bytes: f64,
    too_large: bool,
}

#[expect(clippy::disallowed_methods, reason = "the time taken is a part of the report")]
pub(crate) fn run(args: &SolveArgs, common: Common, out: &mut dyn Write) -> Result<Exit, CliError> {
    if let Some(record) = &args.show {
        let svg = args.svg.as_deref().map(|path| (path, args.overwrite));
        return super::show::run(record, None, args.precision, svg, common, out);
    }
    let rules = args.rules.load()?;
    if !(1e-9..=1.0).contains(&args.precision) {
        return Err(CliError::bad("--precision must be from 0.000000001 to 1"));
    }
    check_threads(args.threads)?;
    if !args.curve.is_empty() {
        return super::solve_curve::run(&args.curve, &rules, common, out);
    }
    let size = estimate(&rules);
    if args.estimate {
        return print_size(args, &rules, size, common, out);
    }
    if size.payoffs > effort(args).most_work {
        let error = SolveError::TooLarge(size);
        return Err(CliError::TooLarge(format!("{} is {error}", rules.name())));
    }
    check_memory(size)?;
    if let Some(path) = &args.out {
        args.overwrite.check(path)?;
    }
    stop_on_ctrl_c();
    let checkpoint = open_checkpoint(args, &rules)?;
    let keeper: &dyn Keeper = match &checkpoint {
        Some(file) => file,
        None => &KeepNothing,
    };
    say(format_args!("solving {}: {size}", rules.name()));
    if let Some(file) = checkpoint.as_ref().filter(|file| file.known() > 0) {
        let (known, path) = (file.known(), file.path().display());
        say(format_args!("going on with {known} segments in {path}"));
    }
    let begin = Instant::now();
    let effort = effort(args);
    let game = watched(args, &rules, |report| solve_on(&rules, effort, &STOP, report, keeper))?;
    let Some(solved) = game else {
        return interrupted(checkpoint, "nothing was written");
    };
    // Before the shorter games: what was found is kept even if they are interrupted.
    let policy = match &args.out {
        Some(path) => {
            write_policy(&solved, path).map_err(CliError::bad)?;
            Some(path.clone())
        }
        None => roster().policies.keep(&solved, args.precision),
    };
    let shorter = if args.shorter {
        say("solving the shorter games");
        let solve = |report: Reporter<'_>| solve_shorter_on(&solved, &STOP, report, keeper);
        let games = watched(args, &rules, solve)?;
        let Some(games) = games else {
            let text = "the policy is kept, but not all shorter games were solved";
            return interrupted(checkpoint, text);
        };
        Some(games.into_iter().map(ShorterReport::from).collect())
    } else {
        None
    };
    checkpoint.iter().for_each(CheckpointFile::remove);
    let [lower, upper] = solved.detective_value();
    let report = SolveReport {
        rules: rules.name(),
        detective_value: [lower, upper],
        exploitability: 0.5 * (upper - lower),
        precision: args.precision,
        segments: solved.segments(),
        policy,
        policy_bytes: solved.to_bytes().len(),
        peak_mib: peak_mib(),
        seconds: begin.elapsed().as_secs_f64(),
        shorter,
    };
    if common.json {
        write_json(out, &report)?;
    } else {
        print(&report, out)?;
    }
    Ok(Exit::Done)
}

fn effort(args: &SolveArgs) -> Effort {
    let usual = Effort { precision: args.precision, ..Effort::default() };
    if args.any_size {
        Effort { most_work: f64::INFINITY, most_positions: usize::MAX, ..usual }
    } else {
        usual
    }
}

/// The checkpoint beside the policy; without a place for that there is none.
fn open_checkpoint(
    args: &SolveArgs,
    rules: &Rules,
) -> Result<Option<CheckpointFile<'static>>, CliError> {
    if let Some(path) = &args.out {
        let file = CheckpointFile::open(path, rules, args.precision, &STOP);
        return file.map(Some).map_err(CliError::bad);
    }
    let Some(path) = roster().policies.policy_path(rules, args.precision) else { return Ok(None) };
    // As with the policy: what cannot be kept in the data folder is solved again.
    let folder = path.parent().is_some_and(|folder| std::fs::create_dir_all(folder).is_ok());
    match CheckpointFile::open(&path, rules, args.precision, &STOP) {
        Ok(file) => Ok(Some(file)),
        Err(_) if !folder => Ok(None),
        Err(error) => Err(CliError::bad(error)),
    }
}

/// Says what is kept of work that was stopped.
fn interrupted(checkpoint: Option<CheckpointFile<'_>>, otherwise: &str) -> Result<Exit, CliError> {
    match checkpoint {
        None => say(format_args!("interrupted: {otherwise}")),
        Some(file) => {
            let (count, path) = (file.segments(), file.path().to_owned());
            file.check().map_err(CliError::bad)?;
            let path = path.display();
            say(format_args!(
                "interrupted: {count} segments are kept in {path}; the same command goes on"
            ));
        }
    }
    Ok(Exit::Interrupted)
}

/// Does a part of the work behind a progress bar; `None` when it was interrupted.
fn watched<T: Send>(
    args: &SolveArgs,
    rules: &Rules,
    part: impl Fn(Reporter<'_>) -> Result<T, SolveError> + Sync,
) -> Result<Option<T>, CliError> {
    let bar = ShareProgress::new("segments");
    let work = || part(&|progress: SolveProgress| bar.reach(progress));
    let found = match args.threads {
        None => work(),
        Some(threads) => in_pool(threads, work).map_err(CliError::bad)?,
    };
    bar.finish();
    match found {
        Ok(_) if STOP.load(Ordering::Relaxed) => Ok(None),
        Ok(found) => Ok(Some(found)),
        Err(SolveError::Stopped) => Ok(None),
        Err(error @ SolveError::TooLarge(_)) => {
            Err(CliError::TooLarge(format!("{} is {error}", rules.name())))
        }
    }
}

/// Refuses what does not fit into the memory that is free, where the system tells it.
fn check_memory(size: Estimate) -> Result<(), CliError> {
    let free = free_bytes().unwrap_or(f64::INFINITY);
    if size.bytes() > free {
        let gib = |bytes: f64| bytes / f64::from(1 << 30);
        let (need, have) = (gib(size.bytes()), gib(free));
        let text = format!("not enough memory: about {need:.1} GiB are needed, {have:.1} are free");
        return Err(CliError::TooLarge(text));
    }
    Ok(())
}

/// The line `MemAvailable:    1024 kB` of Linux.
fn free_bytes() -> Option<f64> {
    let text = std::fs::read_to_string("/proc/meminfo").ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
    let kibibytes: f64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kibibytes * 1024.0)
}

fn print_size(
    args: &SolveArgs,
    rules: &Rules,
    size: Estimate,
    common: Common,
    out: &mut dyn Write,
) -> Result<Exit, CliError> {
    let too_large = size.payoffs > effort(args).most_work;
    if common.json {
        let report = SizeReport {
            rules: rules.name(),
            positions: size.positions,
            largest_segment: size.largest,
            payoffs: size.payoffs,
            bytes: size.bytes(),
            too_large,
        };
        write_json(out, &report)?;
    } else {
        let verdict = if too_large { "too large to be solved" } else { "can be solved" };
        writeln!(out, "{} {verdict}: {size}", rules.name())?;
    }
    Ok(Exit::Done)
}

/// Bounds with the five digits that are shown, rounded so that they still hold.
fn outwards([lower, upper]: [f64; 2]) -> [f64; 2] {
    [(lower * 1e5).floor() / 1e5, (upper * 1e5).ceil() / 1e5]
}

fn print(report: &SolveReport<'_>, out: &mut dyn Write) -> Result<(), CliError> {
    let [lower, upper] = outwards(report.detective_value);
    writeln!(out, "{}: the detectives win {lower:.5} to {upper:.5} under best play", report.rules)?;
    for game in report.shorter.iter().flatten() {
        let [lower, upper] = outwards(game.detective_value);
        let plural = if game.rounds == 1 { "" } else { "s" };
        writeln!(out, "in {} round{plural}: {lower:.5} to {upper:.5}", game.rounds)?;
    }
    if report.shorter.as_ref().is_some_and(Vec::is_empty) {
        writeln!(out, "there are no shorter games in it")?;
    }
    writeln!(
        out,
        "exploitability {:.6}, {} segments, {:.2} s",
        report.exploitability, report.segments, report.seconds
    )?;
    match &report.policy {
        Some(path) => writeln!(out, "policy ({} bytes): {}", report.policy_bytes, path.display())?,
        None => writeln!(out, "the policy was not kept: there is no data folder")?,
    }
    Ok(())
}
