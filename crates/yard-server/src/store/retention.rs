//! How long things are kept.

use super::sql::Statement;
use super::{QueryError, Store};

/// Moments, in milliseconds since 1970, before which things go; `None` keeps them for ever.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) struct Retention {
    /// Finished and cancelled games that nobody has touched since.
    pub(crate) finished: Option<i64>,
    /// Imported records.
    pub(crate) imports: Option<i64>,
}

/// So many games go at a time, so that nobody waits long for the disk.
const AT_A_TIME: u32 = 200;

/// The statements that take one game away, with all that belongs to it.
pub(super) fn delete_game(id: &str) -> Vec<Statement> {
    let all = [
        "DELETE FROM ply WHERE game = $1",
        "DELETE FROM link WHERE game = $1",
        "DELETE FROM claim WHERE game = $1",
        "DELETE FROM game WHERE id = $1",
    ];
    all.map(|sql| Statement::run(sql, vec![id.into()])).into()
}

impl Store {
    /// Deletes what has been kept long enough; returns how many games and imports that were.
    pub(crate) async fn prune(&self, keep: Retention) -> Result<(u64, u64), QueryError> {
        let mut games = 0;
        if let Some(before) = keep.finished {
            loop {
                let sql = "SELECT id FROM game WHERE state IN ('over', 'cancelled') AND touched < $1 \
                           ORDER BY touched LIMIT $2";
                let found = self.rows(sql, vec![before.into(), AT_A_TIME.into()]).await?;
                if found.is_empty() {
                    break;
                }
                games += found.len() as u64;
                let ids: Result<Vec<String>, QueryError> =
                    found.into_iter().map(|mut row| row.take()).collect();
                self.change(ids?.iter().flat_map(|id| delete_game(id)).collect()).await?;
            }
        }
        let mut imports = 0;
        if let Some(before) = keep.imports {
            let sql = "DELETE FROM import WHERE created < $1 RETURNING id";
            let change = vec![Statement::rows(sql, vec![before.into()])];
            imports = self.backend.write(change).await?.first().map_or(0, |rows| rows.len() as u64);
        }
        Ok((games, imports))
    }
}
