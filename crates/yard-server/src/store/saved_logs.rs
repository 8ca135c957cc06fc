//! Logs of real tables, which the assistant's users keep in the store.

use rusqlite::params;
use serde::Serialize;

use super::{QueryError, Store};
use crate::secret::TokenHash;

/// A log that somebody keeps.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct SavedLog {
    name: String,
    record: String,
    date: i64,
}

/// An owner keeps so many logs; the oldest go.
const MOST_LOGS: u32 = 200;

impl Store {
    /// An owner's logs, the latest first.
    pub(crate) async fn logs(&self, owner: TokenHash) -> Result<Vec<SavedLog>, QueryError> {
        self.read(move |db| {
            let mut query = db.prepare_cached(
                "SELECT name, record, touched FROM log WHERE owner = ? ORDER BY touched DESC, name",
            )?;
            let row = |row: &rusqlite::Row<'_>| {
                Ok(SavedLog { name: row.get(0)?, record: row.get(1)?, date: row.get(2)? })
            };
            query.query_map([owner.0], row)?.collect()
        })
        .await
    }

    /// Keeps a log under its name.
    pub(crate) async fn save_log(
        &self,
        owner: TokenHash,
        name: String,
        record: String,
        now: i64,
    ) -> Result<(), QueryError> {
        self.write(move |db| {
            db.execute(
                "INSERT INTO log (owner, name, record, touched) VALUES (?, ?, ?, ?) \
                 ON CONFLICT (owner, name) DO UPDATE SET record = excluded.record, \
                 touched = excluded.touched",
                params![owner.0, name, record, now],
            )?;
            db.execute(
                "DELETE FROM log WHERE owner = ?1 AND name IN (SELECT name FROM log \
                 WHERE owner = ?1 ORDER BY touched DESC, name LIMIT -1 OFFSET ?2)",
                params![owner.0, MOST_LOGS],
            )?;
            Ok(())
        })
        .await
    }

    /// Forgets a log.
    pub(crate) async fn drop_log(&self, owner: TokenHash, name: String) -> Result<(), QueryError> {
        self.write(move |db| {
            db.execute("DELETE FROM log WHERE owner = ? AND name = ?", params![owner.0, name])?;
            Ok(())
        })
        .await
    }
}
