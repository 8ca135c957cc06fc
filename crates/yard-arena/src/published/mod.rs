//! Published tables: their figures, played again and set beside ours.
//!
//! `table` is a table and how its cells are played, `file` reads one, `comparison` sets ours beside it,
//! `written_table` reads back what an earlier run wrote, `trainings` names the networks it needs,
//! and `means` puts both seats of a player together.

mod comparison;
mod file;
mod means;
mod table;
mod trainings;
mod written_table;

pub use comparison::{Comparison, Reproduction};
pub(crate) use comparison::{has_zero, wins};
pub use means::{PublishedMean, SeatMean};
pub use table::{PUBLISHED, PublishedCell, PublishedTable, ReproduceError, TablePlay};
pub use trainings::{Phase, PublishedPhases, TableTraining, Wins};
pub use written_table::WrittenTable;
