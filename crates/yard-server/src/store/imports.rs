//! Imported records in the store.

use super::sql::Statement;
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
        let sql =
            "INSERT INTO import (id, hash, owner, record, created) VALUES ($1, $2, $3, $4, $5)";
        let values = vec![id.into(), hash.into(), owner.into(), record.into(), now.into()];
        self.change(vec![Statement::run(sql, values)]).await
    }

    /// An imported record, for its token.
    pub(crate) async fn import(
        &self,
        id: &str,
        hash: TokenHash,
    ) -> Result<Option<String>, QueryError> {
        let sql = "SELECT record FROM import WHERE id = $1 AND hash = $2";
        let found = self.rows(sql, vec![id.into(), hash.into()]).await?;
        found.into_iter().next().map(|mut row| row.take()).transpose()
    }

    /// Whether an imported record is still there.
    pub(crate) async fn has_import(&self, id: &str, hash: TokenHash) -> Result<bool, QueryError> {
        let sql = "SELECT id FROM import WHERE id = $1 AND hash = $2";
        Ok(!self.rows(sql, vec![id.into(), hash.into()]).await?.is_empty())
    }
}
