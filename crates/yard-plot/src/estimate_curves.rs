//! Shares with their intervals over a quantity.

use super::canvas::{Anchor, Canvas, LABEL, Point};
use super::palette::{FRAME, GRID, PAPER, QUIET, Rgb, series as series_colour};
use super::{Caption, Curve, Estimate, MARGIN, Plot, grouped};

const WIDTH: f64 = 860.0;
const HEIGHT: f64 = 380.0;
/// Room inside the axes, left of the first point and right of the last.
const INSET: f64 = 34.0;
/// So many curves have their interval shaded.
const MOST_BANDS: usize = 3;

/// Shares over a quantity on a logarithmic axis, with their intervals.
///
/// Points whose quantity is not a positive number have no place on that axis and are left out.
#[derive(Clone, PartialEq, Debug)]
pub struct EstimateCurves {
    /// What stands above.
    pub caption: Caption,
    /// What the level axis measures.
    pub x_title: String,
    /// The curves, each with shares of 0 to 1.
    pub curves: Vec<Curve<Estimate>>,
}

/// Quantities and shares of a curve, by quantity.
type Points = Vec<(f64, Estimate)>;

/// Where a quantity and a share are on the plot.
struct Frame {
    left: f64,
    right: f64,
    top: f64,
    /// Logarithms of the smallest and the largest quantity.
    quantities: (f64, f64),
    /// Lowest and highest share, in percent.
    percents: (f64, f64),
}

impl Frame {
    fn x(&self, quantity: f64) -> f64 {
        let (from, to) = self.quantities;
        let part = if to > from { (quantity.log10() - from) / (to - from) } else { 0.5 };
        self.left + INSET + part * (self.right - self.left - 2.0 * INSET)
    }

    fn y(&self, share: f64) -> f64 {
        let (low, high) = self.percents;
        self.top + HEIGHT * (1.0 - (100.0 * share - low) / (high - low))
    }
}

impl EstimateCurves {
    /// Draws them.
    pub fn plot(&self) -> Plot {
        let sorted: Vec<Points> = self.curves.iter().map(|curve| usable(&curve.points)).collect();
        let mut canvas = Canvas::default();
        let top = canvas.head(&self.caption, WIDTH) + 6.0;
        let frame = frame(&sorted, top);
        axes(&mut canvas, &frame, &sorted);
        let bottom = top + HEIGHT;
        let middle = (frame.left + frame.right) / 2.0;
        canvas.text((middle, bottom + 36.0), Anchor::Middle, LABEL.on(QUIET), &self.x_title);
        // More bands than these would hide each other; the bars of the intervals stay.
        let banded = if sorted.len() <= MOST_BANDS { &sorted[..] } else { &[] };
        for (index, points) in banded.iter().enumerate() {
            band(&mut canvas, &frame, points, series_colour(index));
        }
        // Side by side by a few pixels, so that intervals at the same place can be told apart.
        let shift = |index: usize| (index as f64 - (sorted.len() as f64 - 1.0) / 2.0) * 3.5;
        for (index, points) in sorted.iter().enumerate() {
            curve(&mut canvas, &frame, points, index, shift(index));
        }
        let bottom = self.key(&mut canvas, &frame, bottom + 64.0);
        Plot::new(&self.caption.title, (WIDTH, bottom + MARGIN - LABEL.line()), canvas)
    }

    /// Which curve is which; returns the bottom.
    fn key(&self, canvas: &mut Canvas, frame: &Frame, mut y: f64) -> f64 {
        for (index, curve) in self.curves.iter().enumerate() {
            let colour = series_colour(index);
            canvas.rule((frame.left, y), (frame.left + 28.0, y), 2.0, colour);
            marker(canvas, (frame.left + 14.0, y), index, colour);
            let lines = LABEL.wrap(&curve.name, frame.right - frame.left - 40.0, usize::MAX).0;
            y = canvas.lines((frame.left + 38.0, y), Anchor::Start, LABEL, &lines) + 3.0;
        }
        y
    }
}

/// The points that have a place on a logarithmic axis, by quantity.
fn usable(points: &[(f64, Estimate)]) -> Points {
    let fits = |(quantity, share): &&(f64, Estimate)| {
        quantity.is_finite() && *quantity > 0.0 && share.value.is_finite()
    };
    let mut points: Points = points.iter().filter(fits).copied().collect();
    points.sort_by(|a, b| a.0.total_cmp(&b.0));
    points
}

fn frame(series: &[Points], top: f64) -> Frame {
    let points = || series.iter().flatten();
    let least = points().map(|(quantity, _)| quantity.log10()).fold(f64::INFINITY, f64::min);
    let most = points().map(|(quantity, _)| quantity.log10()).fold(f64::NEG_INFINITY, f64::max);
    let low = points().map(|(_, share)| share.interval[0]).fold(1.0, f64::min);
    let high = points().map(|(_, share)| share.interval[1]).fold(0.0, f64::max);
    // Whole tens around all intervals, and never so few that noise looks like a trend.
    let mut percents = ((low * 10.0).floor() * 10.0, (high * 10.0).ceil() * 10.0);
    if percents.1 < percents.0 {
        percents = (0.0, 100.0);
    }
    while percents.1 - percents.0 < 30.0 {
        percents = ((percents.0 - 10.0).max(0.0), (percents.1 + 10.0).min(100.0));
    }
    let left = MARGIN + LABEL.width("100 %") + 10.0;
    let quantities = if least <= most { (least, most) } else { (0.0, 0.0) };
    Frame { left, right: WIDTH - MARGIN, top, quantities, percents }
}

