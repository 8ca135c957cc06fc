//! Two estimates of the same thing, one beside the other.

use super::canvas::{Anchor, Canvas, LABEL, NOTE, Type};
use super::palette::{FRAME, GRID, INK, QUIET, Rgb, series as series_colour};
use super::{Caption, Estimate, MARGIN, Plot};

/// Shares of two kinds, for each of several things; the axis has 0 to 100 %.
#[derive(Clone, PartialEq, Debug)]
pub struct SideBySide {
    /// What stands above.
    pub caption: Caption,
    /// What the two kinds are called: yellow squares, then blue circles.
    pub kinds: [String; 2],
    /// The things, from the top.
    pub rows: Vec<SideBySideRow>,
}

/// One thing with its share of either kind.
#[derive(Clone, PartialEq, Debug)]
pub struct SideBySideRow {
    /// What it is called.
    pub name: String,
    /// Its shares, as far as there are any.
    pub shares: [Option<Estimate>; 2],
}

const WIDTH: f64 = 860.0;
/// Where the axis begins and ends.
const LEFT: f64 = 340.0;
const RIGHT: f64 = WIDTH - MARGIN - 62.0;
/// Height of a row: two shares, one above the other.
const ROW: f64 = 54.0;
/// How far a share lies from the middle of its row.
const APART: f64 = 10.0;
const FIGURE: Type = Type { size: 11.5, ..LABEL };

fn x(share: f64) -> f64 {
    LEFT + (RIGHT - LEFT) * share
}

/// The first kind is yellow, the second blue.
fn colour(kind: usize) -> Rgb {
    series_colour(1 - kind)
}

impl SideBySide {
    /// Draws them.
    pub fn plot(&self) -> Plot {
        let mut canvas = Canvas::default();
        let y = canvas.head(&self.caption, WIDTH) + 6.0;
        key(&mut canvas, y, &self.kinds);
        let top = y + 22.0;
        let bottom = top + ROW * self.rows.len() as f64;
        axis(&mut canvas, (top, bottom));
        for (index, row) in self.rows.iter().enumerate() {
            let middle = top + ROW * (index as f64 + 0.5);
            let lines = LABEL.wrap(&row.name, LEFT - MARGIN - 16.0, 3).0;
            let first = middle - (lines.len() as f64 - 1.0) / 2.0 * LABEL.line();
            canvas.lines((LEFT - 14.0, first), Anchor::End, LABEL, &lines);
            for (kind, share) in row.shares.iter().enumerate() {
                let Some(share) = share else { continue };
                mark(&mut canvas, middle + APART * (2.0 * kind as f64 - 1.0), kind, share);
            }
            if index > 0 {
                let y = top + ROW * index as f64;
                canvas.rule((MARGIN, y), (WIDTH - MARGIN, y), 0.75, GRID);
            }
        }
        Plot::new(&self.caption.title, (WIDTH, bottom + 15.0 + MARGIN), canvas)
    }
}

/// What the two marks mean.
fn key(canvas: &mut Canvas, y: f64, kinds: &[String; 2]) {
    let mut at = LEFT;
    for (kind, word) in kinds.iter().enumerate() {
        point(canvas, (at + 6.0, y), kind);
        canvas.text((at + 18.0, y), Anchor::Start, NOTE, word);
        at += 18.0 + NOTE.width(word) + 22.0;
    }
}

fn axis(canvas: &mut Canvas, (top, bottom): (f64, f64)) {
    for percent in [0.0, 25.0, 50.0, 75.0, 100.0] {
        let at = x(percent / 100.0);
        canvas.rule((at, top), (at, bottom), 0.75, GRID);
        let text = format!("{percent:.0} %");
        canvas.text((at, bottom + 13.0), Anchor::Middle, LABEL.on(QUIET), &text);
    }
    canvas.rule((LEFT, bottom), (RIGHT, bottom), 1.0, FRAME);
}

/// A share: its interval, its point and its figure at the right.
fn mark(canvas: &mut Canvas, y: f64, kind: usize, share: &Estimate) {
    let [low, high] = share.interval.map(x);
    canvas.rule((low, y), (high, y), 2.0, colour(kind));
    for end in [low, high] {
        canvas.rule((end, y - 4.0), (end, y + 4.0), 1.25, colour(kind));
    }
    point(canvas, (x(share.value), y), kind);
    let figure = format!("{:.1} %", 100.0 * share.value);
    canvas.text((WIDTH - MARGIN, y), Anchor::End, FIGURE.on([QUIET, INK][kind]), &figure);
}

fn point(canvas: &mut Canvas, (x, y): (f64, f64), kind: usize) {
    match kind {
        0 => canvas.rect((x - 4.5, y - 4.5), (9.0, 9.0), colour(kind)),
        _ => canvas.circle((x, y), 5.0, colour(kind)),
    }
}
