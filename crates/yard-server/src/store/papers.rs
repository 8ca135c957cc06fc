//! Imported records and the logs of real tables in the store.

use rusqlite::{OptionalExtension, params};
use serde::Serialize;

use super::Store;
use crate::error::ApiError;
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
    /// Keeps an imported record.
    pub(crate) async fn add_import(
        &self,
        id: &str,
        hash: TokenHash,
        owner: Option<TokenHash>,
        record: String,
        now: i64,
    ) -> Result<(), ApiError> {
        let id = id.to_owned();
        self.write(move |db| {
            db.execute(
                "INSERT INTO import (id, hash, owner, record, created) VALUES (?, ?, ?, ?, ?)",
                params![id, hash.0, owner.map(|owner| owner.0), record, now],
            )?;
            Ok(())
        })
        .await
    }

    /// An imported record, for its token.
    pub(crate) async fn import(
        &self,
        id: &str,
        hash: TokenHash,
    ) -> Result<Option<String>, ApiError> {
        let id = id.to_owned();
        self.read(move |db| {
            let query = "SELECT record FROM import WHERE id = ? AND hash = ?";
            db.query_row(query, params![id, hash.0], |row| row.get(0)).optional()
        })
        .await
    }

    /// An owner's logs, the latest first.
    pub(crate) async fn logs(&self, owner: TokenHash) -> Result<Vec<SavedLog>, ApiError> {
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
    ) -> Result<(), ApiError> {
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
    pub(crate) async fn drop_log(&self, owner: TokenHash, name: String) -> Result<(), ApiError> {
        self.write(move |db| {
            db.execute("DELETE FROM log WHERE owner = ? AND name = ?", params![owner.0, name])?;
            Ok(())
        })
        .await
    }
}
