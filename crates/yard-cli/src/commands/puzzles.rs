//! `yard puzzles`

use std::io::Write;
use std::sync::atomic::Ordering;

use clap::{Args, Subcommand};
use serde::Serialize;
use yard_puzzles::{Grade, Kind, Puzzle};

use super::progress::{STOP, stop_on_ctrl_c};
use super::write_json;
use crate::args::Common;
use crate::exit::{CliError, Exit, say};

/// List the puzzles that come with the program, or make new ones
#[derive(Args, Debug)]
#[command(args_conflicts_with_subcommands = true)]
pub(crate) struct PuzzlesArgs {
    #[command(subcommand)]
    what: Option<What>,
    /// List the shipped puzzles (the default)
    #[arg(long)]
    list: bool,
    /// Only the puzzle of this day, such as 2026-11-18
    #[arg(long, value_name = "DATE")]
    daily: Option<String>,
}

#[derive(Subcommand, Debug)]
enum What {
    /// Make new puzzles from quickly played games, each with a proven solution
    Make {
        /// How many, spread over both sides and three grades
        #[arg(long, value_name = "N", default_value_t = 12)]
        count: usize,
    },
}

/// A puzzle as JSON.
#[derive(Serialize)]
struct Listed<'a> {
    id: &'a str,
    kind: Kind,
    grade: Grade,
    record: String,
    solution: &'a str,
}

impl<'a> Listed<'a> {
    fn new(puzzle: &'a Puzzle) -> Listed<'a> {
        let Puzzle { id, kind, grade, solution, .. } = puzzle;
        Listed { id, kind: *kind, grade: *grade, record: puzzle.record().to_string(), solution }
    }
}

/// More cannot be meant.
const MOST: usize = 100_000;

pub(crate) fn run(
    args: &PuzzlesArgs,
    common: Common,
    out: &mut dyn Write,
) -> Result<Exit, CliError> {
    match (&args.what, &args.daily) {
        (Some(What::Make { count }), _) => make(*count, common, out),
        (None, Some(date)) => {
            let puzzle = yard_puzzles::daily(date).map_err(CliError::bad)?;
            show(std::slice::from_ref(puzzle), common, out)?;
            Ok(Exit::Done)
        }
        (None, None) => {
            show(yard_puzzles::shipped(), common, out)?;
            Ok(Exit::Done)
        }
    }
}

fn show(puzzles: &[Puzzle], common: Common, out: &mut dyn Write) -> Result<(), CliError> {
    if common.json {
        return write_json(out, &puzzles.iter().map(Listed::new).collect::<Vec<_>>());
    }
    for puzzle in puzzles {
        let Puzzle { id, grade, solution, .. } = puzzle;
        writeln!(out, "{id:<14} {:<7} {solution:<6} {}", grade.name(), puzzle.goal().text)?;
    }
    Ok(())
}

fn make(count: usize, common: Common, out: &mut dyn Write) -> Result<Exit, CliError> {
    if count == 0 || count > MOST {
        return Err(CliError::bad(format!("--count must be from 1 to {MOST}")));
    }
    stop_on_ctrl_c();
    let mut told = 0;
    let goes_on = |found: usize| {
        if found >= told + 10 {
            told = found;
            say(format_args!("{found} of {count} puzzles"));
        }
        !STOP.load(Ordering::Relaxed)
    };
    let found =
        yard_puzzles::make(count, common.seed.unwrap_or(1), goes_on).map_err(CliError::bad)?;
    if common.json {
        write_json(out, &found.iter().map(Listed::new).collect::<Vec<_>>())?;
    } else {
        for puzzle in &found {
            writeln!(out, "{puzzle}")?;
        }
    }
    Ok(if found.len() < count { Exit::Interrupted } else { Exit::Done })
}
