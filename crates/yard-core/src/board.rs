//! The immutable map: stations, lines, and tables made from them once.

use std::collections::BTreeSet;
use std::fmt;

use crate::fault::{Fault, Faults};
use crate::moves::Step;
use crate::record::is_plain_name;
use crate::station::{Station, StationSet};
use crate::ticket::{Ticket, Transport};

/// A line between two stations; `a` has the smaller number.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Line {
    /// The end with the smaller number.
    pub a: Station,
    /// The end with the greater number.
    pub b: Station,
    /// What runs on it.
    pub transport: Transport,
}

/// Where things are drawn; y grows downwards.
#[derive(Clone, PartialEq, Debug)]
pub struct Drawing {
    /// Width of the map.
    pub width: f32,
    /// Height of the map.
    pub height: f32,
    /// Place of each station, station 1 first.
    pub places: Vec<[f32; 2]>,
    /// A river as one open line; empty when there is none.
    pub river: Vec<[f32; 2]>,
    /// How wide the river is drawn.
    pub river_width: f32,
}

/// The map on which a game is played: stations, lines and precomputed tables.
///
/// A board never changes and is shared by reference. Cost of the tables: about 200 KiB.
///
/// ```
/// use yard_core::{presets, Station};
/// let london = presets::board("london").unwrap();
/// assert_eq!(london.lines().len(), 468);
/// let (a, b) = (Station::new(108).unwrap(), Station::new(115).unwrap());
/// assert_eq!(london.mr_x_distance(a, b), Some(1), "by ferry");
/// ```
#[derive(Clone, PartialEq)]
pub struct Board {
    name: String,
    title: String,
    stations: u8,
    grid: Option<u8>,
    lines: Vec<Line>,
    drawing: Option<Drawing>,
    /// `spans[16 s + mask]`: where in `steps` those from s with the tickets in mask lie, as
    /// `start << 10 | length`. Lists share their parts, so that all of London stays in the cache.
    spans: Box<[u32; 256 * 16]>,
    steps: Vec<Step>,
    /// `reach[4 s + ticket]`: where the ticket leads from s.
    reach: Box<[StationSet; 256 * 4]>,
    /// `dead_ends[mask]`: stations that no ticket in the mask leaves.
    dead_ends: [StationSet; 16],
    all: StationSet,
    detective_distances: Box<[[u8; 256]; 256]>,
    mr_x_distances: Box<[[u8; 256]; 256]>,
}

/// Distance of stations that are not connected.
const FAR: u8 = u8::MAX;

/// What a board is made of, before it is checked.
#[derive(Clone, Debug, Default)]
pub struct BoardParts {
    /// Short name, as in `board = "london"`.
    pub name: String,
    /// Name for people; the short name when empty.
    pub title: String,
    /// Number of stations.
    pub stations: u32,
    /// Side of the square, when the board is a grid.
    pub grid: Option<u8>,
    /// The lines.
    pub lines: Vec<LinePart>,
    /// Where things are drawn.
    pub drawing: Option<Drawing>,
    /// Where in a file things stand, for faults.
    pub source_lines: SourceLines,
}

/// A line between two stations, before it is checked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LinePart {
    /// The number of one end.
    pub a: u32,
    /// The number of the other end.
    pub b: u32,
    /// What runs on it.
    pub transport: Transport,
    /// Where it stands in a file, if it came from one.
    pub source_line: Option<usize>,
}

impl LinePart {
    /// A line that came from no file.
    #[must_use]
    pub const fn new(a: u32, b: u32, transport: Transport) -> LinePart {
        LinePart { a, b, transport, source_line: None }
    }
}

/// Lines of a board file that faults can name.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct SourceLines {
    /// Where the number of stations stands.
    pub stations: Option<usize>,
    /// Where the drawing stands.
    pub drawing: Option<usize>,
}

