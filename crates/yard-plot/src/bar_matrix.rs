//! A table of small histograms, to be compared at a glance.

use super::canvas::{Anchor, Canvas, NOTE};
use super::grid::{Grid, Measures};
use super::palette::{FRAME, GRID, INK, QUIET, WATER, series as series_colour};
use super::{Bars, Columns, Matrix, Plot};

/// A table with bars in every cell; the highest bar of each has the same height.
#[derive(Clone, PartialEq, Debug)]
pub struct BarMatrix {
    /// The table; the label of a cell stands below its bars.
    pub matrix: Matrix<Bars>,
    /// The columns of bars that all cells have.
    pub columns: Columns,
}

/// A drawing with its line of words.
const CELL: (f64, f64) = (168.0, 80.0);
/// Height of the highest bar.
const BARS: f64 = 62.0;
const MEASURES: Measures = Measures { cell: CELL, labelled: BARS, gap: 14.0, narrowest: 560.0 };

/// What all drawings share.
struct Frame<'a> {
    first: u8,
    last: u8,
    chart: &'a BarMatrix,
}

impl Frame<'_> {
    fn step(&self) -> f64 {
        CELL.0 / (f64::from(self.last - self.first) + 1.0)
    }

    fn left(&self, column: u8) -> f64 {
        self.step() * f64::from(column - self.first)
    }
}

impl BarMatrix {
    /// Draws it.
    pub fn plot(&self) -> Plot {
        let cells = self.matrix.cells.iter().flatten().flatten();
        let [first, last] = self.columns.ends(cells.flat_map(|bars| bars.counts.keys().copied()));
        let frame = Frame { first, last, chart: self };
        let mut grid = Grid::new(&MEASURES, &self.matrix, |canvas, at, bars| {
            cell(canvas, &frame, at, bars);
        });
        let Grid { canvas, left, bottom, .. } = &mut grid;
        *bottom += MEASURES.gap + 4.0;
        if !self.columns.marked.is_empty() {
            canvas.rect((*left, *bottom - 6.0), (14.0, 12.0), WATER);
            canvas.text((*left + 20.0, *bottom), Anchor::Start, NOTE, &self.columns.mark);
            *bottom += NOTE.line() + 4.0;
        }
        grid.finish(&self.matrix.caption.title)
    }
}

fn cell(canvas: &mut Canvas, frame: &Frame<'_>, (x, y): (f64, f64), bars: Option<&Bars>) {
    let bottom = y + BARS;
    let shown = frame.first..=frame.last;
    for &column in frame.chart.columns.marked.iter().filter(|column| shown.contains(column)) {
        let colour = if bars.is_some() { WATER } else { GRID };
        canvas.rect((x + frame.left(column), y), (frame.step(), BARS), colour);
    }
    if let Some(bars) = bars {
        draw_bars(canvas, frame, (x, bottom), bars);
    }
    let words = bars.map_or(&frame.chart.matrix.missing, |bars| &bars.label);
    canvas.rule((x, bottom), (x + CELL.0, bottom), 1.0, FRAME);
    let line = bottom + 11.0;
    for (column, anchor, at) in
        [(frame.first, Anchor::Start, x), (frame.last, Anchor::End, x + CELL.0)]
    {
        canvas.text((at, line), anchor, NOTE.on(QUIET), &column.to_string());
    }
    canvas.text((x + CELL.0 / 2.0, line), Anchor::Middle, NOTE.on(INK), words);
}

fn draw_bars(canvas: &mut Canvas, frame: &Frame<'_>, (x, bottom): (f64, f64), bars: &Bars) {
    let most = bars.counts.values().copied().max().unwrap_or(0).max(1);
    let width = frame.step() * 0.78;
    for (&column, &count) in bars.counts.iter().filter(|&(_, &count)| count > 0) {
        let height = (BARS * count as f64 / most as f64).max(0.75);
        let at = x + frame.left(column) + (frame.step() - width) / 2.0;
        canvas.rect((at, bottom - height), (width, height), series_colour(0));
    }
}
