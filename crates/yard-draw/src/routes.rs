//! The way of each line over the paper: side by side, and around the stations it does not serve.

use std::collections::BTreeMap;

use yard_core::{Board, Line, Station, Transport};

use super::geometry::{Curve, Layout, Point, path_data, smooth};

/// A line and the `d` of its path.
pub(super) struct Route {
    pub(super) line: Line,
    pub(super) data: String,
}

/// Width of a line on paper, with its casing.
pub(super) const fn width(transport: Transport) -> f64 {
    match transport {
        Transport::Taxi => 4.0,
        Transport::Bus => 8.0,
        Transport::Underground => 10.0,
        Transport::Ferry => 6.0,
    }
}

/// Distance between the points at which a route is judged.
const STEP: f64 = 7.0;
/// Owner of ink that is never wiped: ferries stay on the river.
const ON_RIVER: usize = usize::MAX;
/// With more lines than this there is no free paper to bend around, and looking for some takes
/// minutes; London has 468.
const CROWD: usize = 1000;
/// How often every line looks for a better way.
const ROUNDS: u32 = 3;

/// Finds a way for every line; the routes come in the order of the board's lines.
pub(super) fn routes(
    board: &Board,
    layout: &Layout,
    radius: impl Fn(Station) -> f64,
) -> Vec<Route> {
    let place = |station: Station| layout.places[usize::from(station.number()) - 1];
    let mut routes = Vec::new();
    let badge = |station| (place(station), radius(station));
    let mut sheet = Sheet {
        badges: board.stations().iter().map(badge).collect(),
        near: Squares::new(layout),
        ink: Squares::new(layout),
        size: (layout.width, layout.height),
    };
    let mut bundles: BTreeMap<(Station, Station), Vec<Line>> = BTreeMap::new();
    for &line in board.lines() {
        let along = (line.transport == Transport::Ferry)
            .then(|| along_river(place(line.a), place(line.b), layout))
            .flatten();
        match along {
            Some(curves) => {
                for curve in &curves {
                    sheet.put(curve, width(line.transport) / 2.0, ON_RIVER);
                }
                routes.push(Route { line, data: path_data(&curves) });
            }
            None => bundles.entry((line.a, line.b)).or_default().push(line),
        }
    }
    let mut bundles: Vec<Vec<Line>> = bundles.into_values().collect();
    // Taxis keep to the straight way, and long lines go around short ones.
    let length = |lines: &[Line]| (place(lines[0].b) - place(lines[0].a)).length();
    let rank = |lines: &[Line]| lines[0].transport != Transport::Taxi;
    bundles.sort_by(|a, b| rank(a).cmp(&rank(b)).then(length(a).total_cmp(&length(b))));
    let half = |lines: &[Line]| lines.iter().map(|line| width(line.transport)).sum::<f64>() / 2.0;
    sheet.note_badges(bundles.iter().map(|lines| half(lines)).fold(0.0, f64::max));
    let mut middles = vec![None; bundles.len()];
    // The first round does not know what comes after; the later ones mend that.
    let crowded = bundles.len() > CROWD;
    for round in 0..if crowded { 1 } else { ROUNDS } {
        for (owner, lines) in bundles.iter().enumerate() {
            if round > 0 && !rank(lines) {
                continue;
            }
            if !crowded {
                sheet.wipe(owner);
            }
            let ends = [lines[0].a, lines[0].b].map(|end| usize::from(end.number()) - 1);
            let middle = match crowded {
                true => Curve::straight(place(lines[0].a), place(lines[0].b)),
                false => sheet.best(ends, half(lines)),
            };
            if !crowded {
                sheet.put(&middle, half(lines), owner);
            }
            middles[owner] = Some(middle);
        }
    }
    for (lines, middle) in bundles.iter().zip(middles.into_iter().flatten()) {
        let mut aside = -half(lines);
        for &line in lines {
            let wide = width(line.transport);
            let curve = middle.beside(aside + wide / 2.0);
            aside += wide;
            routes.push(Route { line, data: path_data(&[curve]) });
        }
    }
    routes.sort_by_key(|route| route.line);
    routes
}

