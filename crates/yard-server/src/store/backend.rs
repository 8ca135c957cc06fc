//! What a database must do for the store. The SQL above it is written once, in words that all of them know.

use std::future::Future;
use std::pin::Pin;

use super::sql::{Rows, Statement};

/// An answer that comes later.
pub(crate) type Answer<'a, T> = Pin<Box<dyn Future<Output = Result<T, QueryError>> + Send + 'a>>;

/// Why the store did not keep or find something.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub(crate) enum QueryError {
    /// Its thread is gone.
    #[error("the games cannot be kept or read now (the store is closed)")]
    Closed,
    /// The database says no, or cannot be reached. Whether a change was kept is not known.
    #[error("the games cannot be kept or read now ({0})")]
    Database(String),
    /// A row that had to be changed is not there as it was: another process, or the operator, has the game now.
    #[error("the game has gone on elsewhere; look at it again")]
    Fenced,
    /// PostgreSQL keeps no text with this letter, so no database of ours does.
    #[error("a text has the letter U+0000, which is none")]
    Letter,
    /// What came back is not what was put in.
    #[error("the games cannot be read now (a row is damaged)")]
    Damaged,
}

/// A database. Cheap to share; every answer may be waited for by any task.
pub(crate) trait Backend: Send + Sync {
    /// Makes a change: all statements or none. It is durable when the answer is there.
    ///
    /// A statement that had to change a row and did not takes the whole change back: [`QueryError::Fenced`].
    fn write(&self, change: Vec<Statement>) -> Answer<'_, Vec<Rows>>;

    /// Reads what has been written; all statements see the same moment.
    fn read(&self, queries: Vec<Statement>) -> Answer<'_, Vec<Rows>>;

    /// Changes that wait.
    fn waiting(&self) -> usize;

    /// Whether other processes play games of the same database.
    fn is_shared(&self) -> bool;

    /// Bytes that are free where the games lie, if that can be told.
    fn free_bytes(&self) -> Option<u64>;
}