impl Board {
    /// Checks the parts and computes the tables.
    ///
    /// # Errors
    /// Lists every fault: too many stations, unknown stations, lines to themselves,
    /// duplicates, and stations that nobody can reach.
    pub fn new(parts: BoardParts) -> Result<Board, Faults> {
        let mut faults = Vec::new();
        let stations = match u8::try_from(parts.stations) {
            Ok(0) => {
                let text = "a board needs at least one station".to_owned();
                faults.push(Fault { line: parts.source_lines.stations, text });
                0
            }
            Ok(stations) => stations,
            Err(_) => {
                let text = format!("{} stations; a board has at most 255", parts.stations);
                faults.push(Fault { line: parts.source_lines.stations, text });
                0
            }
        };
        if !is_plain_name(&parts.name) || parts.title.contains(char::is_control) {
            faults.push(Fault::new("the name and title of a board must be plain lines"));
        }
        let lines = check_lines(&parts, &mut faults);
        if stations > 0 {
            check_reach(stations, &lines, &mut faults);
        }
        if let Some(drawing) = &parts.drawing
            && drawing.places.len() != parts.stations as usize
        {
            let places = drawing.places.len();
            let text = format!("{places} places are drawn for {} stations", parts.stations);
            faults.push(Fault { line: parts.source_lines.drawing, text });
        }
        if !faults.is_empty() {
            return Err(Faults(faults));
        }
        let title = if parts.title.is_empty() { parts.name.clone() } else { parts.title };
        Ok(Board::with_tables(parts.name, title, stations, parts.grid, lines, parts.drawing))
    }

    fn with_tables(
        name: String,
        title: String,
        stations: u8,
        grid: Option<u8>,
        lines: Vec<Line>,
        drawing: Option<Drawing>,
    ) -> Board {
        let mut reach = Box::new([StationSet::EMPTY; 256 * 4]);
        for line in &lines {
            for ticket in Ticket::ALL.into_iter().filter(|ticket| ticket.pays(line.transport)) {
                reach[line.a.index() * 4 + ticket as usize].insert(line.b);
                reach[line.b.index() * 4 + ticket as usize].insert(line.a);
            }
        }
        let all: StationSet = (1..=stations).filter_map(Station::new).collect();
        let (spans, steps) = step_lists(&reach);
        let mut dead_ends = [StationSet::EMPTY; 16];
        for station in all.iter() {
            for (mask, set) in dead_ends.iter_mut().enumerate() {
                if spans[station.index() << 4 | mask] & LENGTH == 0 {
                    set.insert(station);
                }
            }
        }
        let detective_distances = distances(stations, |s| {
            (0..3).fold(StationSet::EMPTY, |set, ticket| set.union(&reach[s.index() * 4 + ticket]))
        });
        let mr_x_distances = distances(stations, |s| reach[s.index() * 4 + 3]);
        Board {
            name,
            title,
            stations,
            grid,
            lines,
            drawing,
            spans,
            steps,
            reach,
            dead_ends,
            all,
            detective_distances,
            mr_x_distances,
        }
    }

    /// A square grid with taxi lines between cells that share a side (rule 1.4).
    ///
    /// # Errors
    /// A grid has 2 to 15 cells a side; 16 × 16 would be 256 stations.
    pub fn grid(size: u32) -> Result<Board, Faults> {
        if !(2..=15).contains(&size) {
            let text = format!("a grid of {size} × {size}; grids go from 2 × 2 to 15 × 15");
            return Err(Fault::new(text).into());
        }
        let mut parts = BoardParts {
            name: format!("grid:{size}"),
            title: format!("Grid {size} × {size}"),
            stations: size * size,
            grid: Some(size as u8),
            ..BoardParts::default()
        };
        for number in 1..=size * size {
            if number % size != 0 {
                parts.lines.push(LinePart::new(number, number + 1, Transport::Taxi));
            }
            if number + size <= size * size {
                parts.lines.push(LinePart::new(number, number + size, Transport::Taxi));
            }
        }
        let cell = |i: u32| [(i % size) as f32 * 60.0, (i / size) as f32 * 60.0];
        parts.drawing = Some(Drawing {
            width: (size - 1) as f32 * 60.0,
            height: (size - 1) as f32 * 60.0,
            places: (0..size * size).map(cell).collect(),
            river: Vec::new(),
            river_width: 0.0,
        });
        Board::new(parts)
    }

