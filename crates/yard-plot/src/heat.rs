//! A cross table as a heat map.

use super::canvas::{Anchor, Canvas, LABEL, NOTE, STRONG, Type};
use super::matrix::{Matrix, Measures};
use super::palette::{FRAME, GRID, PAPER, QUIET, diverging, ink_on};
use super::{Plot, grouped};
use yard_arena::CrossTable;
use yard_arena::SeriesReport;

const CELL: (f64, f64) = (122.0, 66.0);
const MEASURES: Measures = Measures { cell: CELL, labelled: CELL.1, gap: 3.0, narrowest: 460.0 };
const RATE: Type = Type { size: 17.0, ..STRONG };

pub(super) fn plot(title: &str, table: &CrossTable) -> Plot {
    let mut matrix =
        Matrix::new(&MEASURES, (title, &[subtitle(table)]), table, |canvas, at, report| {
            cell(canvas, at, report, table.games);
        });
    let Matrix { canvas, left, right, bottom, .. } = &mut matrix;
    *bottom = key(canvas, (*left, *bottom + 30.0), (*right - *left).clamp(240.0, 420.0));
    matrix.finish(title)
}

fn subtitle(table: &CrossTable) -> String {
    let games = grouped(table.games);
    let CrossTable { rules, seed, .. } = table;
    format!(
        "Games won by the detectives, with 95 % interval; {rules}, {games} games each, seed {seed}"
    )
}

fn cell(canvas: &mut Canvas, at: (f64, f64), report: Option<&SeriesReport>, planned: u64) {
    let middle = (at.0 + CELL.0 / 2.0, at.1 + CELL.1 / 2.0);
    let Some(report) = report else {
        // An outline only: a filled grey would look like even chances.
        canvas.rect(at, CELL, GRID);
        canvas.rect((at.0 + 1.5, at.1 + 1.5), (CELL.0 - 3.0, CELL.1 - 3.0), PAPER);
        canvas.text(middle, Anchor::Middle, NOTE, "not played");
        return;
    };
    let ground = diverging(report.detective_rate, false);
    let ink = ink_on(ground);
    canvas.rect(at, CELL, ground);
    let rate = format!("{:.1} %", 100.0 * report.detective_rate);
    let spread = format!("± {:.1}", 50.0 * (report.ci95[1] - report.ci95[0]));
    let short = report.games != planned;
    let y = middle.1 - if short { 18.0 } else { 9.0 };
    canvas.text((middle.0, y), Anchor::Middle, RATE.on(ink), &rate);
    canvas.text((middle.0, y + 20.0), Anchor::Middle, LABEL.on(ink), &spread);
    if short {
        let games = format!("{} games", grouped(report.games));
        canvas.text((middle.0, y + 37.0), Anchor::Middle, NOTE.on(ink), &games);
    }
}

/// The key to the colours; returns the bottom.
fn key(canvas: &mut Canvas, (x, y): (f64, f64), width: f64) -> f64 {
    const STEPS: u32 = 100;
    let height = 12.0;
    canvas.text((x, y), Anchor::Start, NOTE, "Mr X wins");
    canvas.text((x + width, y), Anchor::End, NOTE, "detectives win");
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