/// A ferry sails down the middle of the river, if both its ends lie on it.
fn along_river(a: Point, b: Point, layout: &Layout) -> Option<Vec<Curve>> {
    let middle: Vec<Point> = layout.river.iter().flat_map(|curve| curve.samples(12.0)).collect();
    let nearest = |place: Point| {
        let far = |i: &usize| (middle[*i] - place).length();
        let best = (0..middle.len()).min_by(|i, j| far(i).total_cmp(&far(j)))?;
        (far(&best) < 2.0 * layout.river_width).then_some(best)
    };
    let (from, to) = (nearest(a)?, nearest(b)?);
    let (low, high) = (from.min(to), from.max(to));
    let mut points = vec![if from == low { a } else { b }];
    let last = if from == low { b } else { a };
    for &point in &middle[low..high] {
        let far = |other: Point, least: f64| (point - other).length() > least;
        if far(points[points.len() - 1], 45.0) && far(last, 45.0) {
            points.push(point);
        }
    }
    points.push(last);
    (points.len() > 2).then(|| smooth(&points))
}

/// What is on paper already.
struct Sheet {
    /// Place and radius of each station's badge.
    badges: Vec<(Point, f64)>,
    /// The badges that a line through a square could touch, in ascending order.
    near: Squares<usize>,
    /// Points of drawn lines, by square.
    ink: Squares<Ink>,
    size: (f64, f64),
}

/// A point of a drawn line.
struct Ink {
    at: Point,
    /// Where the line goes from here.
    way: Point,
    /// Half the width of the lines that run side by side.
    half: f64,
    owner: usize,
}

/// Side of a square; two lines that touch lie in the same or in adjacent squares.
const SQUARE: f64 = 32.0;

/// Things on the paper by square. What lies beside the paper counts to the nearest square.
struct Squares<T> {
    columns: usize,
    rows: usize,
    squares: Vec<Vec<T>>,
}

impl<T> Squares<T> {
    fn new(layout: &Layout) -> Squares<T> {
        let [columns, rows] =
            [layout.width, layout.height].map(|size| (size / SQUARE).ceil().max(1.0) as usize);
        let squares = std::iter::repeat_with(Vec::new).take(columns * rows).collect();
        Squares { columns, rows, squares }
    }

    /// Column and row of a point.
    fn square(&self, point: Point) -> (usize, usize) {
        // Numbers below 0 become 0.
        let place = |at: f64, count: usize| ((at / SQUARE) as usize).min(count - 1);
        (place(point.x, self.columns), place(point.y, self.rows))
    }

    fn at(&mut self, (column, row): (usize, usize)) -> &mut Vec<T> {
        &mut self.squares[row * self.columns + column]
    }

    /// What is in the square of a point.
    fn here(&self, point: Point) -> &[T] {
        let (column, row) = self.square(point);
        &self.squares[row * self.columns + column]
    }

    /// What is in the square of a point and in those around it.
    fn around(&self, point: Point) -> impl Iterator<Item = &T> {
        let (column, row) = self.square(point);
        let columns = column.saturating_sub(1)..(column + 2).min(self.columns);
        let rows = row.saturating_sub(1)..(row + 2).min(self.rows);
        rows.flat_map(move |row| {
            let begin = row * self.columns;
            self.squares[begin + columns.start..begin + columns.end].iter().flatten()
        })
    }
}

/// Paper that should stay free around a badge.
const MARGIN: f64 = 9.0;

/// How far to either side a control of a curve may be pushed, in steps.
const PUSHES: i32 = 10;

