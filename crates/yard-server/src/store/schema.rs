//! The tables, and how the file is opened.

use rusqlite::Connection;

use super::StoreError;

/// The format of the file, kept in its header.
const FORMAT: i64 = 1;

const TABLES: &str = "
CREATE TABLE IF NOT EXISTS game (
    id         TEXT PRIMARY KEY,
    owner      BLOB,               -- SHA-256 of the owner's token
    rules      TEXT NOT NULL,
    start      TEXT NOT NULL,      -- stations, Mr X first
    seed       INTEGER NOT NULL,
    seats      TEXT NOT NULL,      -- JSON
    help       TEXT NOT NULL,      -- JSON
    pace_ms    INTEGER NOT NULL,
    names      TEXT NOT NULL,      -- for searches
    created    INTEGER NOT NULL,   -- milliseconds since 1970
    touched    INTEGER NOT NULL,
    state      TEXT NOT NULL,      -- open, over, cancelled
    result     TEXT,               -- detectives, mr_x
    slots      INTEGER NOT NULL,
    taken_back INTEGER NOT NULL
) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS game_owner ON game (owner, touched);
CREATE INDEX IF NOT EXISTS game_state ON game (state, touched);
CREATE TABLE IF NOT EXISTS ply (
    game TEXT NOT NULL,
    ply  INTEGER NOT NULL,
    mv   TEXT NOT NULL,
    PRIMARY KEY (game, ply)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS link (
    hash BLOB PRIMARY KEY,         -- SHA-256 of the token
    game TEXT NOT NULL,
    role INTEGER NOT NULL
) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS link_game ON link (game);
CREATE TABLE IF NOT EXISTS import (
    id      TEXT PRIMARY KEY,
    hash    BLOB NOT NULL,         -- SHA-256 of the token
    owner   BLOB,
    record  TEXT NOT NULL,
    created INTEGER NOT NULL
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS log (
    owner   BLOB NOT NULL,
    name    TEXT NOT NULL,
    record  TEXT NOT NULL,
    touched INTEGER NOT NULL,
    PRIMARY KEY (owner, name)
) WITHOUT ROWID;
";

/// Settings of every connection: a commit is on the disk before it is acknowledged.
pub(super) fn set_up(connection: &Connection, path: &str) -> Result<(), StoreError> {
    let wrong = |cause| StoreError::Database { path: path.to_owned(), cause };
    connection.busy_timeout(std::time::Duration::from_secs(5)).map_err(wrong)?;
    connection.pragma_update(None, "journal_mode", "WAL").map_err(wrong)?;
    connection.pragma_update(None, "synchronous", "FULL").map_err(wrong)?;
    connection.set_prepared_statement_cache_capacity(64);
    Ok(())
}

/// Makes the tables where they are missing.
pub(super) fn prepare(connection: &Connection, path: &str) -> Result<(), StoreError> {
    let wrong = |cause| StoreError::Database { path: path.to_owned(), cause };
    set_up(connection, path)?;
    let found: i64 =
        connection.pragma_query_value(None, "user_version", |row| row.get(0)).map_err(wrong)?;
    if found > FORMAT {
        return Err(StoreError::Later { path: path.to_owned(), found, known: FORMAT });
    }
    connection.execute_batch(TABLES).map_err(wrong)?;
    connection.pragma_update(None, "user_version", FORMAT).map_err(wrong)
}
