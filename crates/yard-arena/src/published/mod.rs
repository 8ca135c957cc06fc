//! Published tables: their figures, played again and set beside ours.
//!
//! `table` is a table and how its cells are played, `file` reads one, `comparison` sets ours beside it, `spread` judges several trainings at once,
//! `written_table` reads back what an earlier run wrote, and `trainings` names the networks it needs.

mod comparison;
mod file;
mod spread;
mod table;
mod trainings;
mod written_table;

pub use comparison::{Comparison, Reproduction};
pub(crate) use comparison::{has_zero, wins};
pub use spread::Trainings;
pub use table::{PUBLISHED, PublishedCell, PublishedTable, ReproduceError, TablePlay};
pub use trainings::{Phase, PublishedPhases, TableTraining, Wins};
pub use written_table::WrittenTable;
