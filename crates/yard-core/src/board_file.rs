//! Boards as TOML text.

use std::sync::Arc;

use toml::de::DeTable;

use crate::board::{Board, BoardParts, Drawing};
use crate::fault::Faults;
use crate::ticket::Transport;
use crate::toml_reader::{Reader, find};

const KEYS: [&str; 8] =
    ["version", "name", "title", "stations", "base", "lines", "remove", "drawing"];
const TRANSPORTS: [&str; 4] = ["taxi", "bus", "underground", "ferry"];
const DRAWING: [&str; 5] = ["width", "height", "places", "river", "river_width"];

/// Finds a board by the name used in a file.
pub type FindBoard<'a> = &'a dyn Fn(&str) -> Result<Arc<Board>, Faults>;

impl Board {
    /// Reads a board; `find_board` looks up the `base` it may build on.
    ///
    /// # Errors
    /// Lists every fault of the text at once.
    pub fn from_toml(text: &str, find_board: FindBoard<'_>) -> Result<Board, Faults> {
        let (mut reader, root) = Reader::parse(text);
        if !reader.faults.is_empty() {
            return Err(reader.into_faults());
        }
        reader.check_keys("", &root, &KEYS);
        reader.version(&root);
        let mut parts = BoardParts::default();
        if let Some(value) = find(&root, "base")
            && let Some(base) = reader.string(value, "base")
        {
            match find_board(&base) {
                Ok(board) => parts = parts_of(&board),
                Err(faults) => {
                    // Nothing can be said of a board whose base is missing.
                    let text = format!("base \"{base}\": {}", faults.nested());
                    reader.fault(Some(value), text);
                    return Err(reader.into_faults());
                }
            }
        }
        match find(&root, "name") {
            Some(value) => parts.name = reader.string(value, "name").unwrap_or_default(),
            None => reader.missing("name"),
        }
        parts.title = find(&root, "title")
            .and_then(|value| reader.string(value, "title"))
            .unwrap_or_else(|| parts.name.clone());
        if let (Some(_), Some(value)) = (find(&root, "base"), find(&root, "stations")) {
            reader.fault(Some(value), "stations are those of the base");
            return Err(reader.into_faults());
        }
        match find(&root, "stations") {
            Some(value) => {
                parts.source_lines.0 = Some(reader.line_of(value));
                parts.stations = reader.number(value, "stations").unwrap_or(0);
            }
            None if find(&root, "base").is_none() => reader.missing("stations"),
            None => {}
        }
        read_lines(&mut reader, &root, &mut parts);
        read_drawing(&mut reader, &root, &mut parts);
        match Board::new(parts) {
            Ok(board) if reader.faults.is_empty() => Ok(board),
            Ok(_) => Err(reader.into_faults()),
            Err(more) => {
                reader.faults.extend(more);
                Err(reader.into_faults())
            }
        }
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
            .map(|line| (number(line.a), number(line.b), line.transport, None))
            .collect(),
        drawing: board.drawing().cloned(),
        source_lines: (None, None),
    }
}

fn read_lines<'t>(reader: &mut Reader<'t>, root: &DeTable<'t>, parts: &mut BoardParts) {
    if let Some(table) = section(reader, root, "remove") {
        for (a, b, transport, at) in pairs(reader, table, "remove") {
            let is_it = |line: &(u32, u32, Transport, Option<usize>)| {
                (line.0, line.1, line.2) == (a.min(b), a.max(b), transport)
            };
            match parts.lines.iter().position(is_it) {
                Some(index) => drop(parts.lines.remove(index)),
                None => reader.faults.push(crate::Fault {
                    line: at,
                    text: format!("{} line {a}-{b} is not there to be removed", transport.name()),
                }),
            }
        }
    }
    if let Some(table) = section(reader, root, "lines") {
        let lines = pairs(reader, table, "lines");
        parts.lines.extend(lines);
    } else if find(root, "base").is_none() {
        reader.missing("lines");
    }
}

fn section<'v, 't>(
    reader: &mut Reader<'t>,
    root: &'v DeTable<'t>,
    key: &str,
) -> Option<&'v DeTable<'t>> {
    reader.table(find(root, key)?, key)
}

fn pairs<'t>(
    reader: &mut Reader<'t>,
    table: &DeTable<'t>,
    name: &str,
) -> Vec<(u32, u32, Transport, Option<usize>)> {
    reader.check_keys(name, table, &TRANSPORTS);
    let mut lines = Vec::new();
    for transport in Transport::ALL {
        let Some(value) = find(table, transport.name()) else {
            continue;
        };
        for entry in reader.list(value, transport.name()) {
            let numbers = reader.numbers(entry, "a line");
            match numbers[..] {
                [a, b] => lines.push((a, b, transport, Some(reader.line_of(entry)))),
                _ => reader.fault(Some(entry), "a line is a pair of stations, such as [1, 8]"),
            }
        }
    }
    lines
}

fn read_drawing<'t>(reader: &mut Reader<'t>, root: &DeTable<'t>, parts: &mut BoardParts) {
    let Some(table) = section(reader, root, "drawing") else { return };
    parts.source_lines.1 =
        find(table, "places").or_else(|| find(root, "drawing")).map(|value| reader.line_of(value));
    reader.check_keys("drawing", table, &DRAWING);
    let number = |reader: &mut Reader<'t>, key: &str, or: f32| {
        find(table, key).and_then(|value| reader.coordinate(value, key)).unwrap_or(or)
    };
    let width = number(reader, "width", 0.0);
    let height = number(reader, "height", 0.0);
    let river_width = number(reader, "river_width", 20.0);
    let places = points(reader, table, "places");
    let river = points(reader, table, "river");
    // A map without a stated size is as large as what is on it.
    let reach = |axis: usize| places.iter().map(|p| p[axis]).fold(1.0, f32::max);
    let width = if width > 0.0 { width } else { reach(0) };
    let height = if height > 0.0 { height } else { reach(1) };
    parts.drawing = Some(Drawing { width, height, places, river, river_width });
}

fn points<'t>(reader: &mut Reader<'t>, table: &DeTable<'t>, key: &str) -> Vec<[f32; 2]> {
    let Some(value) = find(table, key) else {
        return Vec::new();
    };
    let mut points = Vec::new();
    for entry in reader.list(value, key) {
        let list = reader.list(entry, key);
        match list {
            [x, y] => {
                let (x, y) = (reader.coordinate(x, key), reader.coordinate(y, key));
                points.push([x.unwrap_or(0.0), y.unwrap_or(0.0)]);
            }
            _ => reader.fault(Some(entry), format!("{key} holds pairs such as [100, 15]")),
        }
    }
    points
}
