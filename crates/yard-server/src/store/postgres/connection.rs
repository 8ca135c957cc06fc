//! One connection to the database.

use std::collections::BTreeMap;
use std::time::Duration;

use percent_encoding::percent_decode_str;
use tokio_postgres::config::{Host, SslMode};
use tokio_postgres::{Client, Config, Statement};

use super::tls::{self, Tls, Trust};
use crate::store::StoreError;

/// A database that does not answer for so long is given up.
pub(super) const PATIENCE: Duration = Duration::from_secs(10);

/// Where the database is, and how it is reached.
pub(super) struct Target {
    config: Config,
    tls: Tls,
}

fn wrong(cause: String) -> StoreError {
    StoreError::Database { path: "--database".to_owned(), cause }
}

impl Target {
    /// Reads a URL.
    pub(super) fn new(url: &str) -> Result<Target, StoreError> {
        let Options { rest, sslmode, sslrootcert } = Options::take(url);
        let mut config: Config = rest.parse().map_err(|error: tokio_postgres::Error| {
            // The text of the error never repeats the URL, which may have a password.
            let cause = std::error::Error::source(&error).map(ToString::to_string);
            wrong(format!("no URL of a PostgreSQL database: {}", cause.unwrap_or_default()))
        })?;
        let (mode, trust) = match (sslmode.as_deref(), &sslrootcert) {
            (Some("disable"), _) => (SslMode::Disable, Trust::Any),
            (None | Some("prefer"), _) => (SslMode::Prefer, Trust::Any),
            (Some("require"), None) => (SslMode::Require, Trust::Any),
            // As PostgreSQL's own programs do where there are certificates to check it by.
            (Some("require"), Some(_)) | (Some("verify-ca"), _) => {
                (SslMode::Require, Trust::Signed)
            }
            (Some("verify-full"), _) => (SslMode::Require, Trust::SignedForHost),
            (Some(_), _) => {
                return Err(wrong(
                    "sslmode is disable, prefer, require, verify-ca or verify-full".to_owned(),
                ));
            }
        };
        // A socket of this machine needs no TLS, and PostgreSQL has none there.
        let is_tcp = |host: &Host| matches!(host, Host::Tcp(_));
        let local = !config.get_hosts().iter().any(is_tcp) && config.get_hostaddrs().is_empty();
        config.ssl_mode(if local { SslMode::Disable } else { mode });
        config.connect_timeout(PATIENCE).application_name("yard");
        let tls = tls::settings(trust, sslrootcert.as_deref()).map(Tls).map_err(wrong)?;
        Ok(Target { config, tls })
    }

    /// The database without its password.
    pub(super) fn shown(&self) -> String {
        format!("the PostgreSQL database {}", self.config.get_dbname().unwrap_or("(its default)"))
    }
}

/// The options of a URL that its library does not know, and the URL without them.
struct Options {
    rest: String,
    sslmode: Option<String>,
    sslrootcert: Option<String>,
}

impl Options {
    /// Takes them out of `postgres://host/name?key=value&key=value`, or of `key=value key=value`.
    fn take(url: &str) -> Options {
        let mut options = Options { rest: String::new(), sslmode: None, sslrootcert: None };
        let (before, pairs, between) = match (url.contains("://"), url.split_once('?')) {
            (true, Some((before, pairs))) => (format!("{before}?"), pairs, '&'),
            (true, None) => (url.to_owned(), "", '&'),
            (false, _) => (String::new(), url, ' '),
        };
        let mut others = Vec::new();
        for pair in pairs.split(between) {
            let value = |value: &str| Some(percent_decode_str(value).decode_utf8_lossy().into());
            match pair.split_once('=') {
                Some(("sslmode", mode)) => options.sslmode = value(mode),
                Some(("sslrootcert", path)) => options.sslrootcert = value(path),
                _ => others.push(pair),
            }
        }
        options.rest = before + &others.join(&between.to_string());
        options
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
    let (client, connection) = target.config.connect(target.tls.clone()).await?;
    tokio::spawn(async move { connection.await.is_ok() });
    client.batch_execute(SET_UP).await?;
    Ok(Open { client, known: BTreeMap::new() })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mode(url: &str) -> Result<SslMode, String> {
        Target::new(url)
            .map(|target| target.config.get_ssl_mode())
            .map_err(|error| error.to_string())
    }

    #[test]
    fn the_url_says_how_the_database_is_reached() {
        let file = tempfile::NamedTempFile::new().unwrap();
        for (url, wanted) in [
            ("postgres://yard@db.example/yard", SslMode::Prefer),
            ("postgres://yard@db.example/yard?sslmode=disable", SslMode::Disable),
            ("postgres://yard@db.example/yard?sslmode=prefer", SslMode::Prefer),
            ("postgres://yard@db.example/yard?connect_timeout=3&sslmode=require", SslMode::Require),
            ("host=db.example user=yard sslmode=require dbname=yard", SslMode::Require),
            ("postgres://yard@/yard?host=/var/run/postgresql&sslmode=require", SslMode::Disable),
            ("postgres://yard@/yard?host=/var/run/postgresql", SslMode::Disable),
        ] {
            assert_eq!(mode(url), Ok(wanted), "{url}");
        }
        let empty = format!(
            "postgres://y:secret@h/y?sslmode=verify-full&sslrootcert={}",
            file.path().display()
        );
        for (url, word) in [
            ("postgres://y:secret@h/y?sslmode=allow", "verify-full"),
            ("postgres://y:secret@h/y?sslmode=", "verify-full"),
            ("postgres://y:secret@h/y?sslmode=verify-ca&sslrootcert=/no%20where", "/no where"),
            (empty.as_str(), "no certificate"),
            ("postgres://y:secret@h/y?nonsense=1", "no URL"),
            ("mysql://y:secret@h/y", "no URL"),
        ] {
            let told = mode(url).unwrap_err();
            assert!(told.contains(word) && !told.contains("secret"), "{url}: {told}");
        }
    }
}