    /// The short name, as in `board = "london"`.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The name for people.
    #[must_use]
    pub fn title(&self) -> &str {
        &self.title
    }

    /// All stations of the board.
    #[must_use]
    pub fn stations(&self) -> StationSet {
        self.all
    }

    /// The station with this number, if the board has it.
    pub fn station(&self, number: u32) -> Option<Station> {
        let station = u8::try_from(number).ok().and_then(Station::new)?;
        self.all.contains(station).then_some(station)
    }

    /// Side of the square when the board is a grid.
    #[must_use]
    pub fn grid_size(&self) -> Option<u8> {
        self.grid
    }

    /// All lines, sorted.
    #[must_use]
    pub fn lines(&self) -> &[Line] {
        &self.lines
    }

    /// Where things are drawn, if the board says so.
    #[must_use]
    pub fn drawing(&self) -> Option<&Drawing> {
        self.drawing.as_ref()
    }

    /// Where a ticket leads from a station.
    #[inline]
    #[must_use]
    pub fn reach(&self, from: Station, ticket: Ticket) -> &StationSet {
        &self.reach[from.index() * 4 + ticket as usize]
    }

    /// The fewest lines between two stations by taxi, bus and underground (rule 8.3).
    #[must_use]
    pub fn detective_distance(&self, a: Station, b: Station) -> Option<u8> {
        let distance = self.detective_distances[a.index()][b.index()];
        (distance != FAR).then_some(distance)
    }

    /// The fewest lines between two stations, the ferry included (rule 8.3).
    #[must_use]
    pub fn mr_x_distance(&self, a: Station, b: Station) -> Option<u8> {
        let distance = self.mr_x_distances[a.index()][b.index()];
        (distance != FAR).then_some(distance)
    }

    /// Distances by detective lines from a station, indexed by number; 255 where there is no way.
    #[must_use]
    pub fn detective_distances_from(&self, from: Station) -> &[u8; 256] {
        &self.detective_distances[from.index()]
    }

    /// Distances by Mr X's lines from a station, indexed by number; 255 where there is no way.
    #[must_use]
    pub fn mr_x_distances_from(&self, from: Station) -> &[u8; 256] {
        &self.mr_x_distances[from.index()]
    }

    /// The steps from a station with the tickets of a mask, by ticket and then by target.
    #[inline]
    pub(crate) fn steps(&self, from: Station, mask: u8) -> &[Step] {
        let span = self.spans[from.index() << 4 | usize::from(mask & 15)];
        let start = (span >> LENGTH_BITS) as usize;
        &self.steps[start..start + (span & LENGTH) as usize]
    }

    /// Stations that no ticket of the mask leaves.
    pub(crate) fn dead_ends(&self, mask: u8) -> &StationSet {
        &self.dead_ends[usize::from(mask & 15)]
    }
}

impl fmt::Debug for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Board({}, {} stations)", self.name, self.stations)
    }
}

/// A list has at most 4 · 254 steps.
const LENGTH_BITS: u32 = 10;
const LENGTH: u32 = (1 << LENGTH_BITS) - 1;