/// Small bends are nearly free; strong ones and double ones look wrong on a short line.
fn bend_cost([first, second]: [f64; 2], length: f64) -> f64 {
    let twist = first - second;
    0.03 * (first.abs() + second.abs())
        + 0.3 * (first * first + second * second + twist * twist) / length
}

impl Sheet {
    /// Notes which badges lines of at most this half width could touch in each square.
    fn note_badges(&mut self, half: f64) {
        for (i, (place, radius)) in self.badges.iter().enumerate() {
            let reach = radius + half + MARGIN;
            let corner = |way: f64| Point { x: place.x + way, y: place.y + way };
            let (low, high) = (self.near.square(corner(-reach)), self.near.square(corner(reach)));
            for column in low.0..=high.0 {
                for row in low.1..=high.1 {
                    self.near.at((column, row)).push(i);
                }
            }
        }
    }

    /// The cheapest of many ways between two stations, the straight one first.
    fn best(&self, ends: [usize; 2], half: f64) -> Curve {
        let [a, b] = ends.map(|end| self.badges[end].0);
        let straight = Curve::straight(a, b);
        let mut best = (self.cost(&straight, ends, half, f64::MAX), straight);
        let length = (b - a).length().max(1.0);
        let unit = (length * 0.06).clamp(5.0, 26.0);
        let pushes = (-PUSHES..=PUSHES).flat_map(|i| (-PUSHES..=PUSHES).map(move |j| [i, j]));
        let mut bends: Vec<(f64, [f64; 2])> = pushes
            .map(|steps| steps.map(|step| f64::from(step) * unit))
            .map(|push| (bend_cost(push, length), push))
            .collect();
        bends.sort_by(|a, b| a.0.total_cmp(&b.0));
        for (bend, push) in bends {
            if bend >= best.0 {
                break;
            }
            let curve = Curve::bent(a, b, push);
            let cost = bend + self.cost(&curve, ends, half, best.0 - bend);
            if cost < best.0 {
                best = (cost, curve);
            }
        }
        best.1
    }

    /// Badges run over are worst, then the edge of the paper, then lines run along. Stops counting
    /// above `most`.
    fn cost(&self, curve: &Curve, ends: [usize; 2], half: f64, most: f64) -> f64 {
        let points = curve.samples(STEP);
        let mut cost = 0.0;
        for pair in points.windows(2) {
            if cost > most {
                break;
            }
            let (point, way) = (pair[0], (pair[1] - pair[0]).unit());
            let near_end =
                ends.iter().any(|&end| (self.badges[end].0 - point).length() < self.badges[end].1);
            for &i in self.near.here(point) {
                let (place, radius) = self.badges[i];
                let lack = radius + half + MARGIN - (place - point).length();
                if lack > 0.0 && !ends.contains(&i) {
                    cost += 0.3 * lack + if lack > 5.0 { 15.0 } else { 0.0 };
                }
            }
            let edge = [point.x, point.y, self.size.0 - point.x, self.size.1 - point.y];
            if edge.iter().any(|&distance| distance < half + 14.0) {
                cost += 20.0;
            }
            if !near_end {
                cost += 4.0 * f64::from(u8::from(self.runs_along(point, way, half)));
            }
        }
        cost
    }

    fn runs_along(&self, point: Point, way: Point, half: f64) -> bool {
        self.ink.around(point).any(|ink| {
            (ink.at - point).length() < half + ink.half + 3.0 && way.dot(ink.way).abs() > 0.88
        })
    }

    fn put(&mut self, curve: &Curve, half: f64, owner: usize) {
        for pair in curve.samples(STEP).windows(2) {
            let (at, way) = (pair[0], (pair[1] - pair[0]).unit());
            let square = self.ink.square(at);
            self.ink.at(square).push(Ink { at, way, half, owner });
        }
    }

    fn wipe(&mut self, owner: usize) {
        self.ink.squares.iter_mut().for_each(|inks| inks.retain(|ink| ink.owner != owner));
    }
}
