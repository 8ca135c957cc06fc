//! `yard board`

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use clap::Args;
use serde::Serialize;
use yard_core::{Board, Rules, Start, Station, StationSet, Ticket, Transport};
use yard_draw::{Marks, draw};
use yard_roster::{load_board, load_rules};

use super::files::Overwrite;
use super::write_json;
use crate::args::Common;
use crate::exit::{CliError, Exit};

/// Show the facts of a board, or draw it
#[derive(Args, Debug)]
pub(crate) struct BoardArgs {
    /// Board: london, london-2013, glasses, grid:SIZE, or the path of a TOML file [default: london]
    #[arg(value_name = "BOARD")]
    board: Option<String>,
    /// The board of these rules, with the start stations
    #[arg(long, value_name = "RULES", conflicts_with = "board")]
    rules: Option<String>,
    /// Draw the board to this file
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    #[command(flatten)]
    overwrite: Overwrite,
}

#[derive(Serialize)]
struct Report {
    name: String,
    title: String,
    stations: usize,
    lines: Lines,
    taxi_stations: usize,
    bus_stations: usize,
    underground_stations: StationSet,
    ferry_stations: StationSet,
    neighbours: Neighbours,
    dead_ends: StationSet,
    diameter: Diameter,
    #[serde(skip_serializing_if = "Option::is_none")]
    start: Option<Starts>,
    #[serde(skip_serializing_if = "Option::is_none")]
    svg: Option<PathBuf>,
}

#[derive(Serialize)]
struct Lines {
    taxi: usize,
    bus: usize,
    underground: usize,
    ferry: usize,
}

/// Stations one line away, by whatever transport.
#[derive(Serialize)]
struct Neighbours {
    mean: f64,
    most: usize,
    most_at: StationSet,
}

/// The largest distance; `None` where some station cannot be reached, as by detectives where only a
/// ferry leads.
#[derive(Serialize)]
struct Diameter {
    detectives: Option<u8>,
    mr_x: Option<u8>,
}

/// Start stations of both sides; the sets are equal where all draw from one deck.
#[derive(Serialize)]
struct Starts {
    kind: &'static str,
    mr_x: StationSet,
    detectives: StationSet,
}

pub(crate) fn run(args: &BoardArgs, common: Common, out: &mut dyn Write) -> Result<Exit, CliError> {
    let rules = args.rules.as_deref().map(load_rules).transpose().map_err(CliError::bad)?;
    let named;
    let board = match &rules {
        Some(rules) => rules.board(),
        None => {
            let name = args.board.as_deref().unwrap_or("london");
            named = load_board(name).map_err(CliError::bad)?;
            &named
        }
    };
    if let Some(file) = &args.svg {
        let marks = rules.as_ref().map_or_else(Marks::default, marks);
        args.overwrite.save(file, &draw(board, &marks))?;
    }
    let report = Report::new(board, rules.as_ref(), args.svg.as_deref());
    if common.json {
        write_json(out, &report)?;
    } else {
        report.print(out)?;
    }
    Ok(Exit::Done)
}

impl Report {
    fn new(board: &Board, rules: Option<&Rules>, svg: Option<&Path>) -> Report {
        let stations = board.stations();
        let lines = |transport: Transport| {
            let is_it = |line: &&yard_core::Line| line.transport == transport;
            board.lines().iter().filter(is_it).count()
        };
        let served = |transport: Transport| -> StationSet {
            let lines = board.lines().iter().filter(|line| line.transport == transport);
            lines.flat_map(|line| [line.a, line.b]).collect()
        };
        // A black ticket pays any line.
        let degree = |station: Station| board.reach(station, Ticket::Black).len();
        let most = stations.iter().map(degree).max().unwrap_or(0);
        let total: usize = stations.iter().map(degree).sum();
        let mean = total as f64 / stations.len() as f64;
        Report {
            name: board.name().to_owned(),
            title: board.title().to_owned(),
            stations: stations.len(),
            lines: Lines {
                taxi: lines(Transport::Taxi),
                bus: lines(Transport::Bus),
                underground: lines(Transport::Underground),
                ferry: lines(Transport::Ferry),
            },
            taxi_stations: served(Transport::Taxi).len(),
            bus_stations: served(Transport::Bus).len(),
            underground_stations: served(Transport::Underground),
            ferry_stations: served(Transport::Ferry),
            neighbours: Neighbours {
                mean: (mean * 100.0).round() / 100.0,
                most,
                most_at: stations.iter().filter(|&at| degree(at) == most).collect(),
            },
            dead_ends: stations.iter().filter(|&at| degree(at) == 1).collect(),
            diameter: Diameter {
                detectives: largest(stations, |a, b| board.detective_distance(a, b)),
                mr_x: largest(stations, |a, b| board.mr_x_distance(a, b)),
            },
            start: rules.map(Starts::new),
            svg: svg.map(Path::to_owned),
        }
    }

