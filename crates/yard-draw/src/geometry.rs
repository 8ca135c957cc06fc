//! Points, curves, and where the stations of a board are put on paper.

use std::f64::consts::TAU;
use std::fmt::Write;
use std::ops::{Add, Mul, Sub};

use yard_core::Board;

/// Mean distance from a station to the nearest other one: room for two badges and a line.
const MEAN_GAP: f64 = 78.0;
/// Stations are never nearer to each other than this, or badges would touch.
const LEAST_GAP: f64 = 52.0;
/// Paper around the outermost stations.
const MARGIN: f64 = 58.0;

/// A point or a vector on paper; y grows downwards.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Point {
    pub(super) x: f64,
    pub(super) y: f64,
}

impl Point {
    pub(super) const fn new(x: f64, y: f64) -> Point {
        Point { x, y }
    }

    pub(super) fn length(self) -> f64 {
        self.dot(self).sqrt()
    }

    pub(super) fn dot(self, other: Point) -> f64 {
        self.x * other.x + self.y * other.y
    }

    /// The vector of length 1 in this direction; the x axis where there is none.
    pub(super) fn unit(self) -> Point {
        let length = self.length();
        if length > 1e-9 { self * (1.0 / length) } else { Point::new(1.0, 0.0) }
    }

    /// The vector turned by a right angle.
    pub(super) fn turned(self) -> Point {
        Point::new(-self.y, self.x)
    }
}

impl Add for Point {
    type Output = Point;
    fn add(self, other: Point) -> Point {
        Point::new(self.x + other.x, self.y + other.y)
    }
}

impl Sub for Point {
    type Output = Point;
    fn sub(self, other: Point) -> Point {
        Point::new(self.x - other.x, self.y - other.y)
    }
}

impl Mul<f64> for Point {
    type Output = Point;
    fn mul(self, factor: f64) -> Point {
        Point::new(self.x * factor, self.y * factor)
    }
}

/// One cubic Bézier curve: start, two controls, end.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Curve(pub(super) [Point; 4]);

impl Curve {
    /// A straight line is a curve whose controls lie on it.
    pub(super) fn straight(a: Point, b: Point) -> Curve {
        Curve::bent(a, b, [0.0, 0.0])
    }

    /// A line whose two controls are pushed aside, which clears what lies between the ends.
    pub(super) fn bent(a: Point, b: Point, push: [f64; 2]) -> Curve {
        let (way, aside) = (b - a, (b - a).unit().turned());
        let control = |part: f64, push: f64| a + way * part + aside * push;
        Curve([a, control(1.0 / 3.0, push[0]), control(2.0 / 3.0, push[1]), b])
    }

    /// The curve that runs beside this one at a distance.
    pub(super) fn beside(&self, distance: f64) -> Curve {
        let [a, c, d, b] = self.0;
        let aside = |way: Point| way.unit().turned() * distance;
        let middle = aside(d - c);
        Curve([a + aside(c - a), c + middle, d + middle, b + aside(b - d)])
    }

    pub(super) fn at(&self, t: f64) -> Point {
        let [a, c, d, b] = self.0;
        let s = 1.0 - t;
        a * (s * s * s) + c * (3.0 * s * s * t) + d * (3.0 * s * t * t) + b * (t * t * t)
    }

    /// Points along the curve, about `step` apart, with the ends.
    pub(super) fn samples(&self, step: f64) -> Vec<Point> {
        let [a, .., b] = self.0;
        let count = ((b - a).length() / step).ceil().clamp(2.0, 400.0) as u32;
        (0..=count).map(|i| self.at(f64::from(i) / f64::from(count))).collect()
    }
}

/// A smooth line through all points (Catmull-Rom).
pub(super) fn smooth(points: &[Point]) -> Vec<Curve> {
    let at = |i: usize| points[i.min(points.len() - 1)];
    (1..points.len())
        .map(|i| {
            let (before, a, b, after) = (at(i.saturating_sub(2)), at(i - 1), at(i), at(i + 1));
            Curve([a, a + (b - before) * (1.0 / 6.0), b - (after - a) * (1.0 / 6.0), b])
        })
        .collect()
}

