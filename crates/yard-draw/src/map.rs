//! A board as data for a program that draws it: the places and ways of [`draw`](crate::draw).

use yard_core::{Board, Line, Station, Transport};

use crate::Badge;
use crate::geometry::{Curve, Layout, layout, path_data};
use crate::routes::routes;

/// Distance between the points by which a river is told without curves.
const RIVER_STEP: f64 = 24.0;

/// A board on paper: the same coordinates as in the drawing.
#[derive(Clone, PartialEq, Debug)]
pub struct BoardMap {
    /// Width of the paper without the legend.
    pub width: f64,
    /// Its height.
    pub height: f64,
    /// Stations in ascending order.
    pub stations: Vec<MapStation>,
    /// Lines in the order of the board.
    pub lines: Vec<MapLine>,
    /// The river, where there is one.
    pub river: Option<MapRiver>,
}

/// A station on paper.
#[derive(Clone, PartialEq, Debug)]
pub struct MapStation {
    /// Its number.
    pub station: Station,
    /// Place of its middle.
    pub place: [f64; 2],
    /// Which lines stop there.
    pub transports: Vec<Transport>,
    /// Lines of other stations keep this far away.
    pub radius: f64,
}

/// A line on paper.
#[derive(Clone, PartialEq, Debug)]
pub struct MapLine {
    /// The line.
    pub line: Line,
    /// The `d` of its SVG path.
    pub path: String,
}

/// The river on paper.
#[derive(Clone, PartialEq, Debug)]
pub struct MapRiver {
    /// The `d` of its SVG path.
    pub path: String,
    /// Points along it.
    pub points: Vec<[f64; 2]>,
    /// How broad it is.
    pub width: f64,
}

impl BoardMap {
    /// Finds places and ways; on London this takes a second without optimisation.
    pub fn new(board: &Board) -> BoardMap {
        let layout = layout(board);
        let radius = |station| Badge::of(board, station).radius();
        let lines = routes(board, &layout, radius)
            .into_iter()
            .map(|route| MapLine { line: route.line, path: route.data })
            .collect();
        let stations = board.stations().iter().zip(&layout.places);
        BoardMap {
            width: layout.width,
            height: layout.height,
            stations: stations
                .map(|(station, place)| MapStation {
                    station,
                    place: [place.x, place.y].map(tenth),
                    transports: transports(board, station),
                    radius: radius(station),
                })
                .collect(),
            lines,
            river: river(&layout),
        }
    }
}

/// Paper is not read more precisely than this.
fn tenth(number: f64) -> f64 {
    (number * 10.0).round() / 10.0
}

fn river(layout: &Layout) -> Option<MapRiver> {
    let last = layout.river.last()?.0[3];
    let begin = |curve: &Curve| {
        let mut points = curve.samples(RIVER_STEP);
        points.pop();
        points
    };
    let points = layout.river.iter().flat_map(begin).chain([last]);
    Some(MapRiver {
        path: path_data(&layout.river),
        points: points.map(|point| [point.x, point.y].map(tenth)).collect(),
        width: tenth(layout.river_width),
    })
}

fn transports(board: &Board, station: Station) -> Vec<Transport> {
    let stops = |transport: &Transport| {
        let line =
            |line: &Line| line.transport == *transport && (line.a == station || line.b == station);
        board.lines().iter().any(line)
    };
    Transport::ALL.into_iter().filter(stops).collect()
}

#[cfg(test)]
mod tests {
    use yard_core::{StationSet, Ticket, presets};

    use super::*;

    #[test]
    fn the_map_has_the_places_of_the_drawing() {
        let board = presets::board("london").unwrap();
        let map = BoardMap::new(&board);
        let drawn = crate::draw(&board, &crate::Marks::default());
        assert_eq!(map.stations.len(), 199);
        assert_eq!(map.lines.len(), board.lines().len());
        for MapLine { path, .. } in &map.lines {
            assert!(drawn.contains(&format!("d=\"{path}\"")), "{path}");
        }
        let river = map.river.unwrap();
        assert!(drawn.contains(&river.path) && river.points.len() > 20);
        let by_tube = |&at: &Station| !board.reach(at, Ticket::Underground).is_empty();
        let tube: StationSet = board.stations().iter().filter(by_tube).collect();
        for station in &map.stations {
            let has = station.transports.contains(&Transport::Underground);
            assert_eq!(has, tube.contains(station.station), "{}", station.station);
        }
    }

    #[test]
    fn a_grid_has_no_river() {
        let map = BoardMap::new(&presets::board("grid:5").unwrap());
        assert_eq!((map.stations.len(), map.river), (25, None));
    }
}
