//! What is made of a cell: whether it is judged at all, and how.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize, Serializer};

use crate::published::PublishedCell;

/// What a cell is for.
///
/// A published figure is judged once, by the reading that was named before it was played. The other cells are
/// beside it and never count as agreement.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Role {
    /// The figure is judged by this cell.
    Judged,
    /// The same figure read in another way.
    ReadingOf(CellPlace),
    /// Something to compare a cell with, such as untrained networks.
    ControlOf(CellPlace),
}

/// A cell, by its number and, where it is not the same one, its table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CellPlace {
    /// The table, if it is another one.
    pub table: Option<String>,
    /// The number of the cell, counted from 1.
    pub cell: usize,
}

/// Why a text names no cell or no result.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum PlaceError {
    /// It does not name a cell.
    #[error("a cell is a number from 1, or a table and a number as in \"sova-5.1 3\"")]
    Cell,
    /// It does not name a result.
    #[error(
        "a result is a file under research/results, with or without a cell as in \"reproduce/sova-5.1.json#3\""
    )]
    Result,
}

impl FromStr for CellPlace {
    type Err = PlaceError;

    fn from_str(text: &str) -> Result<CellPlace, PlaceError> {
        let (table, cell) = match text.split_once(' ') {
            Some((table, cell)) => (Some(table.to_owned()), cell),
            None => (None, text),
        };
        let cell = cell.parse().ok().filter(|cell| *cell > 0).ok_or(PlaceError::Cell)?;
        Ok(CellPlace { table, cell })
    }
}

impl fmt::Display for CellPlace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.table {
            Some(table) => write!(f, "{table} {}", self.cell),
            None => write!(f, "{}", self.cell),
        }
    }
}

impl Serialize for CellPlace {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// A kept result that shows a cause: a file, and where that is a table, the cell with the one thing changed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Evidence {
    /// The file, from the folder `research/results`.
    pub file: String,
    /// The cell of a table, counted from 1.
    pub cell: Option<usize>,
}

impl FromStr for Evidence {
    type Err = PlaceError;

    fn from_str(text: &str) -> Result<Evidence, PlaceError> {
        let (file, cell) = match text.split_once('#') {
            None => (text, None),
            Some((file, cell)) => {
                let cell = cell.parse().ok().filter(|cell| *cell > 0);
                (file, Some(cell.ok_or(PlaceError::Result)?))
            }
        };
        let inside =
            !file.is_empty() && file.split('/').all(|part| !["", ".", ".."].contains(&part));
        match inside {
            true => Ok(Evidence { file: file.to_owned(), cell }),
            false => Err(PlaceError::Result),
        }
    }
}

impl fmt::Display for Evidence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.cell {
            Some(cell) => write!(f, "{}#{cell}", self.file),
            None => write!(f, "{}", self.file),
        }
    }
}

impl Serialize for Evidence {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// What is said of a published figure.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum CellVerdict {
    /// Ours agrees at the 95 % level.
    Agrees,
    /// Ours differs, and a kept result shows why.
    Tested,
    /// Ours differs, and nobody has shown why.
    Open,
}

impl CellVerdict {
    /// The verdict on a cell; `None` where nothing is judged.
    pub fn of(role: &Role, agrees: Option<bool>, is_tested: bool) -> Option<CellVerdict> {
        match (role, agrees?) {
            (Role::ReadingOf(_) | Role::ControlOf(_), _) => None,
            (Role::Judged, true) => Some(CellVerdict::Agrees),
            (Role::Judged, false) if is_tested => Some(CellVerdict::Tested),
            (Role::Judged, false) => Some(CellVerdict::Open),
        }
    }
}

impl PublishedCell {
    /// Whether this reading or control fits the cell that it names; the error goes on after "cell 3".
    ///
    /// # Errors
    /// When that cell is not judged, or is of another figure.
    pub fn fits(&self, other: &PublishedCell) -> Result<(), &'static str> {
        match (&self.role, &other.role) {
            (Role::Judged, _) => Ok(()),
            (Role::ReadingOf(_), Role::ReadingOf(_) | Role::ControlOf(_)) => {
                Err("is not judged itself")
            }
            (Role::ControlOf(_), Role::ControlOf(_)) => Err("is a control itself"),
            (Role::ReadingOf(_), Role::Judged) if self.published.is_none() => {
                Err("is no use without the published figure in this one")
            }
            (Role::ReadingOf(_), Role::Judged) if self.published != other.published => {
                Err("has another published figure")
            }
            (Role::ReadingOf(_), Role::Judged)
            | (Role::ControlOf(_), Role::Judged | Role::ReadingOf(_)) => Ok(()),
        }
    }

    /// Whether a published figure is judged by this cell.
    pub fn is_judged(&self) -> bool {
        self.role == Role::Judged && self.published.is_some()
    }
    /// Whether this is another reading of a figure that is judged elsewhere.
    pub fn is_reading(&self) -> bool {
        match self.role {
            Role::ReadingOf(_) => true,
            Role::Judged | Role::ControlOf(_) => false,
        }
    }
}
