//! What outlives the process: one SQLite file, written by one thread that commits in groups.

mod claims;
mod games;
mod imports;
mod opening;
mod saved_logs;
mod schema;
mod worker;

pub(crate) use claims::SeatKeys;
pub(crate) use games::{GameRow, GameStatus, KeyRow, ListQuery, NewGame, PAGE};
pub use opening::StoreError;
pub(crate) use worker::{QueryError, Store};
