//! The games in one SQLite file, written by one thread that commits in groups.

mod backup;
mod opening;
mod schema;
mod worker;

pub use backup::{BackupError, back_up, restore};
pub use opening::StoreError;
pub(crate) use opening::{open, open_beside};
