//! The tables, and how the file is opened.

use rusqlite::Connection;

use super::StoreError;

/// The format of the file, kept in its header.
const FORMAT: i64 = 2;

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
    taken_back INTEGER NOT NULL,
    reopened   INTEGER NOT NULL DEFAULT 0,  -- taken back after the end
    paused     INTEGER NOT NULL DEFAULT 0
) WITHOUT ROWID;
DROP INDEX IF EXISTS game_owner;
CREATE INDEX IF NOT EXISTS game_owner_list ON game (owner, touched DESC, id);
CREATE INDEX IF NOT EXISTS game_owner_state ON game (owner, state, touched DESC, id);
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

/// What a file of format 1 lacks.
const SECOND: &str = "
ALTER TABLE game ADD COLUMN reopened INTEGER NOT NULL DEFAULT 0;
ALTER TABLE game ADD COLUMN paused INTEGER NOT NULL DEFAULT 0;
PRAGMA user_version = 2;
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

/// Makes the tables where they are missing, and brings older ones up to date.
pub(super) fn prepare(connection: &Connection, path: &str) -> Result<(), StoreError> {
    let wrong = |cause| StoreError::Database { path: path.to_owned(), cause };
    set_up(connection, path)?;
    let found: i64 =
        connection.pragma_query_value(None, "user_version", |row| row.get(0)).map_err(wrong)?;
    if found > FORMAT {
        return Err(StoreError::Later { path: path.to_owned(), found, known: FORMAT });
    }
    if found == 1 {
        // All of it or nothing, should the power fail in between.
        connection.execute_batch(&format!("BEGIN;{SECOND}COMMIT;")).map_err(wrong)?;
    }
    connection.execute_batch(TABLES).map_err(wrong)?;
    connection.pragma_update(None, "user_version", FORMAT).map_err(wrong)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_of_the_first_format_is_brought_up_to_date() {
        let connection = Connection::open_in_memory().unwrap();
        let first: String = TABLES
            .lines()
            .filter(|line| !line.contains("  reopened ") && !line.contains("  paused "))
            .map(|line| line.replace("taken_back INTEGER NOT NULL,", "taken_back INTEGER NOT NULL"))
            .collect::<Vec<_>>()
            .join("\n");
        connection.execute_batch(&first).unwrap();
        connection.pragma_update(None, "user_version", 1).unwrap();
        let insert = "INSERT INTO game VALUES ('a', NULL, 'classic', '1', 1, '', '', 5, '', 1, 1, 'open', NULL, 0, 3)";
        connection.execute(insert, []).unwrap();
        for _ in 0..2 {
            prepare(&connection, "memory").unwrap();
            let query = "SELECT taken_back, reopened, paused FROM game";
            let read = |row: &rusqlite::Row<'_>| Ok([row.get(0)?, row.get(1)?, row.get(2)?]);
            let found: [i64; 3] = connection.query_row(query, [], read).unwrap();
            assert_eq!(found, [3, 0, 0]);
        }
    }
}
