//! Counts by column, one panel below the other.

use std::collections::BTreeMap;

use super::canvas::{Anchor, Canvas, LABEL, NOTE, STRONG};
use super::number::round_step;
use super::palette::{FRAME, GRID, INK, QUIET, Rgb, WATER, series as series_colour};
use super::{Bars, Caption, Columns, MARGIN, Plot, grouped};

/// Bars by column, one panel for each series, every panel with a scale of its own.
#[derive(Clone, PartialEq, Debug)]
pub struct Histogram {
    /// What stands above.
    pub caption: Caption,
    /// The panels, from the top.
    pub panels: Vec<Panel>,
    /// The columns that all panels have.
    pub columns: Columns,
    /// What a column is.
    pub x_title: String,
    /// What a panel without any count says.
    pub nothing: String,
}

/// One series of a [`Histogram`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Panel {
    /// What the series is called.
    pub name: String,
    /// Its bars; the label stands at the right of the name.
    pub bars: Bars,
}

/// Height of the bars of a panel.
const BARS: f64 = 130.0;
/// Width of all plots of this kind.
const WIDTH: f64 = 860.0;
/// Room between panels.
const BETWEEN: f64 = 26.0;

/// What all panels share.
struct Frame<'a> {
    left: f64,
    right: f64,
    first: u8,
    last: u8,
    chart: &'a Histogram,
}

impl Frame<'_> {
    fn step(&self) -> f64 {
        (self.right - self.left) / (f64::from(self.last - self.first) + 1.0)
    }

    fn middle(&self, column: u8) -> f64 {
        self.left + self.step() * (f64::from(column - self.first) + 0.5)
    }
}

impl Histogram {
    /// Draws it.
    pub fn plot(&self) -> Plot {
        let counts = || self.panels.iter().flat_map(|panel| &panel.bars.counts);
        let most = counts().map(|(_, &count)| count).max().unwrap_or(0);
        let axis = LABEL.width(&grouped(most.max(100))) + 14.0;
        let [first, last] = self.columns.ends(counts().map(|(&column, _)| column));
        let (left, right) = (MARGIN + axis, WIDTH - MARGIN);
        let frame = Frame { left, right, first, last, chart: self };
        let mut canvas = Canvas::default();
        let mut y = canvas.head(&self.caption, WIDTH) + 6.0;
        for (index, each) in self.panels.iter().enumerate() {
            y = panel(&mut canvas, &frame, y, each, series_colour(index)) + BETWEEN;
        }
        y -= BETWEEN / 2.0;
        canvas.text(((left + right) / 2.0, y), Anchor::Middle, NOTE, &self.x_title);
        if !self.columns.marked.is_empty() {
            canvas.rect((left, y - 6.0), (14.0, 12.0), WATER);
            canvas.text((left + 20.0, y), Anchor::Start, NOTE, &self.columns.mark);
        }
        Plot::new(&self.caption.title, (WIDTH, y + MARGIN), canvas)
    }
}

/// One series: its name, its bars and both axes; returns the bottom.
fn panel(canvas: &mut Canvas, frame: &Frame<'_>, top: f64, panel: &Panel, colour: Rgb) -> f64 {
    let Panel { name, bars: Bars { counts, label } } = panel;
    let room = frame.right - frame.left - NOTE.width(label) - 36.0;
    let lines = STRONG.wrap(name, room, usize::MAX).0;
    canvas.rect((frame.left, top - 5.0), (10.0, 10.0), colour);
    canvas.text((frame.right, top), Anchor::End, NOTE, label);
    let head = canvas.lines((frame.left + 17.0, top), Anchor::Start, STRONG, &lines);
    let (top, bottom) = (head + 2.0, head + 2.0 + BARS);
    ground(canvas, frame, top);
    bars(canvas, frame, bottom, counts, colour);
    if counts.values().all(|&count| count == 0) {
        let middle = ((frame.left + frame.right) / 2.0, (top + bottom) / 2.0);
        canvas.text(middle, Anchor::Middle, NOTE, &frame.chart.nothing);
    }
    column_numbers(canvas, frame, bottom + 12.0);
    bottom + 18.0
}

/// The shaded columns.
fn ground(canvas: &mut Canvas, frame: &Frame<'_>, top: f64) {
    let shown = frame.first..=frame.last;
    for &column in frame.chart.columns.marked.iter().filter(|column| shown.contains(column)) {
        let x = frame.middle(column) - frame.step() / 2.0;
        canvas.rect((x, top), (frame.step(), BARS), WATER);
    }
}

/// The lines of the upright axis, and the bars on them.
fn bars(
    canvas: &mut Canvas,
    frame: &Frame<'_>,
    bottom: f64,
    counts: &BTreeMap<u8, u64>,
    colour: Rgb,
) {
    let most = counts.values().copied().max().unwrap_or(0).max(1);
    let step = round_step(most, 4);
    let peak = most.div_ceil(step) * step;
    let height = |count: u64| BARS * count as f64 / peak as f64;
    for tick in 0..=peak / step {
        let y = bottom - height(tick * step);
        canvas.rule((frame.left, y), (frame.right, y), 0.75, if tick == 0 { FRAME } else { GRID });
        let text = grouped(tick * step);
        canvas.text((frame.left - 8.0, y), Anchor::End, LABEL.on(QUIET), &text);
    }
    let width = (frame.step() * 0.74).min(48.0);
    for (&column, &count) in counts {
        let at = (frame.middle(column) - width / 2.0, bottom - height(count));
        canvas.rect(at, (width, height(count)), colour);
    }
}

/// The numbers below the bars: all of them, or every fifth where they would touch.
fn column_numbers(canvas: &mut Canvas, frame: &Frame<'_>, y: f64) {
    let wide = STRONG.width(&frame.last.to_string()) + 5.0;
    let every = [1, 2, 5, 10, 20, 50].into_iter().find(|&n| f64::from(n) * frame.step() >= wide);
    for column in frame.first..=frame.last {
        let marked = frame.chart.columns.marked.contains(&column);
        if column.is_multiple_of(every.unwrap_or(100)) {
            let look = if marked { STRONG.on(INK) } else { LABEL.on(QUIET) };
            canvas.text((frame.middle(column), y), Anchor::Middle, look, &column.to_string());
        }
    }
}