    fn print(&self, out: &mut dyn Write) -> io::Result<()> {
        let Lines { taxi, bus, underground, ferry } = self.lines;
        writeln!(out, "{}", self.title)?;
        writeln!(out, "name          {}", self.name)?;
        writeln!(out, "stations      {}", self.stations)?;
        writeln!(
            out,
            "lines         {}: taxi {taxi}, bus {bus}, underground {underground}, ferry {ferry}",
            taxi + bus + underground + ferry
        )?;
        let plural = |count: usize| if count == 1 { "" } else { "s" };
        for (name, count) in [("taxi", self.taxi_stations), ("bus", self.bus_stations)] {
            if count > 0 {
                writeln!(out, "{name:14}{count} station{}", plural(count))?;
            }
        }
        for (name, set) in
            [("underground", &self.underground_stations), ("ferry", &self.ferry_stations)]
        {
            if !set.is_empty() {
                writeln!(out, "{name:14}{} stations: {set}", set.len())?;
            }
        }
        let Neighbours { mean, most, most_at } = &self.neighbours;
        write!(out, "neighbours    {mean:.2} on average, at most {most}")?;
        match most_at.only() {
            Some(station) => writeln!(out, " (station {station})")?,
            None => writeln!(out)?,
        }
        if !self.dead_ends.is_empty() {
            writeln!(out, "dead ends     {}", self.dead_ends)?;
        }
        let far = |distance: Option<u8>| distance.map_or("no way".to_owned(), |d| d.to_string());
        writeln!(
            out,
            "farthest      {} by detectives' lines, {} by Mr X's",
            far(self.diameter.detectives),
            far(self.diameter.mr_x)
        )?;
        if let Some(start) = &self.start {
            start.print(out)?;
        }
        if let Some(file) = &self.svg {
            writeln!(out, "drawing       {}", file.display())?;
        }
        Ok(())
    }
}

/// The largest distance between two stations; `None` where a pair is not connected.
fn largest(stations: StationSet, distance: impl Fn(Station, Station) -> Option<u8>) -> Option<u8> {
    let mut largest = 0;
    for a in &stations {
        for b in &stations {
            largest = largest.max(distance(a, b)?);
        }
    }
    Some(largest)
}

impl Starts {
    fn new(rules: &Rules) -> Starts {
        let set = |cards: &[Station]| cards.iter().copied().collect();
        let (kind, detectives) = match rules.start() {
            Start::Deck(cards) => ("deck", set(cards)),
            Start::Decks { detectives, .. } => ("decks", set(detectives)),
            Start::Anywhere => ("anywhere", rules.board().stations()),
            Start::Fixed { detectives, .. } => ("fixed", set(detectives)),
        };
        Starts { kind, mr_x: rules.mr_x_starts(), detectives }
    }

    fn print(&self, out: &mut dyn Write) -> io::Result<()> {
        match self.kind {
            "anywhere" => writeln!(out, "start         any station"),
            "deck" => writeln!(out, "start         {}", self.mr_x),
            _ => {
                writeln!(out, "start, Mr X   {}", self.mr_x)?;
                writeln!(out, "detectives    {}", self.detectives)
            }
        }
    }
}

/// Start cards lie on the map; where the rules fix the start, the pieces stand on it.
fn marks(rules: &Rules) -> Marks {
    let set = |cards: &[Station]| cards.iter().copied().collect();
    match rules.start() {
        Start::Anywhere => Marks::default(),
        Start::Deck(cards) => Marks { cards: set(cards), ..Marks::default() },
        Start::Decks { mr_x, detectives } => {
            Marks { cards: set(detectives), mr_x_cards: set(mr_x), ..Marks::default() }
        }
        Start::Fixed { mr_x, detectives } => {
            Marks { mr_x: Some(*mr_x), detectives: detectives.clone(), ..Marks::default() }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    fn arguments(board: Option<&str>, rules: Option<&str>, svg: Option<&Path>) -> BoardArgs {
        BoardArgs {
            board: board.map(str::to_owned),
            rules: rules.map(str::to_owned),
            svg: svg.map(Path::to_owned),
            overwrite: Overwrite::default(),
        }
    }

    fn printed(args: &BoardArgs, json: bool) -> Result<String, CliError> {
        let mut out = Vec::new();
        run(args, Common { json, seed: None }, &mut out)?;
        Ok(String::from_utf8(out).unwrap())
    }

    #[test]
    fn london_has_its_known_numbers() {
        let text = printed(&arguments(None, None, None), true).unwrap();
        let report: serde_json::Value = serde_json::from_str(&text).unwrap();
        assert_eq!(report["name"], "london");
        assert_eq!(report["stations"], 199);
        let lines = r#"{"taxi":346,"bus":99,"underground":20,"ferry":3}"#;
        assert_eq!(report["lines"], serde_json::from_str::<serde_json::Value>(lines).unwrap());
        assert_eq!(report["underground_stations"].as_array().unwrap().len(), 14);
        assert_eq!(report["ferry_stations"].to_string(), "[108,115,157,194]");
        assert_eq!(report["diameter"].to_string(), r#"{"detectives":10,"mr_x":10}"#);
        assert!(report.get("start").is_none());
    }

    #[test]
    fn dead_ends_and_starts_are_printed() {
        let text = printed(&arguments(None, Some("glasses"), None), false).unwrap();
        assert!(text.contains("dead ends     1 11\n"), "{text}");
        assert!(text.contains("start, Mr X   6\n"), "{text}");
        let text = printed(&arguments(None, Some("grid5"), None), false).unwrap();
        assert!(text.contains("start         any station\n"), "{text}");
    }

    #[test]
    fn a_drawing_replaces_an_older_one_when_told_so_and_leaves_nothing_else() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("map.svg");
        fs::write(&file, "older").unwrap();
        let mut args = arguments(Some("grid:3"), None, Some(&file));
        assert!(matches!(printed(&args, false), Err(CliError::BadInput(_))));
        assert_eq!(fs::read_to_string(&file).unwrap(), "older");
        args.overwrite.force = true;
        printed(&args, false).unwrap();
        assert!(fs::read_to_string(&file).unwrap().ends_with("</svg>\n"));
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }

    #[test]
    fn what_cannot_be_written_is_bad_input() {
        let folder = tempfile::tempdir().unwrap();
        for file in [folder.path().to_owned(), folder.path().join("none/map.svg")] {
            let error = printed(&arguments(Some("grid:2"), None, Some(&file)), false).unwrap_err();
            assert!(matches!(&error, CliError::BadInput(text) if text.starts_with("cannot write")));
        }
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
    }
}
