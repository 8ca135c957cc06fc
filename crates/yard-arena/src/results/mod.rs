//! Results files: one line for every finished game, so that a killed run goes on.
//!
//! `file` opens, reads and appends, `header` is the first line, which tells what the games belong to, and
//! `agents` is what it remembers of who played, and `merge` joins the files of a run that was split.

mod agents;
mod file;
mod header;
mod merge;

pub use file::{Enter, Results, ResultsError, ResultsLine};
pub(crate) use header::differs;
pub use header::{ResultsHeader, ResultsKind};
pub use merge::{MergeError, Merged, in_order, merge};
