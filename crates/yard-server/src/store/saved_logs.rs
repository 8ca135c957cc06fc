//! Logs of real tables, which the assistant's users keep in the store.

use serde::Serialize;

use super::sql::{Row, Statement};
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
        let sql =
            "SELECT name, record, touched FROM log WHERE owner = $1 ORDER BY touched DESC, name";
        let log = |mut row: Row| {
            Ok(SavedLog { name: row.take()?, record: row.take()?, date: row.take()? })
        };
        self.rows(sql, vec![owner.into()]).await?.into_iter().map(log).collect()
    }

    /// Keeps a log under its name.
    pub(crate) async fn save_log(
        &self,
        owner: TokenHash,
        name: String,
        record: String,
        now: i64,
    ) -> Result<(), QueryError> {
        let insert = "INSERT INTO log (owner, name, record, touched) VALUES ($1, $2, $3, $4) \
                      ON CONFLICT (owner, name) DO UPDATE SET record = excluded.record, \
                      touched = excluded.touched";
        let values = vec![owner.into(), name.into(), record.into(), now.into()];
        let delete = "DELETE FROM log WHERE owner = $1 AND name NOT IN (SELECT name FROM log \
                      WHERE owner = $1 ORDER BY touched DESC, name LIMIT $2)";
        self.change(vec![
            Statement::run(insert, values),
            Statement::run(delete, vec![owner.into(), MOST_LOGS.into()]),
        ])
        .await
    }

    /// Forgets a log.
    pub(crate) async fn drop_log(&self, owner: TokenHash, name: String) -> Result<(), QueryError> {
        let sql = "DELETE FROM log WHERE owner = $1 AND name = $2";
        self.change(vec![Statement::run(sql, vec![owner.into(), name.into()])]).await
    }
}
