//! Detective wins by log slot for a whole cross table: a small drawing for every pair of agents.

use super::canvas::{Anchor, Canvas, NOTE};
use super::matrix::{Matrix, Measures};
use super::palette::{FRAME, GRID, INK, QUIET, WATER, series as series_colour};
use super::{Plot, grouped};
use yard_arena::CrossTable;
use yard_arena::SeriesReport;

/// A drawing with its line of words.
const CELL: (f64, f64) = (168.0, 80.0);
/// Height of the highest bar.
const BARS: f64 = 62.0;
const MEASURES: Measures = Measures { cell: CELL, labelled: BARS, gap: 14.0, narrowest: 560.0 };

/// What all drawings share.
struct Frame<'a> {
    first: u8,
    slots: u8,
    surfacing: &'a [u8],
}

impl Frame<'_> {
    fn step(&self) -> f64 {
        CELL.0 / (f64::from(self.slots - self.first) + 1.0)
    }

    fn left(&self, slot: u8) -> f64 {
        self.step() * f64::from(slot - self.first)
    }
}

pub(super) fn plot(title: &str, table: &CrossTable, slots: u8, surfacing: &[u8]) -> Plot {
    let seen = || table.played().flat_map(|(_, _, report)| report.capture_rounds.keys().copied());
    let frame = Frame {
        // A cornered Mr X can lose before his first move; there is a slot 0 only then.
        first: seen().min().unwrap_or(1).min(1),
        slots: seen().max().unwrap_or(1).max(slots).max(1),
        surfacing,
    };
    let mut matrix =
        Matrix::new(&MEASURES, (title, &subtitle(table)), table, |canvas, at, report| {
            cell(canvas, &frame, at, report);
        });
    let Matrix { canvas, left, bottom, .. } = &mut matrix;
    *bottom += MEASURES.gap + 4.0;
    if !surfacing.is_empty() {
        canvas.rect((*left, *bottom - 6.0), (14.0, 12.0), WATER);
        canvas.text((*left + 20.0, *bottom), Anchor::Start, NOTE, "Mr X surfaces in this slot");
        *bottom += NOTE.line() + 4.0;
    }
    matrix.finish(title)
}

fn subtitle(table: &CrossTable) -> [String; 2] {
    let CrossTable { rules, seed, games, .. } = table;
    [
        "Detective wins by the log slot in which they came; the highest bar is the fullest slot of \
         its drawing"
            .to_owned(),
        format!("{rules}, {} games each, seed {seed}", grouped(*games)),
    ]
}

fn cell(canvas: &mut Canvas, frame: &Frame<'_>, (x, y): (f64, f64), report: Option<&SeriesReport>) {
    let bottom = y + BARS;
    for &slot in frame.surfacing.iter().filter(|&&slot| slot >= frame.first && slot <= frame.slots)
    {
        let colour = if report.is_some() { WATER } else { GRID };
        canvas.rect((x + frame.left(slot), y), (frame.step(), BARS), colour);
    }
    let words = match report {
        None => "not played".to_owned(),
        Some(report) => {
            bars(canvas, frame, (x, bottom), report);
            wins_text(report.detective_wins)
        }
    };
    canvas.rule((x, bottom), (x + CELL.0, bottom), 1.0, FRAME);
    let line = bottom + 11.0;
    for (slot, anchor, at) in
        [(frame.first, Anchor::Start, x), (frame.slots, Anchor::End, x + CELL.0)]
    {
        canvas.text((at, line), anchor, NOTE.on(QUIET), &slot.to_string());
    }
    canvas.text((x + CELL.0 / 2.0, line), Anchor::Middle, NOTE.on(INK), &words);
}

fn bars(canvas: &mut Canvas, frame: &Frame<'_>, (x, bottom): (f64, f64), report: &SeriesReport) {
    let most = report.capture_rounds.values().copied().max().unwrap_or(0).max(1);
    let width = frame.step() * 0.78;
    for (&slot, &wins) in report.capture_rounds.iter().filter(|&(_, &wins)| wins > 0) {
        let height = (BARS * wins as f64 / most as f64).max(0.75);
        let at = x + frame.left(slot) + (frame.step() - width) / 2.0;
        canvas.rect((at, bottom - height), (width, height), series_colour(0));
    }
}

fn wins_text(wins: u64) -> String {
    match wins {
        0 => "no win".to_owned(),
        1 => "1 win".to_owned(),
        wins => format!("{} wins", grouped(wins)),
    }
}
