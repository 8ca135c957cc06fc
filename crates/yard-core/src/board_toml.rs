//! Boards as TOML text.

use std::sync::Arc;

use crate::board::{Board, BoardParts, Drawing, LinePart, SourceLines};
use crate::fault::Faults;
use crate::ticket::Transport;
use crate::toml_file::{Entry, Section, TomlFile};

const KEYS: [&str; 8] =
    ["version", "name", "title", "stations", "base", "lines", "remove", "drawing"];
const TRANSPORTS: [&str; 4] = ["taxi", "bus", "underground", "ferry"];
const DRAWING: [&str; 5] = ["width", "height", "places", "river", "river_width"];

/// What a picture can have room for.
const COORDINATES: std::ops::RangeInclusive<f64> = -100_000.0..=100_000.0;

/// Finds a board by the name used in a file.
pub type FindBoard<'a> = &'a dyn Fn(&str) -> Result<Arc<Board>, Faults>;

impl Board {
    /// Reads a board; `find_board` looks up the `base` it may build on.
    ///
    /// # Errors
    /// Lists every fault of the text at once.
    pub fn from_toml(text: &str, find_board: FindBoard<'_>) -> Result<Board, Faults> {
        let file = TomlFile::parse(text)?;
        let root = file.root();
        root.check_keys(&KEYS);
        root.version(1);
        let mut parts = BoardParts::default();
        let base = root.optional("base");
        if let Some(name) = base.text() {
            match find_board(name) {
                Ok(board) => parts = parts_of(&board),
                Err(faults) => {
                    // Nothing can be said of a board whose base is missing.
                    base.fault(format!("base \"{name}\": {}", faults.nested()));
                    return file.finish(None);
                }
            }
        }
        if let Some(name) = root.required("name").text() {
            name.clone_into(&mut parts.name);
        }
        let title = root.optional("title").text();
        parts.title = title.unwrap_or(&parts.name).to_owned();
        let stations = root.optional("stations");
        if base.exists() && stations.exists() {
            stations.fault("stations are those of the base");
            return file.finish(None);
        }
        if !base.exists() && !stations.exists() {
            root.missing("stations");
        }
        if stations.exists() {
            parts.source_lines.stations = stations.line();
            parts.stations = stations.whole(0..).unwrap_or(0);
        }
        read_lines(&root, &mut parts);
        read_drawing(&root, &mut parts);
        let board = Board::new(parts)
            .map_err(|faults| faults.0.into_iter().for_each(|fault| file.add(fault)));
        file.finish(board.ok())
    }
}

fn parts_of(board: &Board) -> BoardParts {
    let number = |station: crate::Station| u32::from(station.number());
    BoardParts {
        name: board.name().to_owned(),
        title: board.title().to_owned(),
        stations: board.stations().len() as u32,
        grid: None,
        lines: board
            .lines()
            .iter()
            .map(|line| LinePart::new(number(line.a), number(line.b), line.transport))
            .collect(),
        drawing: board.drawing().cloned(),
        source_lines: SourceLines::default(),
    }
}

fn read_lines(root: &Section<'_, '_>, parts: &mut BoardParts) {
    if let Some(table) = root.optional("remove").section(&TRANSPORTS) {
        for LinePart { a, b, transport, source_line } in pairs(&table) {
            let is_it = |line: &LinePart| {
                (line.a, line.b, line.transport) == (a.min(b), a.max(b), transport)
            };
            match parts.lines.iter().position(is_it) {
                Some(index) => drop(parts.lines.remove(index)),
                None => root.file().add(crate::Fault {
                    line: source_line,
                    text: format!("{} line {a}-{b} is not there to be removed", transport.name()),
                }),
            }
        }
    }
    if let Some(table) = root.optional("lines").section(&TRANSPORTS) {
        parts.lines.extend(pairs(&table));
    } else if !root.optional("base").exists() {
        root.missing("lines");
    }
}

fn pairs(table: &Section<'_, '_>) -> Vec<LinePart> {
    let mut lines = Vec::new();
    for transport in Transport::ALL {
        for entry in table.optional(transport.name()).list() {
            let entry = entry.named("a line");
            let numbers: Vec<u32> = entry.list().filter_map(|end| end.whole(0..)).collect();
            match numbers[..] {
                [a, b] => lines.push(LinePart { a, b, transport, source_line: entry.line() }),
                _ => entry.fault("a line is a pair of stations, such as [1, 8]"),
            }
        }
    }
    lines
}

fn read_drawing(root: &Section<'_, '_>, parts: &mut BoardParts) {
    let Some(table) = root.optional("drawing").section(&DRAWING) else { return };
    let line = table.optional("places").line();
    parts.source_lines.drawing = line.or_else(|| root.optional("drawing").line());
    let number = |key: &'static str, or: f32| {
        table.optional(key).number(COORDINATES).map_or(or, |number| number as f32)
    };
    let width = number("width", 0.0);
    let height = number("height", 0.0);
    let river_width = number("river_width", 20.0);
    let places = points(&table, "places");
    let river = points(&table, "river");
    // A map without a stated size is as large as what is on it.
    let reach = |axis: usize| places.iter().map(|p| p[axis]).fold(1.0, f32::max);
    let width = if width > 0.0 { width } else { reach(0) };
    let height = if height > 0.0 { height } else { reach(1) };
    parts.drawing = Some(Drawing { width, height, places, river, river_width });
}

fn points(table: &Section<'_, '_>, key: &'static str) -> Vec<[f32; 2]> {
    let mut points = Vec::new();
    for entry in table.optional(key).list() {
        let pair: Vec<Entry<'_, '_>> = entry.list().collect();
        match &pair[..] {
            [x, y] => {
                let at = [x, y].map(|number| number.number(COORDINATES).unwrap_or(0.0) as f32);
                points.push(at);
            }
            _ => entry.fault(format!("{key} holds pairs such as [100, 15]")),
        }
    }
    points
}
