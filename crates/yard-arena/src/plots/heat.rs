//! A cross table as a heat map.

use super::canvas::{Anchor, Canvas, LABEL, NOTE, STRONG, Type};
use super::palette::{FRAME, GRID, PAPER, QUIET, diverging, ink_on};
use super::{MARGIN, Plot, grouped};
use crate::cross_table::CrossTable;
use crate::series::SeriesReport;

const CELL: (f64, f64) = (122.0, 66.0);
/// Room between cells.
const GAP: f64 = 3.0;
/// Room between a label and its cells.
pub(super) const AIR: f64 = 12.0;
const RATE: Type = Type { size: 17.0, ..STRONG };
const NAME_LINES: usize = 4;
pub(super) const NAME: Type = LABEL;
/// Width of the widest row label.
pub(super) const ROW_LABEL: f64 = 210.0;
/// The narrowest plot, which still has room for title and key.
const NARROWEST: f64 = 460.0;

/// Labels in lines.
pub(super) struct Names(pub(super) Vec<Vec<String>>);

impl Names {
    /// What does not fit is cut, numbered and put into `notes` in full.
    pub(super) fn new(names: &[String], limit: f64, notes: &mut Vec<String>) -> Names {
        let lines = names.iter().map(|name| {
            let (lines, cut) = NAME.wrap(name, limit, NAME_LINES);
            if !cut {
                return lines;
            }
            let known = notes.iter().position(|note| note == name);
            let number = known.unwrap_or_else(|| {
                notes.push(name.clone());
                notes.len() - 1
            });
            let (mut lines, _) = NAME.wrap(name, limit, NAME_LINES - 1);
            lines.push(format!("({})", number + 1));
            lines
        });
        Names(lines.collect())
    }

    pub(super) fn width(&self) -> f64 {
        let lines = self.0.iter().flatten();
        lines.map(|line| NAME.width(line)).fold(0.0, f64::max).ceil()
    }

    pub(super) fn height(&self) -> f64 {
        self.0.iter().map(Vec::len).max().unwrap_or(0) as f64 * NAME.line()
    }
}

pub(super) fn plot(title: &str, table: &CrossTable) -> Plot {
    let mut notes = Vec::new();
    let columns = Names::new(&table.mr_x, CELL.0 - 8.0, &mut notes);
    let rows = Names::new(&table.detectives, ROW_LABEL, &mut notes);
    let left = MARGIN + rows.width().max(STRONG.width("detectives ↓")) + AIR;
    let right = left + table.mr_x.len() as f64 * (CELL.0 + GAP) - GAP;
    let width = (right + MARGIN).max(NARROWEST);

    let mut canvas = Canvas::default();
    let mut y = canvas.head(title, &[subtitle(table)], width) + 6.0;
    canvas.text((left, y), Anchor::Start, STRONG, "Mr X →");
    y += STRONG.line() + 2.0;
    let top = y + columns.height() + AIR - NAME.line() / 2.0;
    for (column, lines) in columns.0.iter().enumerate() {
        // Column labels stand on the cells; row labels are centred at theirs.
        let x = left + column as f64 * (CELL.0 + GAP) + CELL.0 / 2.0;
        let first = top - AIR - (lines.len() as f64 - 0.5) * NAME.line();
        canvas.lines((x, first), Anchor::Middle, NAME, lines);
    }
    canvas.text((left - AIR, top - AIR - NAME.line() / 2.0), Anchor::End, STRONG, "detectives ↓");
    let mut bottom = top;
    for (row, lines) in rows.0.iter().enumerate() {
        let y = top + row as f64 * (CELL.1 + GAP);
        let first = y + CELL.1 / 2.0 - (lines.len() as f64 - 1.0) / 2.0 * NAME.line();
        canvas.lines((left - AIR, first), Anchor::End, NAME, lines);
        for column in 0..table.mr_x.len() {
            let x = left + column as f64 * (CELL.0 + GAP);
            cell(&mut canvas, (x, y), table.cell(row, column), table.games);
        }
        bottom = y + CELL.1;
    }
    let mut bottom = key(&mut canvas, (left, bottom + 30.0), (right - left).clamp(240.0, 420.0));
    for (index, name) in notes.iter().enumerate() {
        let note = format!("({}) {name}", index + 1);
        let lines = NOTE.wrap(&note, width - 2.0 * MARGIN, usize::MAX).0;
        bottom = canvas.lines((MARGIN, bottom), Anchor::Start, NOTE, &lines);
    }
    Plot::new(title, (width, bottom + MARGIN - NOTE.line() / 2.0), canvas)
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
