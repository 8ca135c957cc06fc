//! The tables, and how the file is opened.

use rusqlite::Connection;

use super::StoreError;

/// The format of the file, kept in its header.
const FORMAT: i64 = 3;

const TABLES: &str = "
CREATE TABLE IF NOT EXISTS game (
    id         TEXT PRIMARY KEY,
    owner      BLOB,               -- SHA-256 of the owner's token
    rules      TEXT NOT NULL,
    start      TEXT NOT NULL,      -- stations, Mr X first
    seed       INTEGER NOT NULL,   -- 0 where nobody chose one
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
    paused     INTEGER NOT NULL DEFAULT 0,
    seed_chosen INTEGER NOT NULL DEFAULT 0
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
    role INTEGER NOT NULL,
    kind INTEGER NOT NULL DEFAULT 0  -- seat, invitation, recovery code, dead invitation
) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS link_game ON link (game);
CREATE TABLE IF NOT EXISTS claim (
    game   TEXT NOT NULL,
    role   INTEGER NOT NULL,
    holder BLOB NOT NULL,          -- SHA-256 of the holder's token, or a mark of its own
    PRIMARY KEY (game, role)
) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS claim_holder ON claim (holder);
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

/// What a file of format 2 lacks. Its links open seats, so somebody sits there; nobody knows who, so each seat has a
/// holder of its own. Nobody knows either whether a seed was chosen.
const THIRD: &str = "
ALTER TABLE game ADD COLUMN seed_chosen INTEGER NOT NULL DEFAULT 0;
ALTER TABLE link ADD COLUMN kind INTEGER NOT NULL DEFAULT 0;
CREATE TABLE claim (
    game   TEXT NOT NULL,
    role   INTEGER NOT NULL,
    holder BLOB NOT NULL,
    PRIMARY KEY (game, role)
) WITHOUT ROWID;
INSERT INTO claim (game, role, holder) SELECT game, role, min(hash) FROM link WHERE role <= 100 GROUP BY game, role;
PRAGMA user_version = 3;
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
    for (format, steps) in [(1, SECOND), (2, THIRD)] {
        if (1..=format).contains(&found) {
            // All of a step or nothing, should the power fail in between.
            connection.execute_batch(&format!("BEGIN;{steps}COMMIT;")).map_err(wrong)?;
        }
    }
    connection.execute_batch(TABLES).map_err(wrong)?;
    connection.pragma_update(None, "user_version", FORMAT).map_err(wrong)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The tables of the first format that later ones have changed.
    const FIRST: &str = "
CREATE TABLE game (
    id TEXT PRIMARY KEY, owner BLOB, rules TEXT NOT NULL, start TEXT NOT NULL, seed INTEGER NOT NULL,
    seats TEXT NOT NULL, help TEXT NOT NULL, pace_ms INTEGER NOT NULL, names TEXT NOT NULL,
    created INTEGER NOT NULL, touched INTEGER NOT NULL, state TEXT NOT NULL, result TEXT,
    slots INTEGER NOT NULL, taken_back INTEGER NOT NULL
) WITHOUT ROWID;
CREATE TABLE link (hash BLOB PRIMARY KEY, game TEXT NOT NULL, role INTEGER NOT NULL) WITHOUT ROWID;
INSERT INTO game VALUES ('a', NULL, 'classic', '1', 1, '', '', 5, '', 1, 1, 'open', NULL, 0, 3);
INSERT INTO link VALUES (x'01', 'a', 100), (x'02', 'a', 31), (x'03', 'a', 101);
PRAGMA user_version = 1;
";

    #[test]
    fn older_files_are_brought_up_to_date() {
        for second in ["", SECOND] {
            let connection = Connection::open_in_memory().unwrap();
            connection.execute_batch(FIRST).unwrap();
            connection.execute_batch(second).unwrap();
            for _ in 0..2 {
                prepare(&connection, "memory").unwrap();
                let query = "SELECT taken_back, reopened, paused, seed_chosen FROM game";
                let read = |row: &rusqlite::Row<'_>| {
                    Ok([row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?])
                };
                let found: [i64; 4] = connection.query_row(query, [], read).unwrap();
                assert_eq!(found, [3, 0, 0, 0]);
                // The seats are taken by two, and watching takes none.
                let query = "SELECT count(*), count(DISTINCT holder), sum(role) FROM claim";
                let read = |row: &rusqlite::Row<'_>| Ok([row.get(0)?, row.get(1)?, row.get(2)?]);
                let found: [i64; 3] = connection.query_row(query, [], read).unwrap();
                assert_eq!(found, [2, 2, 131]);
            }
        }
    }
}
