//! `yard solve --show`: the solution at the end of a record.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use serde::Serialize;
use yard_core::{DetectiveMove, DetectiveView, Station, Turn};
use yard_draw::{Marks, draw};
use yard_solve::Shown;

use super::data_folder::roster;
use super::files::Overwrite;
use super::{read_record, write_json};
use crate::args::Common;
use crate::exit::{CliError, Exit};

#[derive(Serialize)]
struct ShowReport<'a> {
    rules: &'a str,
    places: Vec<PlaceReport>,
    moves: Vec<MoveReport>,
    svg: Option<PathBuf>,
}

#[derive(Serialize)]
struct PlaceReport {
    station: Station,
    chance: f64,
    detective_value: f64,
    moves: Vec<MoveReport>,
}

#[derive(Serialize)]
struct MoveReport {
    #[serde(rename = "move")]
    mv: String,
    chance: f64,
}

/// Chances below this are not worth a line.
const LEAST: f64 = 0.0005;

/// Shows what perfect play does at the end of a record, and what each place of Mr X is worth.
pub(crate) fn run(
    file: &str,
    rules: Option<&str>,
    precision: f64,
    svg: Option<(&Path, Overwrite)>,
    common: Common,
    out: &mut dyn Write,
) -> Result<Exit, CliError> {
    let (record, rules) = read_record(file, rules)?;
    let view = record
        .replay_view(Arc::clone(&rules))
        .map_err(|error| CliError::bad(format!("{file}: {error}")))?;
    if let Turn::Over(_) = view.turn() {
        return Err(CliError::bad(format!("{file}: the match is over, nothing is left to show")));
    }
    if let Some((path, overwrite)) = svg {
        overwrite.check(path)?;
    }
    let table = roster().policies.nash_table(&rules, None, precision).map_err(CliError::bad)?;
    let shown = table
        .show(&view)
        .ok_or_else(|| CliError::Internal("the position is not in the solution".to_owned()))?;
    if let Some((path, overwrite)) = svg {
        overwrite.save(path, &draw(rules.board(), &marks(&view, &shown)))?;
    }
    let svg = svg.map(|(path, _)| path);
    if common.json {
        write_json(out, &report(rules.name(), &shown, svg))?;
    } else {
        print(&shown, out)?;
    }
    Ok(Exit::Done)
}

fn report<'a>(rules: &'a str, shown: &Shown, svg: Option<&Path>) -> ShowReport<'a> {
    let row = |mv: String, chance: f64| MoveReport { mv, chance };
    let places = shown.places.iter().map(|place| PlaceReport {
        station: place.station,
        chance: place.chance,
        detective_value: place.value,
        moves: place.moves.iter().map(|(mv, chance)| row(mv.to_string(), *chance)).collect(),
    });
    ShowReport {
        rules,
        places: places.collect(),
        moves: shown.moves.iter().map(|(mv, chance)| row(mv.to_string(), *chance)).collect(),
        svg: svg.map(Path::to_owned),
    }
}

/// Values of places as colours, moves as arrows.
fn marks(view: &DetectiveView, shown: &Shown) -> Marks {
    let mut arrows = Vec::new();
    for (mv, chance) in shown.moves.iter().filter(|(_, chance)| *chance >= LEAST) {
        if let DetectiveMove::Ride { by, step } = mv
            && let Some(from) = view.public().detective(*by)
        {
            arrows.push((from, step.to, *chance));
        }
    }
    for place in &shown.places {
        for (mv, chance) in place.moves.iter().filter(|(_, chance)| *chance >= LEAST) {
            arrows.push((place.station, mv.target(), chance * place.chance));
        }
    }
    Marks {
        detectives: view.public().detectives().collect(),
        mr_x: view.candidates().only(),
        values: shown.places.iter().map(|place| (place.station, place.value)).collect(),
        arrows,
        ..Marks::default()
    }
}

fn print(shown: &Shown, out: &mut dyn Write) -> Result<(), CliError> {
    writeln!(out, "Mr X on  likely   detectives win")?;
    for place in &shown.places {
        let (chance, value) = (place.chance, place.value);
        write!(out, "{:>7}  {chance:>6.4}  {value:>15.4}", place.station.to_string())?;
        let mut moves = place.moves.clone();
        moves.sort_by(|one, two| two.1.total_cmp(&one.1));
        for (mv, chance) in moves.iter().filter(|(_, chance)| *chance >= LEAST) {
            write!(out, "  {mv} {chance:.3}")?;
        }
        writeln!(out)?;
    }
    if !shown.moves.is_empty() {
        writeln!(out, "the detectives play")?;
        let mut moves = shown.moves.clone();
        moves.sort_by(|one, two| two.1.total_cmp(&one.1));
        for (mv, chance) in moves.iter().filter(|(_, chance)| *chance >= LEAST) {
            writeln!(out, "{:>7}  {chance:>6.4}", mv.to_string())?;
        }
    }
    Ok(())
}