/// The curves as the `d` of an SVG path.
pub(super) fn path_data(curves: &[Curve]) -> String {
    let mut text = String::new();
    for (i, Curve([a, c, d, b])) in curves.iter().enumerate() {
        if i == 0 {
            let _ = write!(text, "M{:.1} {:.1}", a.x, a.y);
        }
        let _ = if *c == Curve::straight(*a, *b).0[1] && *d == Curve::straight(*a, *b).0[2] {
            write!(text, "L{:.1} {:.1}", b.x, b.y)
        } else {
            let numbers = [c.x, c.y, d.x, d.y, b.x, b.y].map(|number| format!("{number:.1}"));
            write!(text, "C{}", numbers.join(" "))
        };
    }
    text
}

/// Everything that has a place on paper.
pub(super) struct Layout {
    pub(super) width: f64,
    pub(super) height: f64,
    /// Place of each station, station 1 first.
    pub(super) places: Vec<Point>,
    pub(super) river: Vec<Curve>,
    pub(super) river_width: f64,
}

/// Enlarges the board's own drawing until badges fit, or puts the stations on a circle.
pub(super) fn layout(board: &Board) -> Layout {
    let count = board.stations().len();
    let point = |&[x, y]: &[f32; 2]| Point::new(f64::from(x), f64::from(y));
    let drawing = board.drawing();
    let mut places: Vec<Point> = match drawing {
        Some(drawing) => drawing.places.iter().map(point).collect(),
        None => circle(count),
    };
    let scale = scale(&places);
    places.iter_mut().for_each(|place| *place = *place * scale);
    spread(&mut places);
    let mut low = Point::new(f64::MAX, f64::MAX);
    let mut high = Point::new(f64::MIN, f64::MIN);
    for place in &places {
        low = Point::new(low.x.min(place.x), low.y.min(place.y));
        high = Point::new(high.x.max(place.x), high.y.max(place.y));
    }
    let shift = Point::new(MARGIN, MARGIN) - low;
    let river: Vec<Point> = drawing.map_or(Vec::new(), |drawing| {
        let put = |place| point(place) * scale + shift;
        drawing.river.iter().map(put).collect()
    });
    Layout {
        width: high.x - low.x + 2.0 * MARGIN,
        height: high.y - low.y + 2.0 * MARGIN,
        places: places.into_iter().map(|place| place + shift).collect(),
        river: smooth(&river),
        river_width: drawing.map_or(0.0, |drawing| f64::from(drawing.river_width) * scale),
    }
}

fn circle(count: usize) -> Vec<Point> {
    let place = |i: usize| {
        let angle = TAU * i as f64 / count as f64;
        Point::new(angle.sin(), -angle.cos())
    };
    (0..count).map(place).collect()
}

/// How much larger than its file a board is drawn.
fn scale(places: &[Point]) -> f64 {
    let nearest = |i: usize| {
        let others = (0..places.len()).filter(|&j| j != i);
        others.map(|j| (places[i] - places[j]).length()).fold(f64::MAX, f64::min)
    };
    let count = places.len() as f64;
    if places.len() < 2 {
        return 1.0;
    }
    let mean = (0..places.len()).map(nearest).sum::<f64>() / count;
    let from = places[0];
    let extent = places.iter().map(|&place| (place - from).length()).fold(0.0, f64::max);
    // Stations in tight clusters must not blow up the sheet; `spread` gives them room instead.
    let most = (600.0 + 250.0 * count.sqrt()) / extent.max(1e-6);
    (MEAN_GAP / mean.max(1e-6)).min(most)
}

/// Pushes stations apart that are too near to each other, each by as little as possible.
fn spread(places: &mut [Point]) {
    for _ in 0..80 {
        for i in 0..places.len() {
            for j in i + 1..places.len() {
                let way = places[j] - places[i];
                let lack = LEAST_GAP - way.length();
                if lack > 0.01 {
                    // Stations in the same place part in directions of their own.
                    let angle = (i + j) as f64;
                    let same = Point::new(angle.cos(), angle.sin());
                    let way = if way.length() > 1e-3 { way.unit() } else { same };
                    places[i] = places[i] - way * (lack * 0.5);
                    places[j] = places[j] + way * (lack * 0.5);
                }
            }
        }
    }
}
