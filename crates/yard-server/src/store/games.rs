//! Games in the store.

use rusqlite::{Connection, OptionalExtension, Row, params};
use serde::Serialize;
use yard_tabletop::{Role, SavedGame};

use super::claims::insert_keys;
use super::{QueryError, Store};
use crate::keys::Key;
use crate::secret::TokenHash;

/// A game that is to be kept.
#[derive(Clone, Debug)]
pub(crate) struct NewGame {
    pub(crate) saved: SavedGame,
    pub(crate) owner: Option<TokenHash>,
    /// Who plays, for lists and searches.
    pub(crate) names: String,
    pub(crate) created: i64,
    pub(crate) keys: Vec<Key>,
    /// The seats that whoever made the game has taken, and the mark of that holder.
    pub(crate) claims: Vec<(Role, TokenHash)>,
}

/// A game as it was kept.
#[derive(Clone, Debug)]
pub(crate) struct GameRow {
    pub(crate) saved: SavedGame,
    pub(crate) keys: Vec<KeyRow>,
    pub(crate) claims: Vec<ClaimRow>,
}

/// A key with the numbers of its role and its kind. Only the game can tell whether it has such a role.
#[derive(Clone, Copy, Debug)]
pub(crate) struct KeyRow {
    pub(crate) hash: TokenHash,
    pub(crate) role: i64,
    pub(crate) kind: i64,
}

/// A claimed seat, by the number of its role, and the mark of its holder.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ClaimRow {
    pub(crate) role: i64,
    pub(crate) holder: TokenHash,
}

/// A line of a list of games.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct ListedGame {
    id: String,
    rules: String,
    names: String,
    state: String,
    result: Option<String>,
    slots: u32,
    taken_back: u32,
    reopened: u32,
    /// Whether somebody chose the seed.
    seed_chosen: bool,
    created: i64,
    touched: i64,
}

/// What to list.
#[derive(Clone, Debug)]
pub(crate) struct ListQuery {
    pub(crate) owner: TokenHash,
    pub(crate) words: String,
    pub(crate) state: Option<String>,
    pub(crate) page: u32,
}

/// Games on a page.
pub(crate) const PAGE: u32 = 50;

/// How a game stands, after a change.
#[derive(Clone, Debug)]
pub(crate) struct GameStatus {
    pub(crate) state: &'static str,
    pub(crate) result: Option<&'static str>,
    pub(crate) slots: u8,
    pub(crate) taken_back: u32,
    pub(crate) reopened: u32,
    pub(crate) touched: i64,
}

impl Store {
    /// Keeps a new game with its keys.
    pub(crate) async fn create(&self, game: NewGame) -> Result<(), QueryError> {
        self.write(move |db| insert_game(db, &game)).await
    }

    /// Keeps a move. It is durable when this returns.
    pub(crate) async fn add_ply(
        &self,
        game: &str,
        ply: usize,
        mv: String,
        status: GameStatus,
    ) -> Result<(), QueryError> {
        let game = game.to_owned();
        self.write(move |db| {
            let mut insert =
                db.prepare_cached("INSERT INTO ply (game, ply, mv) VALUES (?, ?, ?)")?;
            insert.execute(params![game, ply as i64, mv])?;
            touch(db, &game, &status)
        })
        .await
    }

    /// Forgets the plies from a number on.
    pub(crate) async fn cut_plies(
        &self,
        game: &str,
        from: usize,
        status: GameStatus,
    ) -> Result<(), QueryError> {
        let game = game.to_owned();
        self.write(move |db| {
            let mut delete = db.prepare_cached("DELETE FROM ply WHERE game = ? AND ply >= ?")?;
            delete.execute(params![game, from as i64])?;
            touch(db, &game, &status)
        })
        .await
    }

    /// Keeps how a game stands.
    pub(crate) async fn set_status(
        &self,
        game: &str,
        status: GameStatus,
    ) -> Result<(), QueryError> {
        let game = game.to_owned();
        self.write(move |db| touch(db, &game, &status)).await
    }

    /// Keeps how fast agents move, and whether they wait.
    pub(crate) async fn set_pace(
        &self,
        game: &str,
        pace_ms: u32,
        paused: bool,
    ) -> Result<(), QueryError> {
        let game = game.to_owned();
        self.write(move |db| {
            let sql = "UPDATE game SET pace_ms = ?, paused = ? WHERE id = ?";
            db.prepare_cached(sql)?.execute(params![pace_ms, paused, game]).map(drop)
        })
        .await
    }

    /// Keeps who sits where, and the line for lists.
    pub(crate) async fn set_names(
        &self,
        game: &str,
        seats: String,
        names: String,
    ) -> Result<(), QueryError> {
        let game = game.to_owned();
        self.write(move |db| {
            let sql = "UPDATE game SET seats = ?, names = ? WHERE id = ?";
            db.prepare_cached(sql)?.execute(params![seats, names, game]).map(drop)
        })
        .await
    }

    /// A game with its keys, claims and moves.
    pub(crate) async fn game(&self, id: &str) -> Result<Option<GameRow>, QueryError> {
        let id = id.to_owned();
        self.read(move |db| load_game(db, &id)).await
    }

    /// Games that go on, the latest first.
    pub(crate) async fn open_games(&self, most: u32) -> Result<Vec<String>, QueryError> {
        self.read(move |db| {
            let mut query = db.prepare_cached(
                "SELECT id FROM game WHERE state = 'open' ORDER BY touched DESC LIMIT ?",
            )?;
            query.query_map([most], |row| row.get(0))?.collect()
        })
        .await
    }

