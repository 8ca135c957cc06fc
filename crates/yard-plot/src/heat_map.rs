//! A table as colours.

use super::canvas::{Anchor, Canvas, LABEL, NOTE, STRONG, Type};
use super::grid::{Grid, Measures};
use super::palette::{FRAME, GRID, PAPER, QUIET, diverging, ink_on};
use super::{Estimate, Matrix, Plot};

/// A table of shares as colours.
#[derive(Clone, PartialEq, Debug)]
pub struct HeatMap {
    /// The table.
    pub matrix: Matrix<HeatCell>,
    /// What the colours of 0 and of 100 % mean.
    pub ends: [String; 2],
}

/// A cell of a [`HeatMap`].
#[derive(Clone, PartialEq, Debug)]
pub struct HeatCell {
    /// A share of 0 to 1, with its interval.
    pub share: Estimate,
    /// A third line in the cell; mostly empty.
    pub note: String,
}

const CELL: (f64, f64) = (122.0, 66.0);
const MEASURES: Measures = Measures { cell: CELL, labelled: CELL.1, gap: 3.0, narrowest: 460.0 };
const SHARE: Type = Type { size: 17.0, ..STRONG };

impl HeatMap {
    /// Draws it.
    pub fn plot(&self) -> Plot {
        let mut grid = Grid::new(&MEASURES, &self.matrix, |canvas, at, each| match each {
            Some(each) => cell(canvas, at, each),
            None => no_cell(canvas, at, &self.matrix.missing),
        });
        let Grid { canvas, left, right, bottom, .. } = &mut grid;
        let width = (*right - *left).clamp(240.0, 420.0);
        *bottom = key(canvas, (*left, *bottom + 30.0), width, &self.ends);
        grid.finish(&self.matrix.caption.title)
    }
}

fn middle(at: (f64, f64)) -> (f64, f64) {
    (at.0 + CELL.0 / 2.0, at.1 + CELL.1 / 2.0)
}

/// An outline only: a filled grey would look like one half.
fn no_cell(canvas: &mut Canvas, at: (f64, f64), missing: &str) {
    canvas.rect(at, CELL, GRID);
    canvas.rect((at.0 + 1.5, at.1 + 1.5), (CELL.0 - 3.0, CELL.1 - 3.0), PAPER);
    canvas.text(middle(at), Anchor::Middle, NOTE, missing);
}

fn cell(canvas: &mut Canvas, at: (f64, f64), HeatCell { share, note }: &HeatCell) {
    let ground = diverging(share.value, false);
    let ink = ink_on(ground);
    canvas.rect(at, CELL, ground);
    let percent = format!("{:.1} %", 100.0 * share.value);
    let spread = format!("± {:.1}", 50.0 * (share.interval[1] - share.interval[0]));
    let (x, middle) = middle(at);
    let y = middle - if note.is_empty() { 9.0 } else { 18.0 };
    canvas.text((x, y), Anchor::Middle, SHARE.on(ink), &percent);
    canvas.text((x, y + 20.0), Anchor::Middle, LABEL.on(ink), &spread);
    canvas.text((x, y + 37.0), Anchor::Middle, NOTE.on(ink), note);
}

/// The key to the colours; returns the bottom.
fn key(canvas: &mut Canvas, (x, y): (f64, f64), width: f64, [low, high]: &[String; 2]) -> f64 {
    const STEPS: u32 = 100;
    let height = 12.0;
    canvas.text((x, y), Anchor::Start, NOTE, low);
    canvas.text((x + width, y), Anchor::End, NOTE, high);
    let top = y + 12.0;
    for step in 0..STEPS {
        // Every step reaches to the right end, under those that follow, so that no seams are seen.
        let part = f64::from(step) / f64::from(STEPS);
        let colour = diverging(part + 0.5 / f64::from(STEPS), false);
        canvas.rect((x + width * part, top), (width * (1.0 - part), height), colour);
    }
    for percent in [0.0, 25.0, 50.0, 75.0, 100.0] {
        let at = x + width * percent / 100.0;
        canvas.rule((at, top + height), (at, top + height + 4.0), 1.0, FRAME);
        let text = format!("{percent:.0} %");
        canvas.text((at, top + height + 14.0), Anchor::Middle, NOTE.on(QUIET), &text);
    }
    top + height + 14.0 + 2.0 * NOTE.line()
}
