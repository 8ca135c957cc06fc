//! What outlives the process. `Store` has every question and change, in SQL that is written once; a [`Backend`] runs
//! it: one SQLite file (`sqlite`), or a PostgreSQL database that several processes share (`postgres`).

mod backend;
mod claims;
mod games;
mod imports;
mod leases;
mod moving;
mod operator;
#[cfg(feature = "postgres")]
mod postgres;
mod retention;
mod rules;
mod saved_logs;
mod sql;
mod sqlite;
#[cfg(test)]
pub(crate) mod tests;

use std::path::Path;
use std::sync::Arc;

use backend::Backend;
pub(crate) use backend::QueryError;
pub(crate) use claims::SeatKeys;
pub(crate) use games::{GameKey, GameRow, GameStatus, KeyRow, ListQuery, NewGame, PAGE};
pub(crate) use imports::{KeptRecord, NewImport};
pub(crate) use leases::{Claimed, Peer};
pub(crate) use operator::owner_name;
pub use operator::{AdminList, Ban, ListedForAdmin, Quota};
pub(crate) use retention::Retention;
pub use sqlite::{BackupError, StoreError, back_up, restore};

/// A handle to the store; cloning it is cheap.
#[derive(Clone)]
pub(crate) struct Store {
    backend: Arc<dyn Backend>,
    /// What this process is called where several share the games.
    me: Arc<str>,
}

/// Where games are kept.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Place<'a> {
    /// Nowhere: they are forgotten at the end.
    Memory,
    /// In a folder, for one server.
    Folder(&'a Path),
    /// In a PostgreSQL database, by its URL.
    Postgres(&'a str),
}

impl Store {
    /// Opens the games.
    pub(crate) async fn open(place: Place<'_>, me: &str) -> Result<Store, StoreError> {
        let backend: Arc<dyn Backend> = match place {
            Place::Memory => Arc::new(sqlite::open(None)?),
            Place::Folder(folder) => Arc::new(sqlite::open(Some(folder))?),
            Place::Postgres(url) => open_postgres(url).await?,
        };
        Ok(Store { backend, me: me.into() })
    }

    /// Opens the games for the operator, beside a server that may run.
    pub(crate) async fn open_beside(place: Place<'_>) -> Result<Store, StoreError> {
        let backend: Arc<dyn Backend> = match place {
            Place::Memory => Arc::new(sqlite::open(None)?),
            Place::Folder(folder) => Arc::new(sqlite::open_beside(folder)?),
            Place::Postgres(url) => open_postgres(url).await?,
        };
        Ok(Store { backend, me: "operator".into() })
    }

    /// Writes something of no consequence, to see whether writing works.
    pub(crate) async fn probe(&self, now: i64) -> Result<(), QueryError> {
        let sql = "INSERT INTO setting (key, value) VALUES ('probe', $1) \
                   ON CONFLICT (key) DO UPDATE SET value = excluded.value";
        self.change(vec![sql::Statement::run(sql, vec![now.to_string().into()])]).await
    }

    /// Changes that wait for the disk.
    pub(crate) fn waiting(&self) -> usize {
        self.backend.waiting()
    }

    /// Bytes that are free where the games lie, if that can be told.
    pub(crate) fn free_bytes(&self) -> Option<u64> {
        self.backend.free_bytes()
    }

    /// Whether several processes share the games.
    pub(crate) fn is_shared(&self) -> bool {
        self.backend.is_shared()
    }

    async fn change(&self, change: Vec<sql::Statement>) -> Result<(), QueryError> {
        self.backend.write(change).await.map(drop)
    }

    /// The rows of one query.
    async fn rows(
        &self,
        sql: &'static str,
        values: Vec<sql::Value>,
    ) -> Result<sql::Rows, QueryError> {
        let found = self.backend.read(vec![sql::Statement::rows(sql, values)]).await?;
        Ok(found.into_iter().next().unwrap_or_default())
    }

    /// Runs any SQL, for tests that spoil what is kept.
    #[cfg(test)]
    pub(crate) async fn spoil(&self, sql: &'static str) -> Result<(), QueryError> {
        self.change(vec![sql::Statement::run(sql, Vec::new())]).await
    }
}

#[cfg(feature = "postgres")]
async fn open_postgres(url: &str) -> Result<Arc<dyn Backend>, StoreError> {
    Ok(Arc::new(postgres::open(url).await?))
}

#[cfg(not(feature = "postgres"))]
async fn open_postgres(url: &str) -> Result<Arc<dyn Backend>, StoreError> {
    let cause = "this yard was built without PostgreSQL (feature postgres)".to_owned();
    Err(StoreError::Database { path: url.split('@').next_back().unwrap_or(url).to_owned(), cause })
}
