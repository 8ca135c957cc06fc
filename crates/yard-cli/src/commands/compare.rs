//! `yard compare`

use std::io::Write;
use std::path::Path;

use clap::Args;
use serde::Serialize;
use serde_json::Value;
use yard_arena::{Share, difference};
use yard_files::read_text;

use super::write_json;
use crate::args::Common;
use crate::exit::{CliError, Exit};

/// Compare series that were saved as JSON, with intervals
///
/// Prints the detectives' win rate of each, and how far it is above or below the first.
/// docs/reference/statistics.md has the formula.
#[derive(Args, Debug)]
pub(crate) struct CompareArgs {
    /// What `yard match --json` printed; a cell of a tournament is table.json:ROW,COLUMN, one of a
    /// published table NAME.json:CELL, counted from 1
    #[arg(value_name = "FILE", num_args = 2.., required = true)]
    files: Vec<String>,
}

#[derive(Serialize)]
struct CompareReport {
    series: Vec<Compared>,
}

/// One series, beside the first.
#[derive(Serialize)]
struct Compared {
    file: String,
    games: u64,
    detective_wins: u64,
    detective_rate: f64,
    ci95: [f64; 2],
    /// Of the two rates; `null` for the first.
    difference: Option<f64>,
    /// Its 95 % interval.
    difference_ci95: Option<[f64; 2]>,
}

pub(crate) fn run(
    args: &CompareArgs,
    common: Common,
    out: &mut dyn Write,
) -> Result<Exit, CliError> {
    let mut series = Vec::new();
    let mut first = None;
    for file in &args.files {
        let (wins, games) = read(file)?;
        let share = Share::new(wins, games);
        let beside =
            first.map(|(base, of_base)| (share.rate - of_base, difference((wins, games), base)));
        first = first.or(Some(((wins, games), share.rate)));
        series.push(Compared {
            file: file.clone(),
            games,
            detective_wins: wins,
            detective_rate: share.rate,
            ci95: share.ci95,
            difference: beside.map(|(apart, _)| apart),
            difference_ci95: beside.map(|(_, interval)| interval),
        });
    }
    if common.json {
        write_json(out, &CompareReport { series })?;
    } else {
        print(&series, out)?;
    }
    Ok(Exit::Done)
}

fn print(series: &[Compared], out: &mut dyn Write) -> Result<(), CliError> {
    for one in series {
        let [lo, hi] = one.ci95.map(|bound| bound * 100.0);
        writeln!(out, "{}", one.file)?;
        write!(out, "  detectives won {} of {}, ", one.detective_wins, one.games)?;
        write!(out, "{:.1} % (95 % interval {lo:.1} to {hi:.1})", one.detective_rate * 100.0)?;
        if let (Some(apart), Some(interval)) = (one.difference, one.difference_ci95) {
            let [lo, hi] = interval.map(|bound| bound * 100.0);
            write!(out, ": {:+.1} points ({lo:+.1} to {hi:+.1})", apart * 100.0)?;
        }
        writeln!(out)?;
    }
    Ok(())
}

/// The games that the detectives won, and all, of a series: a file, or a cell of the table in it.
fn read(name: &str) -> Result<(u64, u64), CliError> {
    let bad = |fault: &str| CliError::bad(format!("{name}: {fault}"));
    // A file may have a colon in its name.
    let (file, cell) = match name.rsplit_once(':') {
        Some((file, cell)) if !Path::new(name).exists() => (file, Some(cell)),
        _ => (name, None),
    };
    let text = read_text(Path::new(file)).map_err(CliError::bad)?;
    let whole: Value = serde_json::from_str(&text).map_err(|_| bad("this is no JSON"))?;
    let series = match cell {
        None => Some(&whole),
        Some(cell) => in_table(&whole, cell),
    };
    let series = series.ok_or_else(|| bad("there is no such cell"))?;
    let number = |key: &str| series.get(key).and_then(Value::as_u64);
    match (number("detective_wins"), number("games")) {
        (Some(wins), Some(games)) if wins <= games && games > 0 => Ok((wins, games)),
        _ if series.get("cells").is_some() => {
            Err(bad("this is a table; name a cell of it, FILE:ROW,COLUMN or FILE:CELL"))
        }
        _ => Err(bad("this is no series: games and detective_wins are missing or wrong")),
    }
}

/// The series of a cell: `ROW,COLUMN` of a tournament, or the number of one in a published table.
fn in_table<'a>(table: &'a Value, cell: &str) -> Option<&'a Value> {
    let cells = table.get("cells")?.as_array()?;
    match cell.split_once(',') {
        Some((row, column)) => {
            let at = |text: &str| text.parse::<usize>().ok()?.checked_sub(1);
            cells.get(at(row)?)?.get(at(column)?)
        }
        None => {
            let number: u64 = cell.parse().ok()?;
            let found =
                cells.iter().find(|one| one.get("cell").and_then(Value::as_u64) == Some(number));
            found?.get("ours")
        }
    }
}
