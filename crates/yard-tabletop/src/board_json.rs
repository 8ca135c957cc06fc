//! The map of a board as JSON: where stations lie, how lines run, and the river.

use serde::Serialize;
use yard_core::Board;
use yard_draw::BoardMap;

/// A drawn board. Making one takes a moment, so keep it.
#[derive(Clone, Debug, Serialize)]
pub struct BoardJson {
    name: String,
    title: String,
    width: f64,
    height: f64,
    stations: Vec<StationJson>,
    lines: Vec<LineJson>,
    river: Option<River>,
    grid: Option<Grid>,
}

#[derive(Clone, Debug, Serialize)]
struct StationJson {
    n: u8,
    x: f64,
    y: f64,
    transports: Vec<&'static str>,
    radius: f64,
}

#[derive(Clone, Debug, Serialize)]
struct LineJson {
    transport: &'static str,
    from: u8,
    to: u8,
    path: String,
}

#[derive(Clone, Debug, Serialize)]
struct River {
    path: String,
    width: f64,
    points: Vec<[f64; 2]>,
}

#[derive(Clone, Debug, Serialize)]
struct Grid {
    size: u8,
}

impl BoardJson {
    /// Draws a board.
    pub fn new(board: &Board) -> BoardJson {
        let map = BoardMap::new(board);
        let stations = map.stations.into_iter().map(|station| StationJson {
            n: station.station.number(),
            x: station.place[0],
            y: station.place[1],
            transports: station.transports.iter().map(|kind| kind.name()).collect(),
            radius: station.radius,
        });
        let lines = map.lines.into_iter().map(|way| LineJson {
            transport: way.line.transport.name(),
            from: way.line.a.number(),
            to: way.line.b.number(),
            path: way.path,
        });
        BoardJson {
            name: board.name().to_owned(),
            title: board.title().to_owned(),
            width: map.width.round(),
            height: map.height.round(),
            stations: stations.collect(),
            lines: lines.collect(),
            river: map.river.map(|river| River {
                path: river.path,
                width: river.width,
                points: river.points,
            }),
            grid: board.grid_size().map(|size| Grid { size }),
        }
    }
}