    /// A page of an owner's games, and how many there are.
    pub(crate) async fn list(
        &self,
        query: ListQuery,
    ) -> Result<(Vec<ListedGame>, u32), QueryError> {
        self.read(move |db| list_games(db, &query)).await
    }
}

fn insert_game(db: &Connection, game: &NewGame) -> rusqlite::Result<()> {
    let mut insert = db.prepare_cached(
        "INSERT INTO game (id, owner, rules, start, seed, seats, help, pace_ms, names, created, \
         touched, state, result, slots, taken_back, seed_chosen) \
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 'open', NULL, 0, 0, ?)",
    )?;
    let saved = &game.saved;
    insert.execute(params![
        saved.id,
        game.owner.map(|hash| hash.0),
        saved.rules,
        saved.start,
        saved.seed.unwrap_or_default() as i64,
        saved.seats,
        saved.help,
        saved.pace_ms,
        game.names,
        game.created,
        game.created,
        saved.seed.is_some(),
    ])?;
    insert_keys(db, &saved.id, &game.keys)?;
    let mut claim = db.prepare_cached("INSERT INTO claim (game, role, holder) VALUES (?, ?, ?)")?;
    for (role, holder) in &game.claims {
        claim.execute(params![saved.id, role.to_number(), holder.0])?;
    }
    Ok(())
}

fn touch(db: &Connection, game: &str, status: &GameStatus) -> rusqlite::Result<()> {
    let mut update = db.prepare_cached(
        "UPDATE game SET touched = ?, state = ?, result = ?, slots = ?, taken_back = ?, reopened = ? \
         WHERE id = ?",
    )?;
    let GameStatus { state, result, slots, taken_back, reopened, touched } = status;
    update.execute(params![touched, state, result, slots, taken_back, reopened, game])?;
    Ok(())
}

fn load_game(db: &Connection, id: &str) -> rusqlite::Result<Option<GameRow>> {
    let mut query = db.prepare_cached(
        "SELECT id, rules, start, seed, seats, help, pace_ms, state, taken_back, reopened, paused, \
         seed_chosen FROM game WHERE id = ?",
    )?;
    let row = |row: &Row<'_>| {
        Ok(SavedGame {
            id: row.get(0)?,
            rules: row.get(1)?,
            start: row.get(2)?,
            seed: row.get::<_, bool>(11)?.then_some(row.get::<_, i64>(3)? as u64),
            seats: row.get(4)?,
            help: row.get(5)?,
            pace_ms: row.get(6)?,
            state: row.get(7)?,
            taken_back: row.get(8)?,
            reopened: row.get(9)?,
            paused: row.get(10)?,
            moves: Vec::new(),
        })
    };
    let Some(mut saved) = query.query_row([id], row).optional()? else {
        return Ok(None);
    };
    let mut plies = db.prepare_cached("SELECT mv FROM ply WHERE game = ? ORDER BY ply")?;
    saved.moves = plies.query_map([id], |row| row.get(0))?.collect::<rusqlite::Result<_>>()?;
    let mut keys = db.prepare_cached("SELECT hash, role, kind FROM link WHERE game = ?")?;
    let key = |row: &Row<'_>| {
        Ok(KeyRow { hash: TokenHash(row.get(0)?), role: row.get(1)?, kind: row.get(2)? })
    };
    let keys = keys.query_map([id], key)?.collect::<rusqlite::Result<_>>()?;
    let mut claims = db.prepare_cached("SELECT role, holder FROM claim WHERE game = ?")?;
    let claim = |row: &Row<'_>| Ok(ClaimRow { role: row.get(0)?, holder: TokenHash(row.get(1)?) });
    let claims = claims.query_map([id], claim)?.collect::<rusqlite::Result<_>>()?;
    Ok(Some(GameRow { saved, keys, claims }))
}

fn list_games(db: &Connection, query: &ListQuery) -> rusqlite::Result<(Vec<ListedGame>, u32)> {
    // A search for words in names and rules; the wildcards of LIKE are plain letters here.
    let words = query.words.replace('\\', "\\\\").replace('%', "\\%").replace('_', "\\_");
    let like = format!("%{words}%");
    let mut count = db.prepare_cached(
        "SELECT count(*) FROM game WHERE (owner = ?1 OR id IN (SELECT game FROM claim WHERE holder = ?1)) AND (?2 IS NULL OR state = ?2) \
         AND (names LIKE ?3 ESCAPE '\\' OR rules LIKE ?3 ESCAPE '\\')",
    )?;
    let all = count.query_row(params![query.owner.0, query.state, like], |row| row.get(0))?;
    let mut select = db.prepare_cached(
        "SELECT id, rules, names, state, result, slots, taken_back, reopened, seed_chosen, created, \
         touched FROM game WHERE (owner = ?1 OR id IN (SELECT game FROM claim WHERE holder = ?1)) AND (?2 IS NULL OR state = ?2) \
         AND (names LIKE ?3 ESCAPE '\\' OR rules LIKE ?3 ESCAPE '\\') \
         ORDER BY touched DESC, id LIMIT ?4 OFFSET ?5",
    )?;
    let offset = u64::from(query.page) * u64::from(PAGE);
    let row = |row: &Row<'_>| {
        Ok(ListedGame {
            id: row.get(0)?,
            rules: row.get(1)?,
            names: row.get(2)?,
            state: row.get(3)?,
            result: row.get(4)?,
            slots: row.get(5)?,
            taken_back: row.get(6)?,
            reopened: row.get(7)?,
            seed_chosen: row.get(8)?,
            created: row.get(9)?,
            touched: row.get(10)?,
        })
    };
    let bound = params![query.owner.0, query.state, like, PAGE, offset as i64];
    let games = select.query_map(bound, row)?.collect::<rusqlite::Result<_>>()?;
    Ok((games, all))
}
