//! A cross table: every detectives' agent against every Mr X.

use serde::Serialize;

use crate::series::SeriesReport;

/// Series of several agents against several others, one cell each.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct CrossTable {
    /// What it is about.
    pub name: String,
    /// The rules.
    pub rules: String,
    /// The seed of the whole.
    pub seed: u64,
    /// Games planned for each cell.
    pub games: u64,
    /// Agents that play Mr X: the columns.
    pub mr_x: Vec<String>,
    /// Agents that play the detectives: the rows.
    pub detectives: Vec<String>,
    /// `cells[row][column]`; `None` where nothing was to be played.
    pub cells: Vec<Vec<Option<SeriesReport>>>,
}
