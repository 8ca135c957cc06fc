//! `yard load`: how fast a server answers, with many tables and with greedy clients.
//!
//! The server is this program in a process of its own, on loopback. Clients say in the header of a proxy which address
//! they stand for, so that many of them come from one machine.

mod abuse;
mod client;
mod server;
mod tables;

use std::io::Write;
use std::path::PathBuf;

use clap::Args;
use serde::Serialize;
use yard_server::raise_file_limit;

use super::write_json;
use crate::args::Common;
use crate::exit::{CliError, Exit, say};
use abuse::CaseReport;
use server::{GamesPlace, TestedServer};
use tables::TablesReport;

/// What went wrong on the way; the server or the machine is at fault.
type Failure = Box<dyn std::error::Error + Send + Sync>;

/// Measure a server of this machine: moves at many tables, and strangers beside greedy clients
#[derive(Args, Debug)]
pub(crate) struct LoadArgs {
    /// Tables, each with four sockets and one durable move a second
    #[arg(long, value_name = "N", default_value_t = 500)]
    tables: usize,
    /// Seconds of each measurement
    #[arg(long, value_name = "N", default_value_t = 20)]
    seconds: usize,
    /// Folder for the games; it should lie on a disk [default: a temporary one]
    #[arg(long, value_name = "DIR")]
    data: Option<PathBuf>,
    /// An empty PostgreSQL database for the games instead of a folder; what the measurement made is deleted after it
    #[arg(long, value_name = "URL", conflicts_with = "data")]
    database: Option<String>,
    /// Look for the largest number of tables whose 99th percentile stays below so many milliseconds
    #[arg(long, value_name = "MS")]
    find: Option<f64>,
    /// Measure greedy clients as well: long records, suggestions, agents, large frames, unread replays
    #[arg(long)]
    abuse: bool,
    /// The largest number of tables that --find tries
    #[arg(long, value_name = "N", default_value_t = 8000)]
    most_tables: usize,
}

impl LoadArgs {
    fn place(&self) -> GamesPlace<'_> {
        match &self.database {
            Some(url) => GamesPlace::Database(url),
            None => GamesPlace::Folder(self.data.as_deref()),
        }
    }
}

#[derive(Serialize)]
struct LoadReport {
    cores: usize,
    /// `sqlite` or `postgres`.
    store: &'static str,
    /// Processes that wanted a core on average during the minute before and the minute at the end; 0 is an idle machine.
    load_before: Option<f64>,
    load_after: Option<f64>,
    /// Few tables, measured first, to compare the others with.
    control: TablesReport,
    /// How many times longer the 99th percentile is than that of the control.
    p99_ratio: f64,
    tables: TablesReport,
    #[serde(skip_serializing_if = "Option::is_none")]
    found: Option<Found>,
    #[serde(skip_serializing_if = "Option::is_none")]
    abuse: Option<Vec<CaseReport>>,
}

/// The most tables that were fast enough, and all that were tried.
#[derive(Serialize)]
struct Found {
    below_ms: f64,
    most: Option<usize>,
    tried: Vec<TablesReport>,
}

pub(crate) fn run(args: &LoadArgs, common: Common, out: &mut dyn Write) -> Result<Exit, CliError> {
    if args.tables == 0 || args.seconds == 0 || args.most_tables < args.tables {
        return Err(CliError::bad("--tables and --seconds are at least 1, --most-tables --tables"));
    }
    let _ = ctrlc::set_handler(|| std::process::exit(130));
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .map_err(|error| CliError::Internal(error.to_string()))?;
    let measured = runtime.block_on(measure(args));
    runtime.shutdown_background();
    let report = measured.map_err(|error| CliError::Internal(error.to_string()))?;
    match common.json {
        true => write_json(out, &report)?,
        false => print(&report, out)?,
    }
    Ok(Exit::Done)
}

