//! The frame of drawings that have a cell for each row and column of a table.

use super::canvas::{Anchor, Canvas, LABEL, NOTE, STRONG, Type};
use super::{MARGIN, Matrix, Plot};

/// Room between a label and its cells.
const AIR: f64 = 12.0;
const NAME: Type = LABEL;
const NAME_LINES: usize = 4;
/// Width of the widest row label.
const ROW_LABEL: f64 = 210.0;

/// Labels in lines.
struct Names(Vec<Vec<String>>);

impl Names {
    /// What does not fit is cut, numbered and put into `notes` in full.
    fn new(names: &[String], limit: f64, notes: &mut Vec<String>) -> Names {
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

    fn width(&self) -> f64 {
        let lines = self.0.iter().flatten();
        lines.map(|line| NAME.width(line)).fold(0.0, f64::max).ceil()
    }

    fn height(&self) -> f64 {
        self.0.iter().map(Vec::len).max().unwrap_or(0) as f64 * NAME.line()
    }
}

/// Measures of a drawing with cells.
pub(super) struct Measures {
    /// Width and height of a cell.
    pub(super) cell: (f64, f64),
    /// The height at whose middle the row labels stand.
    pub(super) labelled: f64,
    /// Room between cells.
    pub(super) gap: f64,
    /// The narrowest plot, which still has room for title and key.
    pub(super) narrowest: f64,
}

/// A drawing with its cells, to which keys and notes are still to be added.
pub(super) struct Grid {
    pub(super) canvas: Canvas,
    /// Left and right end of the cells.
    pub(super) left: f64,
    pub(super) right: f64,
    /// The bottom of the last cell.
    pub(super) bottom: f64,
    width: f64,
    /// Names that were cut, in full.
    notes: Vec<String>,
}

impl Grid {
    /// Draws head, labels and cells.
    pub(super) fn new<C>(
        measures: &Measures,
        table: &Matrix<C>,
        cell: impl Fn(&mut Canvas, (f64, f64), Option<&C>),
    ) -> Grid {
        let Measures { cell: size, labelled, gap, narrowest } = *measures;
        let mut notes = Vec::new();
        let columns = Names::new(&table.columns, size.0 - 8.0, &mut notes);
        let rows = Names::new(&table.rows, ROW_LABEL, &mut notes);
        let row_title = format!("{} ↓", table.row_title);
        let left = MARGIN + rows.width().max(STRONG.width(&row_title)) + AIR;
        let right = left + table.columns.len() as f64 * (size.0 + gap) - gap;
        let width = (right + MARGIN).max(narrowest);

        let mut canvas = Canvas::default();
        let mut y = canvas.head(&table.caption, width) + 6.0;
        let column_title = format!("{} →", table.column_title);
        canvas.text((left, y), Anchor::Start, STRONG, &column_title);
        y += STRONG.line() + 2.0;
        let top = y + columns.height() + AIR - NAME.line() / 2.0;
        for (column, lines) in columns.0.iter().enumerate() {
            // Column labels stand on the cells; row labels are centred at theirs.
            let x = left + column as f64 * (size.0 + gap) + size.0 / 2.0;
            let first = top - AIR - (lines.len() as f64 - 0.5) * NAME.line();
            canvas.lines((x, first), Anchor::Middle, NAME, lines);
        }
        let corner = (left - AIR, top - AIR - NAME.line() / 2.0);
        canvas.text(corner, Anchor::End, STRONG, &row_title);
        let mut bottom = top;
        for (row, lines) in rows.0.iter().enumerate() {
            let y = top + row as f64 * (size.1 + gap);
            let first = y + labelled / 2.0 - (lines.len() as f64 - 1.0) / 2.0 * NAME.line();
            canvas.lines((left - AIR, first), Anchor::End, NAME, lines);
            for column in 0..table.columns.len() {
                let x = left + column as f64 * (size.0 + gap);
                cell(&mut canvas, (x, y), table.cell(row, column));
            }
            bottom = y + size.1;
        }
        Grid { canvas, left, right, bottom, width, notes }
    }

    /// The plot, with the names that were cut below what was drawn so far.
    pub(super) fn finish(mut self, title: &str) -> Plot {
        let mut bottom = self.bottom;
        for (index, name) in self.notes.iter().enumerate() {
            let note = format!("({}) {name}", index + 1);
            let lines = NOTE.wrap(&note, self.width - 2.0 * MARGIN, usize::MAX).0;
            bottom = self.canvas.lines((MARGIN, bottom), Anchor::Start, NOTE, &lines);
        }
        Plot::new(title, (self.width, bottom + MARGIN - NOTE.line() / 2.0), self.canvas)
    }
}
