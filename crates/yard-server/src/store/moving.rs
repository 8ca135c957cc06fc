//! What a person moves to another device, for a short while.

use super::sql::Statement;
use super::{QueryError, Store};
use crate::secret::TokenHash;

impl Store {
    /// Keeps a bundle under the hash of its code.
    pub(crate) async fn put_bundle(
        &self,
        code: TokenHash,
        bundle: Vec<u8>,
        now: i64,
        expires: i64,
    ) -> Result<(), QueryError> {
        let old = "DELETE FROM moving WHERE expires < $1";
        let sql = "INSERT INTO moving (hash, bundle, expires) VALUES ($1, $2, $3)";
        self.change(vec![
            Statement::run(old, vec![now.into()]),
            Statement::run(sql, vec![code.into(), bundle.into(), expires.into()]),
        ])
        .await
    }

    /// Takes a bundle away; whoever comes second, or too late, finds none.
    pub(crate) async fn take_bundle(
        &self,
        code: TokenHash,
        now: i64,
    ) -> Result<Option<Vec<u8>>, QueryError> {
        let sql = "DELETE FROM moving WHERE hash = $1 RETURNING bundle, expires";
        let found = self.backend.write(vec![Statement::rows(sql, vec![code.into()])]).await?;
        let Some(mut row) = super::sql::first(found.into_iter().next()) else {
            return Ok(None);
        };
        let (bundle, expires): (Vec<u8>, i64) = (row.take()?, row.take()?);
        Ok((expires >= now).then_some(bundle))
    }

    /// Gives all that one owner keeps to another. Logs of a name that the other has already stay.
    pub(crate) async fn merge_owner(
        &self,
        from: TokenHash,
        to: TokenHash,
    ) -> Result<(), QueryError> {
        let all = [
            "UPDATE game SET owner = $1 WHERE owner = $2",
            "UPDATE claim SET holder = $1 WHERE holder = $2",
            "UPDATE claim SET guest = $1 WHERE guest = $2",
            "UPDATE import SET owner = $1 WHERE owner = $2",
            "UPDATE log SET owner = $1 WHERE owner = $2 \
             AND name NOT IN (SELECT name FROM log WHERE owner = $1)",
        ];
        let change = all.map(|sql| Statement::run(sql, vec![to.into(), from.into()]));
        self.change(change.into()).await
    }
}
