//! The tables of the database, in a schema of their own.

use tokio_postgres::Client;

use super::connection::Target;
use crate::store::StoreError;

/// The format of the tables. A later one says here how this one becomes it.
const FORMAT: i64 = 2;

/// What tables of format 1 lack. Processes of the version before may still play while it is added: they do not name it.
const SECOND: &str = "
ALTER TABLE import ADD COLUMN IF NOT EXISTS rules_key TEXT;
ALTER TABLE import ADD COLUMN IF NOT EXISTS fingerprint BIGINT;
ALTER TABLE game ADD COLUMN IF NOT EXISTS clock_s BIGINT NOT NULL DEFAULT 0;
ALTER TABLE game ADD COLUMN IF NOT EXISTS late TEXT NOT NULL DEFAULT '{}';
ALTER TABLE game ADD COLUMN IF NOT EXISTS next TEXT;
UPDATE setting SET value = '2' WHERE key = 'format';
";

/// The tables. Numbers are all BIGINT, so that values have one type each.
const TABLES: &str = "
CREATE TABLE IF NOT EXISTS game (
    id          TEXT PRIMARY KEY,
    owner       BYTEA,
    rules       TEXT NOT NULL,
    start       TEXT NOT NULL,
    seed        BIGINT NOT NULL,
    seats       TEXT NOT NULL,
    help        TEXT NOT NULL,
    pace_ms     BIGINT NOT NULL,
    names       TEXT NOT NULL,
    created     BIGINT NOT NULL,
    touched     BIGINT NOT NULL,
    state       TEXT NOT NULL,
    result      TEXT,
    slots       BIGINT NOT NULL,
    taken_back  BIGINT NOT NULL,
    reopened    BIGINT NOT NULL DEFAULT 0,
    paused      BIGINT NOT NULL DEFAULT 0,
    rules_key   TEXT,
    fingerprint BIGINT,
    holder      TEXT,
    fence       BIGINT NOT NULL DEFAULT 0,
    clock_s     BIGINT NOT NULL DEFAULT 0,
    late        TEXT NOT NULL DEFAULT '{}',
    next        TEXT,
    seed_chosen BIGINT NOT NULL DEFAULT 0
);
DROP INDEX IF EXISTS game_owner;
CREATE INDEX IF NOT EXISTS game_owner_list ON game (owner, touched DESC, id);
CREATE INDEX IF NOT EXISTS game_owner_state ON game (owner, state, touched DESC, id);
CREATE INDEX IF NOT EXISTS game_state ON game (state, touched);
CREATE TABLE IF NOT EXISTS ply (
    game TEXT NOT NULL, ply BIGINT NOT NULL, mv TEXT NOT NULL, PRIMARY KEY (game, ply)
);
CREATE TABLE IF NOT EXISTS link (
    hash BYTEA PRIMARY KEY, game TEXT NOT NULL, kind BIGINT NOT NULL DEFAULT 0, role BIGINT NOT NULL
);
CREATE INDEX IF NOT EXISTS link_game ON link (game);
CREATE TABLE IF NOT EXISTS import (
    id TEXT PRIMARY KEY, hash BYTEA NOT NULL, owner BYTEA, record TEXT NOT NULL,
    rules_key TEXT, fingerprint BIGINT, created BIGINT NOT NULL
);
CREATE INDEX IF NOT EXISTS import_owner ON import (owner);
CREATE TABLE IF NOT EXISTS log (
    owner BYTEA NOT NULL, name TEXT NOT NULL, record TEXT NOT NULL, touched BIGINT NOT NULL,
    PRIMARY KEY (owner, name)
);
CREATE TABLE IF NOT EXISTS rules (key TEXT PRIMARY KEY, text TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS claim (
    game TEXT NOT NULL, role BIGINT NOT NULL, holder BYTEA NOT NULL, guest BYTEA, PRIMARY KEY (game, role)
);
CREATE INDEX IF NOT EXISTS claim_holder ON claim (holder);
CREATE INDEX IF NOT EXISTS claim_guest ON claim (guest);
CREATE TABLE IF NOT EXISTS moving (hash BYTEA PRIMARY KEY, bundle BYTEA NOT NULL, expires BIGINT NOT NULL);
CREATE TABLE IF NOT EXISTS ban (who TEXT PRIMARY KEY, reason TEXT NOT NULL, created BIGINT NOT NULL);
CREATE TABLE IF NOT EXISTS notice (number BIGSERIAL PRIMARY KEY, game TEXT);
CREATE TABLE IF NOT EXISTS setting (key TEXT PRIMARY KEY, value TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS server (id TEXT PRIMARY KEY, address TEXT NOT NULL, expires BIGINT NOT NULL);
INSERT INTO setting (key, value) VALUES ('format', '2') ON CONFLICT (key) DO NOTHING;
";

/// Makes the tables where they are missing. Processes that start at once do so one after the other.
pub(super) async fn prepare(client: &mut Client, target: &Target) -> Result<(), StoreError> {
    let wrong = |error: tokio_postgres::Error| StoreError::Database {
        path: target.shown(),
        cause: told(&error),
    };
    let change = client.transaction().await.map_err(wrong)?;
    change.batch_execute("SELECT pg_advisory_xact_lock(7199)").await.map_err(wrong)?;
    let there = change.query_opt("SELECT 1 FROM pg_namespace WHERE nspname = 'yard'", &[]).await;
    if there.map_err(wrong)?.is_none() {
        change.batch_execute("CREATE SCHEMA yard").await.map_err(wrong)?;
    }
    change.batch_execute(TABLES).await.map_err(wrong)?;
    let found = change.query_one("SELECT value FROM setting WHERE key = 'format'", &[]).await;
    let found: String = found.and_then(|row| row.try_get(0)).map_err(wrong)?;
    let found = found.parse().unwrap_or(i64::MAX);
    if found > FORMAT {
        return Err(StoreError::Later { path: target.shown(), found, known: FORMAT });
    }
    if found < FORMAT {
        change.batch_execute(SECOND).await.map_err(wrong)?;
    }
    change.commit().await.map_err(wrong)
}

/// What the database says, in one line.
pub(super) fn told(error: &tokio_postgres::Error) -> String {
    match error.as_db_error() {
        Some(cause) => cause.message().to_owned(),
        None => match std::error::Error::source(error) {
            Some(cause) => format!("{error}: {cause}"),
            None => error.to_string(),
        },
    }
}
