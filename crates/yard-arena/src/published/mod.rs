//! Published tables: their figures, played again and set beside ours.
//!
//! `table` is a table and how its cells are played, `file` reads one, `comparison` sets ours beside it,
//! `spread` judges several trainings at once, `verdict` says which cells are judged and how, `written_table`
//! reads back what an earlier run wrote, `summary` adds all of it up, `means` puts both seats of a player
//! together, and `trainings` names the networks that a table needs.

mod comparison;
mod file;
mod means;
mod spread;
mod summary;
mod table;
mod trainings;
mod verdict;
mod written_table;

pub use comparison::{Comparison, Reproduction};
pub(crate) use comparison::{has_zero, wins};
pub use means::{PublishedMean, SeatMean};
pub use spread::Trainings;
pub use summary::{CellTally, DocumentTally, KeptTable, Summary, TableTally};
pub use table::{PUBLISHED, PublishedCell, PublishedTable, ReproduceError, TablePlay};
pub use trainings::{Phase, PublishedPhases, TableTraining, Wins};
pub use verdict::{CellPlace, CellVerdict, Evidence, PlaceError, Role};
pub use written_table::WrittenTable;