/// Lists the steps for each station and set of tickets, by ticket and then by target.
///
/// A list that is a part of one already written for the station is not written again.
fn step_lists(reach: &[StationSet; 256 * 4]) -> (Box<[u32; 256 * 16]>, Vec<Step>) {
    let mut spans = Box::new([0; 256 * 16]);
    let mut steps: Vec<Step> = Vec::new();
    for number in 0..256 {
        let first = steps.len();
        for mask in (0..16_u8).rev() {
            let list: Vec<Step> = Ticket::ALL
                .into_iter()
                .filter(|ticket| mask & ticket.bit() != 0)
                .flat_map(|ticket| {
                    reach[number * 4 + ticket as usize].iter().map(move |to| Step { ticket, to })
                })
                .collect();
            let written = match list.len() {
                0 => Some(0),
                length => steps[first..].windows(length).position(|part| part == list),
            };
            let start = written.map_or(steps.len(), |at| first + at);
            if written.is_none() {
                steps.extend(&list);
            }
            spans[number << 4 | usize::from(mask)] =
                (start as u32) << LENGTH_BITS | list.len() as u32;
        }
    }
    (spans, steps)
}

fn check_lines(parts: &BoardParts, faults: &mut Vec<Fault>) -> Vec<Line> {
    let known = 1..=parts.stations;
    let mut seen = BTreeSet::new();
    for &LinePart { a, b, transport, source_line } in &parts.lines {
        let name = transport.name();
        let mut fault = |text: String| faults.push(Fault { line: source_line, text });
        let unknown: Vec<u32> = [a, b].into_iter().filter(|s| !known.contains(s)).collect();
        for station in &unknown {
            let last = parts.stations;
            fault(format!("{name} line {a}-{b}: unknown station {station} (there are {last})"));
        }
        if a == b {
            fault(format!("{name} line {a}-{b} leads from a station to itself"));
        }
        let numbers = (u8::try_from(a.min(b)), u8::try_from(a.max(b)));
        let ends = match numbers {
            (Ok(a), Ok(b)) => Station::new(a).zip(Station::new(b)),
            _ => None,
        };
        if let Some((low, high)) = ends
            && a != b
            && unknown.is_empty()
            && !seen.insert(Line { a: low, b: high, transport })
        {
            fault(format!("duplicate {name} line {a}-{b}"));
        }
    }
    seen.into_iter().collect()
}

/// Rule 1.3: nobody may be cut off.
fn check_reach(stations: u8, lines: &[Line], faults: &mut Vec<Fault>) {
    let mut neighbours = vec![StationSet::EMPTY; 256];
    for line in lines {
        neighbours[line.a.index()].insert(line.b);
        neighbours[line.b.index()].insert(line.a);
    }
    let Some(first) = Station::new(1) else { return };
    let mut reached = StationSet::of(first);
    let mut open = vec![first];
    while let Some(station) = open.pop() {
        for next in neighbours[station.index()].without(&reached).iter() {
            reached.insert(next);
            open.push(next);
        }
    }
    for station in (2..=stations).filter_map(Station::new) {
        if neighbours[station.index()].is_empty() {
            faults.push(Fault::new(format!("nobody can reach station {station}: it has no line")));
        } else if !reached.contains(station) {
            let text = format!("station {station} cannot be reached from station 1");
            faults.push(Fault::new(text));
        }
    }
    if stations > 1 && neighbours[first.index()].is_empty() {
        faults.push(Fault::new("nobody can reach station 1: it has no line"));
    }
}

fn distances(stations: u8, neighbours: impl Fn(Station) -> StationSet) -> Box<[[u8; 256]; 256]> {
    let mut table = Box::new([[FAR; 256]; 256]);
    for from in (1..=stations).filter_map(Station::new) {
        let row = &mut table[from.index()];
        let mut reached = StationSet::of(from);
        let mut edge = reached;
        let mut distance = 0_u8;
        while !edge.is_empty() {
            let mut next = StationSet::EMPTY;
            for station in edge.iter() {
                row[station.index()] = distance;
                next = next.union(&neighbours(station));
            }
            edge = next.without(&reached);
            reached = reached.union(&edge);
            distance += 1;
        }
    }
    table
}
