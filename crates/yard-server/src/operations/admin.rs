//! What `yard admin` does, beside a server that may run.

use super::bans::is_banable;
use crate::clock::now_ms;
use crate::store::{
    AdminList, Ban, ListedForAdmin, Place, QueryError, Quota, Retention, Store, StoreError,
};

/// Why an operator's wish is not done.
#[derive(Debug, thiserror::Error)]
pub enum AdminError {
    /// The games cannot be opened.
    #[error(transparent)]
    Open(#[from] StoreError),
    /// The store says no.
    #[error("{0}")]
    Store(String),
    /// Nothing has this id.
    #[error("there is no game or import \"{0}\"")]
    NoGame(String),
    /// The game does not go on.
    #[error("there is no open game \"{0}\"")]
    NoOpenGame(String),
    /// Nobody can be banned under this name.
    #[error(
        "\"{0}\" is no address such as 192.0.2.7, no network such as 192.0.2.0/24 and no owner:HASH of `yard admin list`"
    )]
    Who(String),
    /// There is no such ban.
    #[error("\"{0}\" is not banned")]
    NotBanned(String),
}

impl From<QueryError> for AdminError {
    fn from(error: QueryError) -> AdminError {
        AdminError::Store(error.to_string())
    }
}

/// The games of a folder or a database, for their operator.
pub struct Admin {
    store: Store,
}

impl Admin {
    /// Opens them, also while a server runs.
    ///
    /// # Errors
    /// When they cannot be opened, or are of an older format.
    pub async fn open(place: Place<'_>) -> Result<Admin, AdminError> {
        Ok(Admin { store: Store::open_beside(place).await? })
    }

    /// Games, the latest first.
    ///
    /// # Errors
    /// When the store cannot be read.
    pub async fn list(&self, what: AdminList) -> Result<Vec<ListedForAdmin>, AdminError> {
        Ok(self.store.admin_list(what).await?)
    }

    /// Ends an open game without a result.
    ///
    /// # Errors
    /// When there is no such game.
    pub async fn end(&self, id: &str) -> Result<(), AdminError> {
        self.store.end(id).await.map_err(|error| match error {
            QueryError::Fenced => AdminError::NoOpenGame(id.to_owned()),
            error => error.into(),
        })
    }

    /// Deletes a game or an import for good.
    ///
    /// # Errors
    /// When there is no such thing.
    pub async fn delete(&self, id: &str) -> Result<(), AdminError> {
        match self.store.delete(id).await? {
            true => Ok(()),
            false => Err(AdminError::NoGame(id.to_owned())),
        }
    }

    /// Deletes what was not touched since these moments, in milliseconds since 1970: finished games, and imports.
    /// Returns how many of each.
    ///
    /// # Errors
    /// When the store cannot be changed.
    pub async fn prune(
        &self,
        finished: Option<i64>,
        imports: Option<i64>,
    ) -> Result<(u64, u64), AdminError> {
        Ok(self.store.prune(Retention { finished, imports }).await?)
    }

    /// Everybody who is not served.
    ///
    /// # Errors
    /// When the store cannot be read.
    pub async fn bans(&self) -> Result<Vec<Ban>, AdminError> {
        Ok(self.store.bans().await?)
    }

    /// Serves an address, a network or an owner no longer.
    ///
    /// # Errors
    /// When it is none of these.
    pub async fn ban(&self, who: &str, reason: &str) -> Result<(), AdminError> {
        if !is_banable(who) {
            return Err(AdminError::Who(who.to_owned()));
        }
        let ban = Ban { who: who.to_owned(), reason: reason.to_owned(), created: now_ms() };
        Ok(self.store.ban(ban).await?)
    }

    /// Serves somebody again.
    ///
    /// # Errors
    /// When there is no such ban.
    pub async fn unban(&self, who: &str) -> Result<(), AdminError> {
        self.store.unban(who).await.map_err(|error| match error {
            QueryError::Fenced => AdminError::NotBanned(who.to_owned()),
            error => error.into(),
        })
    }

    /// What one owner may keep.
    ///
    /// # Errors
    /// When the store cannot be read.
    pub async fn quota(&self) -> Result<Quota, AdminError> {
        Ok(self.store.quota().await?)
    }

    /// Changes what one owner may keep.
    ///
    /// # Errors
    /// When the store cannot be changed.
    pub async fn set_quota(&self, quota: Quota) -> Result<(), AdminError> {
        Ok(self.store.set_quota(quota).await?)
    }
}