fn axes(canvas: &mut Canvas, frame: &Frame, series: &[Points]) {
    let (low, high) = frame.percents;
    let bottom = frame.top + HEIGHT;
    let mut percent = low;
    while percent <= high {
        let y = frame.y(percent / 100.0);
        canvas.rule((frame.left, y), (frame.right, y), 0.75, GRID);
        let text = format!("{percent:.0} %");
        canvas.text((frame.left - 8.0, y), Anchor::End, LABEL.on(QUIET), &text);
        percent += 10.0;
    }
    if low < 50.0 && high > 50.0 {
        dashes(canvas, frame, frame.y(0.5));
    }
    for quantity in ticks(frame, series) {
        let x = frame.x(quantity);
        canvas.rule((x, frame.top), (x, bottom), 0.75, GRID);
        canvas.rule((x, bottom), (x, bottom + 4.0), 1.0, FRAME);
        canvas.text((x, bottom + 15.0), Anchor::Middle, LABEL.on(QUIET), &number(quantity));
    }
    canvas.rule((frame.left, bottom), (frame.right, bottom), 1.0, FRAME);
}

/// The line of one half.
fn dashes(canvas: &mut Canvas, frame: &Frame, y: f64) {
    let mut x = frame.left;
    while x < frame.right {
        canvas.rule((x, y), ((x + 6.0).min(frame.right), y), 1.25, FRAME);
        x += 11.0;
    }
}

/// The quantities of the points, as far as their labels do not touch.
fn ticks(frame: &Frame, series: &[Points]) -> Vec<f64> {
    let mut quantities: Vec<f64> = series.iter().flatten().map(|&(quantity, _)| quantity).collect();
    quantities.sort_by(f64::total_cmp);
    quantities.dedup();
    let mut taken = f64::NEG_INFINITY;
    quantities.retain(|&quantity| {
        let (x, half) = (frame.x(quantity), LABEL.width(&number(quantity)) / 2.0);
        let free = x - half > taken;
        if free {
            taken = x + half + 8.0;
        }
        free
    });
    quantities
}

fn number(quantity: f64) -> String {
    if quantity >= 1.0 && quantity.fract() == 0.0 && quantity < 1e15 {
        grouped(quantity as u64)
    } else {
        quantity.to_string()
    }
}

fn band(canvas: &mut Canvas, frame: &Frame, points: &Points, colour: Rgb) {
    let at = |end: usize| {
        move |&(quantity, share): &(f64, Estimate)| {
            (frame.x(quantity), frame.y(share.interval[end]))
        }
    };
    if points.len() > 1 {
        let upper = points.iter().map(at(1));
        let lower = points.iter().rev().map(at(0));
        canvas.polygon(upper.chain(lower).collect(), colour, 0.12);
    }
}

fn curve(canvas: &mut Canvas, frame: &Frame, points: &Points, index: usize, shift: f64) {
    let colour = series_colour(index);
    let at = |point: &(f64, Estimate)| (frame.x(point.0) + shift, frame.y(point.1.value));
    for pair in points.windows(2) {
        canvas.line(at(&pair[0]), at(&pair[1]), 2.0, colour);
    }
    for point in points {
        let (x, y) = at(point);
        let (low, high) = (frame.y(point.1.interval[0]), frame.y(point.1.interval[1]));
        canvas.rule((x, low), (x, high), 1.25, colour);
        for end in [low, high] {
            canvas.rule((x - 4.0, end), (x + 4.0, end), 1.25, colour);
        }
        marker(canvas, (x, y), index, colour);
    }
}

/// A mark in one of four forms, so that colour is not all that tells series apart.
fn marker(canvas: &mut Canvas, (x, y): Point, index: usize, colour: Rgb) {
    for (size, colour) in [(6.5, PAPER), (5.0, colour)] {
        let corners = |corners: &[Point]| -> Vec<Point> {
            corners.iter().map(|&(a, b)| (x + a * size, y + b * size)).collect()
        };
        match index % 4 {
            0 => canvas.circle((x, y), size, colour),
            1 => canvas.rect((x - size * 0.9, y - size * 0.9), (size * 1.8, size * 1.8), colour),
            2 => canvas.polygon(corners(&[(0.0, -1.2), (1.1, 0.8), (-1.1, 0.8)]), colour, 1.0),
            _ => {
                let diamond = [(0.0, -1.25), (1.25, 0.0), (0.0, 1.25), (-1.25, 0.0)];
                canvas.polygon(corners(&diamond), colour, 1.0);
            }
        }
    }
}
