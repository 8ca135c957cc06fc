//! `yard tournament`

use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Instant;

use clap::Args;
use serde::Serialize;
use yard_agents::Seed;
use yard_arena::{
    CrossTable, Experiment, MOST_GAMES, Results, ResultsError, ResultsHeader, ResultsKind, Shard,
    Tally, Tournament,
};
use yard_files::read_text;
use yard_report::{report_html, tournament_tables};
use yard_roster::LoadError;

use super::data_folder::roster;
use super::files::{replace, write_plots};
use super::merge::ShardPart;
use super::progress::{Failure, Progress, STOP, check_threads, make_folder, stop_on_ctrl_c};
use super::write_json;
use crate::args::Common;
use crate::exit::{CliError, Exit, say};

/// Where every finished game is added.
const GAMES: &str = "games.jsonl";
/// The page to look at.
const PAGE: &str = "report.html";

/// Play every agent of one side against every agent of the other and print a cross table
#[derive(Args, Debug)]
pub(crate) struct TournamentArgs {
    /// Tournament file; research/tournaments/tournament.toml is an example
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Games per cell, if it differs from the file
    #[arg(long, value_name = "N")]
    games: Option<u64>,
    /// Threads [default: all cores]
    #[arg(long, value_name = "N")]
    threads: Option<usize>,
    /// Folder for the results and tables; made if missing [default: yard-tournament-NAME]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Continue with the results in the folder
    #[arg(long)]
    resume: bool,
    /// Play only one part of the games, such as 2/7, and write no tables; `yard merge` joins the
    /// parts
    #[arg(long, value_name = "I/N")]
    shard: Option<Shard>,
    /// Print progress now and then, even if standard error is no terminal
    #[arg(long)]
    verbose: bool,
}

#[derive(Serialize)]
struct TournamentReport<'a> {
    #[serde(flatten)]
    table: &'a CrossTable,
    /// Finished games in all cells.
    played: u64,
    /// Whether all games are finished.
    finished: bool,
    out: String,
    seconds: f64,
}

#[expect(clippy::disallowed_methods, reason = "the time taken is a part of the report")]
pub(crate) fn run(
    args: &TournamentArgs,
    common: Common,
    out: &mut dyn Write,
) -> Result<Exit, CliError> {
    check_threads(args.threads)?;
    let tournament = load(args, common)?;
    let folder = args
        .out
        .clone()
        .unwrap_or_else(|| PathBuf::from(format!("yard-tournament-{}", tournament.name)));
    make_folder(&folder)?;
    stop_on_ctrl_c();
    let begin = Instant::now();
    if let Some(shard) = args.shard.filter(|shard| !shard.is_whole()) {
        let tallies = play(args, &tournament, &folder)?;
        warn_of_fouls(&tournament, &tallies);
        let played = tallies.iter().map(|tally| tally.games).sum();
        let all = shard.share(tournament.games) * tournament.cells.len() as u64;
        let part = ShardPart { shard, played, all, file: folder.join(GAMES) };
        return part.report(common, begin.elapsed().as_secs_f64(), out);
    }
    let table = match finished(args, &tournament, &folder)? {
        Some(table) => {
            // The page is made of the table alone, so not everybody keeps it.
            if !folder.join(PAGE).exists() {
                replace(&folder, PAGE, report_html(&table).as_bytes())?;
            }
            table
        }
        None => {
            let tallies = play(args, &tournament, &folder)?;
            let table = tournament.table(&tallies);
            warn_of_fouls(&tournament, &tallies);
            write_tables(&folder, &table)?;
            write_plots(&folder, &yard_report::tournament_plots(&tournament, &table))?;
            table
        }
    };
    let seconds = begin.elapsed().as_secs_f64();
    let played: u64 = table.played().map(|(_, _, report)| report.games).sum();
    let all = tournament.games * tournament.cells.len() as u64;
    if common.json {
        let out_text = folder.display().to_string();
        let finished = played == all;
        write_json(
            out,
            &TournamentReport { table: &table, played, finished, out: out_text, seconds },
        )?;
    } else {
        write!(out, "{}", table.to_markdown())?;
        say(format_args!("tables, pictures and results are in {}", folder.display()));
    }
    if played < all {
        let so_far = format!("interrupted: {played} of {all} games were finished");
        say(format_args!("{so_far}; --resume goes on"));
        return Ok(Exit::Interrupted);
    }
    Ok(Exit::Done)
}

/// The tournament of the file, with what the command line changes.
fn load(args: &TournamentArgs, common: Common) -> Result<Tournament, CliError> {
    let path = &args.file;
    let text = read_text(path).map_err(CliError::bad)?;
    let mut tournament = Tournament::from_toml(&text, path.parent(), &roster())
        .map_err(|faults| CliError::bad(LoadError::Faulty { path: path.clone(), faults }))?;
    if let Some(games) = args.games {
        if !(1..=MOST_GAMES).contains(&games) {
            return Err(CliError::bad(format!("--games must be from 1 to {MOST_GAMES}")));
        }
        tournament.games = games;
    }
    if let Some(seed) = common.seed {
        tournament.seed = Seed(seed);
    }
    Ok(tournament)
}

/// The table in the folder, where the games behind it are no longer kept: it is not written over.
fn finished(
    args: &TournamentArgs,
    tournament: &Tournament,
    folder: &Path,
) -> Result<Option<CrossTable>, CliError> {
    let path = folder.join("table.json");
    if folder.join(GAMES).exists() || !path.exists() {
        return Ok(None);
    }
    if !args.resume {
        return Err(CliError::bad(ResultsError::exists(path)));
    }
    let text = read_text(&path).map_err(CliError::bad)?;
    let kept = tournament.finished(&text);
    kept.map(Some).map_err(|fault| {
        CliError::bad(format!("{}: {fault}; choose another place", path.display()))
    })
}

/// Plays what is not yet in the folder's results file, and adds it there.
fn play(
    args: &TournamentArgs,
    tournament: &Tournament,
    folder: &Path,
) -> Result<Vec<Tally>, CliError> {
    let shard = args.shard.unwrap_or(Shard::WHOLE);
    let experiment = Experiment { shard, ..tournament.experiment(args.threads) };
    let header = ResultsHeader::of(ResultsKind::Tournament, &experiment, tournament.seed)
        .in_shard(shard, vec![tournament.games; tournament.cells.len()]);
    let (results, ledger) =
        Results::open(&folder.join(GAMES), &header, args.resume).map_err(CliError::bad)?;
    let bar = Progress::new(experiment.own_games(), ledger.games(), "games", args.verbose);
    let failure = Failure::default();
    let tallies = experiment
        .play(&ledger, &STOP, &|cell, index, played, _| {
            if let Err(error) = results.write(cell, index, played) {
                failure.note(error);
            }
            bar.inc(1);
        })
        .map_err(CliError::bad)?;
    bar.finish();
    failure.check()?;
    Ok(tallies)
}

fn warn_of_fouls(tournament: &Tournament, tallies: &[Tally]) {
    for (&(row, column), tally) in tournament.cells.iter().zip(tallies) {
        if let Some((index, foul)) = &tally.first_foul {
            say(format_args!(
                "warning: {} against {}: {} fouls; the first in game {}: {foul}",
                tournament.detectives[row].name(),
                tournament.mr_x[column].name(),
                tally.fouls,
                index + 1
            ));
        }
    }
}

fn write_tables(folder: &Path, table: &CrossTable) -> Result<(), CliError> {
    for (name, text) in tournament_tables(table)? {
        replace(folder, &name, text.as_bytes())?;
    }
    Ok(())
}
