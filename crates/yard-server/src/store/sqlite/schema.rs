//! The tables, how the file is brought up to date, and whether it is whole.

use std::path::Path;

use rusqlite::Connection;

use super::StoreError;
use super::backup::copy_to;

/// The format of the file, kept in its header.
pub(super) const FORMAT: i64 = 4;

const TABLES: &str = "
CREATE TABLE IF NOT EXISTS game (
    id          TEXT PRIMARY KEY,
    owner       BLOB,               -- SHA-256 of the owner's token
    rules       TEXT NOT NULL,      -- their name
    start       TEXT NOT NULL,      -- stations, Mr X first
    seed        INTEGER NOT NULL,
    seats       TEXT NOT NULL,      -- JSON
    help        TEXT NOT NULL,      -- JSON
    pace_ms     INTEGER NOT NULL,
    names       TEXT NOT NULL,      -- for searches
    created     INTEGER NOT NULL,   -- milliseconds since 1970
    touched     INTEGER NOT NULL,
    state       TEXT NOT NULL,      -- open, over, cancelled
    result      TEXT,               -- detectives, mr_x
    slots       INTEGER NOT NULL,
    taken_back  INTEGER NOT NULL,
    reopened    INTEGER NOT NULL DEFAULT 0,  -- taken back after the end
    paused      INTEGER NOT NULL DEFAULT 0,
    rules_key   TEXT,               -- the text of the rules; none in games of older formats until they are opened
    fingerprint INTEGER,            -- of the rules
    holder      TEXT,               -- the process that plays the game
    fence       INTEGER NOT NULL DEFAULT 0,  -- rises whenever the game goes to somebody else
    clock_s     INTEGER NOT NULL DEFAULT 0,  -- seconds for a person's move; 0 is no clock
    late        TEXT NOT NULL DEFAULT '{}',  -- JSON: how often each seat was too late
    next        TEXT,               -- JSON: the next game of the table
    seed_chosen INTEGER NOT NULL DEFAULT 0   -- somebody chose the seed; otherwise it is 0
) WITHOUT ROWID;
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
    kind INTEGER NOT NULL DEFAULT 0,  -- seat, invitation, recovery code, dead invitation
    role INTEGER NOT NULL
) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS link_game ON link (game);
CREATE TABLE IF NOT EXISTS import (
    id      TEXT PRIMARY KEY,
    hash    BLOB NOT NULL,         -- SHA-256 of the token
    owner   BLOB,
    record  TEXT NOT NULL,
    rules_key   TEXT,              -- the text of the rules
    fingerprint INTEGER,           -- of the rules
    created INTEGER NOT NULL
) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS import_owner ON import (owner);
CREATE TABLE IF NOT EXISTS log (
    owner   BLOB NOT NULL,
    name    TEXT NOT NULL,
    record  TEXT NOT NULL,
    touched INTEGER NOT NULL,
    PRIMARY KEY (owner, name)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS rules (
    key  TEXT PRIMARY KEY,
    text TEXT NOT NULL             -- TOML, with the board
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS claim (
    game   TEXT NOT NULL,
    role   INTEGER NOT NULL,
    holder BLOB NOT NULL,          -- SHA-256 of the holder's token, or a mark of its own
    guest  BLOB,                   -- the same, where somebody else made the game
    PRIMARY KEY (game, role)
) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS claim_holder ON claim (holder);
CREATE INDEX IF NOT EXISTS claim_guest ON claim (guest);
CREATE TABLE IF NOT EXISTS moving (
    hash    BLOB PRIMARY KEY,      -- of the code
    bundle  BLOB NOT NULL,         -- what moves, under the code
    expires INTEGER NOT NULL
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS ban (
    who     TEXT PRIMARY KEY,      -- an address, a network or an owner
    reason  TEXT NOT NULL,
    created INTEGER NOT NULL
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS notice (
    number INTEGER PRIMARY KEY,    -- what an operator has changed, for servers that run
    game   TEXT
);
CREATE TABLE IF NOT EXISTS setting (
    key   TEXT PRIMARY KEY,
    value TEXT NOT NULL
) WITHOUT ROWID;
";

/// What a file of format 1 lacks.
const SECOND: &str = "
ALTER TABLE game ADD COLUMN reopened INTEGER NOT NULL DEFAULT 0;
ALTER TABLE game ADD COLUMN paused INTEGER NOT NULL DEFAULT 0;
PRAGMA user_version = 2;
";

/// What a file of format 2 lacks. The text of the rules follows when the server knows its rules. Its links open seats, so
/// somebody sits there; nobody knows who, so each seat has a holder of its own. Nor does anybody know whether a seed was
/// chosen.
const THIRD: &str = "
ALTER TABLE game ADD COLUMN rules_key TEXT;
ALTER TABLE game ADD COLUMN fingerprint INTEGER;
ALTER TABLE game ADD COLUMN holder TEXT;
ALTER TABLE game ADD COLUMN fence INTEGER NOT NULL DEFAULT 0;
ALTER TABLE game ADD COLUMN seed_chosen INTEGER NOT NULL DEFAULT 0;
ALTER TABLE link ADD COLUMN kind INTEGER NOT NULL DEFAULT 0;
CREATE TABLE claim (
    game TEXT NOT NULL, role INTEGER NOT NULL, holder BLOB NOT NULL, guest BLOB, PRIMARY KEY (game, role)
) WITHOUT ROWID;
INSERT INTO claim (game, role, holder)
    SELECT game, role, min(hash) FROM link WHERE role <= 100 GROUP BY game, role;
DROP INDEX IF EXISTS game_owner;
PRAGMA user_version = 3;
";

/// What a file of format 3 lacks. The rules of imports follow when the server knows its rules.
const FOURTH: &str = "
ALTER TABLE import ADD COLUMN rules_key TEXT;
ALTER TABLE import ADD COLUMN fingerprint INTEGER;
ALTER TABLE game ADD COLUMN clock_s INTEGER NOT NULL DEFAULT 0;
ALTER TABLE game ADD COLUMN late TEXT NOT NULL DEFAULT '{}';
ALTER TABLE game ADD COLUMN next TEXT;
PRAGMA user_version = 4;
";

/// Settings of every connection: a commit is on the disk before it is acknowledged.
pub(super) fn set_up(connection: &Connection, path: &str) -> Result<(), StoreError> {
    let wrong = |cause| StoreError::database(path, cause);
    connection.busy_timeout(std::time::Duration::from_secs(5)).map_err(wrong)?;
    connection.pragma_update(None, "journal_mode", "WAL").map_err(wrong)?;
    connection.pragma_update(None, "synchronous", "FULL").map_err(wrong)?;
    connection.set_prepared_statement_cache_capacity(64);
    Ok(())
}

/// The format of a file; 0 is a new one.
pub(super) fn format_of(connection: &Connection, path: &str) -> Result<i64, StoreError> {
    let found = connection
        .pragma_query_value(None, "user_version", |row| row.get(0))
        .map_err(|cause| StoreError::database(path, cause))?;
    match found > FORMAT {
        true => Err(StoreError::Later { path: path.to_owned(), found, known: FORMAT }),
        false => Ok(found),
    }
}

/// Looks whether the file is whole.
pub(super) fn check(connection: &Connection, path: &str) -> Result<(), StoreError> {
    let found: Result<String, _> =
        connection.query_row("PRAGMA quick_check(1)", [], |row| row.get(0));
    let cause = match found {
        Ok(word) if word == "ok" => return Ok(()),
        Ok(fault) => fault,
        Err(error) => error.to_string(),
    };
    Err(StoreError::Damaged { path: path.to_owned(), cause })
}

/// Makes the tables where they are missing, and brings older ones up to date. A file that is changed is copied first.
pub(super) fn prepare(
    connection: &Connection,
    path: &str,
    folder: Option<&Path>,
) -> Result<(), StoreError> {
    let wrong = |cause| StoreError::database(path, cause);
    let found = format_of(connection, path)?;
    if let Some(folder) = folder
        && (1..FORMAT).contains(&found)
    {
        let copy = folder.join(format!("games-before-format-{FORMAT}.sqlite"));
        copy_to(connection, &copy).map_err(|error| StoreError::Copy {
            path: copy.display().to_string(),
            cause: error.to_string(),
        })?;
    }
    let steps: &[&str] = match found {
        1 => &[SECOND, THIRD, FOURTH],
        2 => &[THIRD, FOURTH],
        3 => &[FOURTH],
        _ => &[],
    };
    // All of it or nothing, should the power fail in between.
    let change = format!("BEGIN;{}{TABLES}PRAGMA user_version = {FORMAT};COMMIT;", steps.concat());
    match found == FORMAT {
        true => Ok(()),
        false => connection.execute_batch(&change).map_err(wrong),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::secret::TokenHash;
    use crate::store::ListQuery;
    use crate::store::games::list_statements;
    use crate::store::sql::Value;

    /// The tables as the first format had them.
    fn first_format() -> String {
        let later = [
            "reopened",
            "paused",
            "rules_key",
            "fingerprint",
            "holder",
            "fence",
            "seed_chosen",
            "kind",
            "clock_s",
            "late",
            "next",
        ];
        let old = |line: &&str| !later.iter().any(|name| line.trim_start().starts_with(name));
        let lines: Vec<String> = TABLES
            .lines()
            .filter(old)
            .map(|line| {
                line.replace("taken_back  INTEGER NOT NULL,", "taken_back  INTEGER NOT NULL")
            })
            .collect();
        let text = lines.join("\n");
        text.split("CREATE TABLE IF NOT EXISTS rules").next().unwrap().to_owned()
    }

    #[test]
    fn older_files_are_copied_and_then_brought_up_to_date() {
        for format in [1, 2, 3] {
            let folder = tempfile::tempdir().unwrap();
            let connection = Connection::open(folder.path().join("games.sqlite")).unwrap();
            connection.execute_batch(&first_format()).unwrap();
            let insert = "INSERT INTO game VALUES ('a', NULL, 'classic', '1', 1, '', '', 5, '', 1, 1, 'open', NULL, 0, 3)";
            connection.execute(insert, []).unwrap();
            let links =
                "INSERT INTO link VALUES (x'01', 'a', 100), (x'02', 'a', 31), (x'03', 'a', 101)";
            connection.execute(links, []).unwrap();
            for step in [SECOND, THIRD].iter().take(format - 1) {
                connection.execute_batch(step).unwrap();
            }
            connection.pragma_update(None, "user_version", format as i64).unwrap();
            for _ in 0..2 {
                prepare(&connection, "games", Some(folder.path())).unwrap();
                let query =
                    "SELECT taken_back, reopened, paused, fence FROM game WHERE rules_key IS NULL";
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
                assert_eq!(format_of(&connection, "games").unwrap(), FORMAT);
            }
            let copy =
                Connection::open(folder.path().join("games-before-format-4.sqlite")).unwrap();
            assert_eq!(format_of(&copy, "copy").unwrap(), format as i64, "the copy is as it was");
            let count: i64 =
                copy.query_row("SELECT count(*) FROM game", [], |row| row.get(0)).unwrap();
            assert_eq!(count, 1);
        }
    }

    /// A list sorts nothing but a page and looks at no game of the owner that it does not show: the plan says so, whatever
    /// the number.
    #[test]
    fn lists_are_answered_by_an_index() {
        let db = Connection::open_in_memory().unwrap();
        prepare(&db, "memory", None).unwrap();
        let plan = |sql: &str, values: &[Value]| -> Vec<String> {
            let mut plan = db.prepare(&format!("EXPLAIN QUERY PLAN {sql}")).unwrap();
            let bound = rusqlite::params_from_iter(values.iter());
            let steps = plan.query_map(bound, |row| row.get::<_, String>(3)).unwrap();
            steps.map(Result::unwrap).collect()
        };
        let owner: Value = TokenHash([1; 32]).into();
        for state in [None, Some("open")] {
            let and_state = if state.is_some() { " AND state = $2" } else { "" };
            let own = format!("FROM game WHERE owner = $1{and_state}");
            let values: Vec<Value> =
                [Some(owner.clone()), state.map(Value::from)].into_iter().flatten().collect();
            for sql in [
                format!("SELECT count(*) {own}"),
                format!("SELECT id, names {own} ORDER BY touched DESC, id LIMIT 50"),
            ] {
                let steps = plan(&sql, &values);
                assert_eq!(steps.len(), 1, "{sql}: {steps:?}");
                assert!(steps[0].contains("INDEX game_owner_"), "{sql}: {steps:?}");
            }
            // The lists as they are asked for have these two in them, and the games of a guest by their ids.
            let (words, state) = (String::new(), state.map(str::to_owned));
            let query = ListQuery { owner: TokenHash([1; 32]), words, state, page: 0 };
            for statement in list_statements(&query, 0) {
                assert!(statement.sql.contains(&own), "{}", statement.sql);
                let steps = plan(statement.sql, &statement.values);
                assert!(steps.iter().any(|step| step.contains("INDEX game_owner_")), "{steps:?}");
                let known = [
                    "SEARCH game USING INDEX game_owner_",
                    "SEARCH game USING COVERING INDEX game_owner_",
                    "SEARCH game USING PRIMARY KEY",
                ];
                for step in steps.iter().filter(|step| step.contains(" game ")) {
                    assert!(known.iter().any(|known| step.starts_with(known)), "{step}");
                }
            }
        }
    }

    #[test]
    fn a_new_file_needs_no_copy() {
        let folder = tempfile::tempdir().unwrap();
        let connection = Connection::open_in_memory().unwrap();
        prepare(&connection, "games", Some(folder.path())).unwrap();
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
    }
}
