//! `yard load`: how fast a server answers, with many tables and with greedy clients.
//!
//! The server is this program in a process of its own, on loopback. Clients say in the header of a proxy which address
//! they stand for, so that many of them come from one machine.

mod abuse;
mod client;
mod find;
mod greed;
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
use find::{Found, find};
use greed::Case;
use server::{GamesPlace, TestedServer};
use tables::TablesReport;

/// What went wrong on the way; the server or the machine is at fault.
type Failure = Box<dyn std::error::Error + Send + Sync>;

/// Measure a server on this machine: many tables, and strangers beside greedy clients
#[derive(Args, Debug)]
pub(crate) struct LoadArgs {
    /// Tables, each with one durable move per second
    #[arg(long, value_name = "N", default_value_t = 500)]
    tables: usize,
    /// Sockets at each table: Mr X, the detectives, and those who watch
    #[arg(long, value_name = "N", default_value_t = 4)]
    sockets: usize,
    /// Seconds of each measurement
    #[arg(long, value_name = "N", default_value_t = 20)]
    seconds: usize,
    /// Folder for the games; it should be on a disk [default: a temporary one]
    #[arg(long, value_name = "DIR")]
    data: Option<PathBuf>,
    /// An empty PostgreSQL database for the games instead of a folder; what the measurement made is deleted after it
    #[arg(long, value_name = "URL", conflicts_with = "data")]
    database: Option<String>,
    /// Find the largest number of tables whose 99th percentile stays below this many milliseconds,
    /// and say what ended the search
    #[arg(long, value_name = "MS")]
    find: Option<f64>,
    /// Measure greedy clients as well: all kinds, or the ones you name
    #[arg(long, value_name = "CASE", num_args = 0.., value_delimiter = ',')]
    abuse: Option<Vec<Case>>,
    /// The largest number of tables that --find tries [default: until moves are too slow or the machine has no more]
    #[arg(long, value_name = "N")]
    most_tables: Option<usize>,
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

pub(crate) fn run(args: &LoadArgs, common: Common, out: &mut dyn Write) -> Result<Exit, CliError> {
    if args.tables == 0
        || args.seconds == 0
        || args.most_tables.is_some_and(|most| most < args.tables)
    {
        return Err(CliError::bad("--tables and --seconds are at least 1, --most-tables --tables"));
    }
    if args.sockets < tables::PLAYERS {
        return Err(CliError::bad("--sockets is at least 2: both sides play"));
    }
    let _ = ctrlc::set_handler(|| std::process::exit(130));
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .map_err(|error| CliError::Internal(error.to_string()))?;
    let mut told = Told(if common.json { None } else { Some(&mut *out) });
    let measured = runtime.block_on(measure(args, &mut told));
    runtime.shutdown_background();
    let report = measured.map_err(|error| CliError::Internal(error.to_string()))?;
    if common.json {
        write_json(out, &report)?;
    }
    Ok(Exit::Done)
}

/// Where figures are written as soon as they are known, so that a run that is cut off leaves what it has measured.
struct Told<'a>(Option<&'a mut dyn Write>);

impl Told<'_> {
    fn tell(&mut self, what: &impl std::fmt::Display) -> Result<(), Failure> {
        if let Some(out) = &mut self.0 {
            write!(out, "{what}")?;
            out.flush()?;
        }
        Ok(())
    }
}

async fn measure(args: &LoadArgs, told: &mut Told<'_>) -> Result<LoadReport, Failure> {
    if let Some(text) = too_many_files(args, args.tables) {
        return Err(text.into());
    }
    let cores = std::thread::available_parallelism().map_or(0, usize::from);
    let (store, load_before) = (args.place().word(), load_average());
    told.tell(&format_args!(
        "{cores} cores for the clients and the server, which has a process of its own; {store}; \
         load average {} before\n",
        shown(load_before)
    ))?;
    let control = measure_tables(args, (args.tables / CONTROL).max(1)).await?;
    told.tell(&control)?;
    let tables = measure_tables(args, args.tables).await?;
    told.tell(&tables)?;
    let p99_ratio = tables.p99_ms / control.p99_ms;
    told.tell(&format_args!("p99 is {p99_ratio:.1} times that of {} tables\n", control.tables))?;
    let found = match args.find {
        Some(below) => Some(find(args, &tables, below, told).await?),
        None => None,
    };
    let abuse = match &args.abuse {
        Some(cases) => Some(abuse::measure_all(cases, args.place(), args.seconds, told).await?),
        None => None,
    };
    let load_after = load_average();
    told.tell(&format_args!("load average {} at the end\n", shown(load_after)))?;
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

/// Files that a process has open besides its sockets.
const OTHER_FILES: usize = 200;

/// Raises the limit of open files as far as it goes; says so when that is too little for so many tables.
fn too_many_files(args: &LoadArgs, tables: usize) -> Option<String> {
    let needed = args.sockets * tables + OTHER_FILES;
    let files = raise_file_limit().filter(|files| *files < needed as u64)?;
    Some(format!("{needed} open files are needed and {files} allowed (ulimit -Hn)"))
}

/// How busy the machine is, where the system tells it.
fn load_average() -> Option<f64> {
    std::fs::read_to_string("/proc/loadavg").ok()?.split(' ').next()?.parse().ok()
}

fn shown(figure: Option<f64>) -> String {
    figure.map_or("?".to_owned(), |figure| format!("{figure:.1}"))
}

/// One run with so many tables, on a server of its own.
async fn measure_tables(args: &LoadArgs, tables: usize) -> Result<TablesReport, Failure> {
    say(format_args!("{tables} tables, {} s", args.seconds));
    let server = TestedServer::start(args.place(), &server::NO_LIMITS).await?;
    let report = tables::measure(&server, tables, args.sockets, args.seconds).await;
    server.end().await?;
    report
}
