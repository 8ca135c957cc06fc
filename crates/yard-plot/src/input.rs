//! What charts are made of.

use std::collections::BTreeMap;

/// A number with the interval in which the truth is thought to lie.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Estimate {
    /// The number.
    pub value: f64,
    /// Lower and upper end.
    pub interval: [f64; 2],
}

/// What stands above a plot.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Caption {
    /// What it shows.
    pub title: String,
    /// Lines below the title; empty ones are left out.
    pub notes: Vec<String>,
}

impl Caption {
    /// A title with these lines below it.
    pub fn new(title: &str, notes: &[&str]) -> Caption {
        let notes = notes.iter().map(ToString::to_string).collect();
        Caption { title: title.to_owned(), notes }
    }
}

/// A name and its points, by their place on the level axis.
#[derive(Clone, PartialEq, Debug)]
pub struct Curve<Y> {
    /// What the key calls it.
    pub name: String,
    /// Places and what stands there.
    pub points: Vec<(f64, Y)>,
}

/// Counts by column, and a line about them.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Bars {
    /// How high the bar of a column is.
    pub counts: BTreeMap<u8, u64>,
    /// What is said about them.
    pub label: String,
}

/// The columns in which bars stand.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Columns {
    /// The last column, unless a count stands farther right.
    pub last: u8,
    /// Columns with a shaded ground.
    pub marked: Vec<u8>,
    /// What the shaded ground means.
    pub mark: String,
}

impl Columns {
    /// The first and the last column to be drawn when these have counts.
    ///
    /// Columns are counted from 1; column 0 is there only when it has a count.
    pub fn ends(&self, counted: impl Iterator<Item = u8>) -> [u8; 2] {
        counted.fold([1, self.last.max(1)], |[first, last], column| {
            [first.min(column), last.max(column)]
        })
    }
}

/// A table of cells, some of which may be missing.
#[derive(Clone, PartialEq, Debug)]
pub struct Matrix<C> {
    /// What stands above the table.
    pub caption: Caption,
    /// What the rows are.
    pub row_title: String,
    /// What the columns are.
    pub column_title: String,
    /// Names of the rows, from the top.
    pub rows: Vec<String>,
    /// Names of the columns, from the left.
    pub columns: Vec<String>,
    /// Rows of cells; what is not there counts as missing.
    pub cells: Vec<Vec<Option<C>>>,
    /// What a missing cell says.
    pub missing: String,
}

impl<C> Matrix<C> {
    /// The cell of a row and a column.
    pub fn cell(&self, row: usize, column: usize) -> Option<&C> {
        self.cells.get(row)?.get(column)?.as_ref()
    }
}
