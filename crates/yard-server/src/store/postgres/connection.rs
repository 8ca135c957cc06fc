//! One connection to the database.

use std::collections::BTreeMap;
use std::time::Duration;

use tokio_postgres::config::SslMode;
use tokio_postgres::{Client, Config, NoTls, Statement};

use crate::store::StoreError;

/// A database that does not answer for so long is given up.
pub(super) const PATIENCE: Duration = Duration::from_secs(10);

/// Where the database is.
pub(super) struct Target {
    config: Config,
}

impl Target {
    /// Reads a URL.
    pub(super) fn new(url: &str) -> Result<Target, StoreError> {
        let wrong = |cause: String| StoreError::Database { path: "--database".to_owned(), cause };
        let mut config: Config = url.parse().map_err(|error: tokio_postgres::Error| {
            // The text of the error never repeats the URL, which may have a password.
            let cause = std::error::Error::source(&error).map(ToString::to_string);
            wrong(format!("no URL of a PostgreSQL database: {}", cause.unwrap_or_default()))
        })?;
        match config.get_ssl_mode() {
            SslMode::Disable | SslMode::Prefer => {}
            _ => {
                return Err(wrong(
                    "there is no TLS to the database; use a socket, a private network or a tunnel, and \
                     leave sslmode out"
                        .to_owned(),
                ));
            }
        }
        config.ssl_mode(SslMode::Disable).connect_timeout(PATIENCE).application_name("yard");
        Ok(Target { config })
    }

    /// The database without its password.
    pub(super) fn shown(&self) -> String {
        format!("the PostgreSQL database {}", self.config.get_dbname().unwrap_or("(its default)"))
    }
}

/// An open connection, and the statements that it knows.
pub(super) struct Open {
    pub(super) client: Client,
    known: BTreeMap<&'static str, Statement>,
}

impl Open {
    /// A statement, prepared when it is used first.
    pub(super) async fn prepared(
        &mut self,
        sql: &'static str,
    ) -> Result<Statement, tokio_postgres::Error> {
        if let Some(known) = self.known.get(sql) {
            return Ok(known.clone());
        }
        let statement = self.client.prepare(sql).await?;
        self.known.insert(sql, statement.clone());
        Ok(statement)
    }
}

/// Settings of every connection: a commit is on the disk before it is acknowledged, whatever the database is set to,
/// and no statement waits for ever.
const SET_UP: &str = "SET search_path TO yard; SET statement_timeout TO '10s'; SET lock_timeout TO '10s'; \
                      SET idle_in_transaction_session_timeout TO '10s'; \
                      SELECT set_config('synchronous_commit', 'on', false) \
                      WHERE current_setting('synchronous_commit') = 'off'";

/// Opens a connection.
pub(super) async fn connect(target: &Target) -> Result<Open, tokio_postgres::Error> {
    let (client, connection) = target.config.connect(NoTls).await?;
    tokio::spawn(async move { connection.await.is_ok() });
    client.batch_execute(SET_UP).await?;
    Ok(Open { client, known: BTreeMap::new() })
}
