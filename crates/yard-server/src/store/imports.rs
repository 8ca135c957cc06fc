//! Imported records in the store.

use rusqlite::{OptionalExtension, params};

use super::{QueryError, Store};
use crate::secret::TokenHash;

impl Store {
    /// Keeps an imported record.
    pub(crate) async fn add_import(
        &self,
        id: &str,
        hash: TokenHash,
        owner: Option<TokenHash>,
        record: String,
        now: i64,
    ) -> Result<(), QueryError> {
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
    ) -> Result<Option<String>, QueryError> {
        let id = id.to_owned();
        self.read(move |db| {
            let query = "SELECT record FROM import WHERE id = ? AND hash = ?";
            db.query_row(query, params![id, hash.0], |row| row.get(0)).optional()
        })
        .await
    }
}