async fn measure(args: &LoadArgs) -> Result<LoadReport, Failure> {
    let most = if args.find.is_some() { args.most_tables } else { args.tables };
    let needed = (tables::SOCKETS * most + 200) as u64;
    if let Some(files) = raise_file_limit()
        && files < needed
    {
        let text = format!("{needed} open files are needed, {files} allowed; see ulimit -n");
        return Err(text.into());
    }
    let load_before = load_average();
    let control = measure_tables(args, (args.tables / CONTROL).max(1)).await?;
    let tables = measure_tables(args, args.tables).await?;
    let p99_ratio = tables.p99_ms / control.p99_ms;
    let found = match args.find {
        Some(below) => Some(find(args, &tables, below).await?),
        None => None,
    };
    let abuse = match args.abuse {
        true => Some(abuse::all(args.place(), args.seconds).await?),
        false => None,
    };
    let cores = std::thread::available_parallelism().map_or(0, usize::from);
    let (store, load_after) = (args.place().word(), load_average());
    Ok(LoadReport {
        cores,
        store,
        load_before,
        load_after,
        control,
        p99_ratio,
        tables,
        found,
        abuse,
    })
}

/// The control has one table for so many.
const CONTROL: usize = 25;

/// How busy the machine is, where the system tells it.
fn load_average() -> Option<f64> {
    std::fs::read_to_string("/proc/loadavg").ok()?.split(' ').next()?.parse().ok()
}

/// One run with so many tables, on a server of its own.
async fn measure_tables(args: &LoadArgs, tables: usize) -> Result<TablesReport, Failure> {
    say(format_args!("{tables} tables, {} s", args.seconds));
    let server = TestedServer::start(args.place(), &server::NO_LIMITS).await?;
    let report = tables::measure(&server, tables, args.seconds).await;
    server.end().await?;
    report
}

/// Doubles the tables while they are fast enough, then halves the gap.
async fn find(args: &LoadArgs, first: &TablesReport, below: f64) -> Result<Found, Failure> {
    let fast = |report: &TablesReport| report.p99_ms < below;
    let mut tried = Vec::new();
    let (mut good, mut bad) = match fast(first) {
        true => (Some(first.tables), None),
        false => (None, Some(first.tables)),
    };
    loop {
        let next = match (good, bad) {
            (Some(good), None) if good >= args.most_tables => break,
            (Some(good), None) => (2 * good).min(args.most_tables),
            (None, Some(bad)) if bad < 50 => break,
            (None, Some(bad)) => bad / 2,
            (Some(good), Some(bad)) if bad - good <= good / 10 => break,
            (Some(good), Some(bad)) => good.midpoint(bad),
            (None, None) => break,
        };
        let report = measure_tables(args, next).await?;
        match fast(&report) {
            true => good = Some(next),
            false => bad = Some(next),
        }
        tried.push(report);
    }
    Ok(Found { below_ms: below, most: good, tried })
}

fn print(report: &LoadReport, out: &mut dyn Write) -> Result<(), CliError> {
    let LoadReport { cores, store, control, p99_ratio, tables, found, abuse, .. } = report;
    let shown = |load: Option<f64>| load.map_or("?".to_owned(), |load| format!("{load:.1}"));
    let (before, after) = (shown(report.load_before), shown(report.load_after));
    writeln!(
        out,
        "{cores} cores, {store}; the server has a process of its own; load average {before} before, {after} after"
    )?;
    control.print(out)?;
    tables.print(out)?;
    writeln!(out, "p99 is {p99_ratio:.1} times that of {} tables", control.tables)?;
    if let Some(found) = found {
        for report in &found.tried {
            report.print(out)?;
        }
        match found.most {
            Some(most) => {
                writeln!(out, "p99 stays below {} ms up to {most} tables", found.below_ms)?;
            }
            None => writeln!(out, "p99 is nowhere below {} ms", found.below_ms)?,
        }
    }
    for case in abuse.iter().flatten() {
        case.print(out)?;
    }
    Ok(())
}
