//! Games in the store.

use rusqlite::{Connection, OptionalExtension, Row, params};
use serde::Serialize;
use yard_tabletop::{Role, SavedGame};

use super::{QueryError, Store};
use crate::secret::TokenHash;

/// A game that is to be kept.
#[derive(Clone, Debug)]
pub(crate) struct NewGame {
    pub(crate) saved: SavedGame,
    pub(crate) owner: Option<TokenHash>,
    /// Who plays, for lists and searches.
    pub(crate) names: String,
    pub(crate) created: i64,
    pub(crate) links: Vec<(TokenHash, Role)>,
}

/// A game as it was kept.
#[derive(Clone, Debug)]
pub(crate) struct GameRow {
    pub(crate) saved: SavedGame,
    /// Tokens and the numbers of their roles. Only the game can tell whether it has such a role.
    pub(crate) links: Vec<(TokenHash, i64)>,
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
    /// Keeps a new game with its links.
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

    /// A game with its links and moves.
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
         touched, state, result, slots, taken_back) \
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 'open', NULL, 0, 0)",
    )?;
    let saved = &game.saved;
    insert.execute(params![
        saved.id,
        game.owner.map(|hash| hash.0),
        saved.rules,
        saved.start,
        saved.seed as i64,
        saved.seats,
        saved.help,
        saved.pace_ms,
        game.names,
        game.created,
        game.created,
    ])?;
    let mut link = db.prepare_cached("INSERT INTO link (hash, game, role) VALUES (?, ?, ?)")?;
    for (hash, role) in &game.links {
        link.execute(params![hash.0, saved.id, role.to_number()])?;
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
        "SELECT id, rules, start, seed, seats, help, pace_ms, state, taken_back, reopened, paused \
         FROM game WHERE id = ?",
    )?;
    let row = |row: &Row<'_>| {
        Ok(SavedGame {
            id: row.get(0)?,
            rules: row.get(1)?,
            start: row.get(2)?,
            seed: row.get::<_, i64>(3)? as u64,
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
    let mut links = db.prepare_cached("SELECT hash, role FROM link WHERE game = ?")?;
    let link = |row: &Row<'_>| Ok((TokenHash(row.get(0)?), row.get(1)?));
    let links = links.query_map([id], link)?.collect::<rusqlite::Result<_>>()?;
    Ok(Some(GameRow { saved, links }))
}

/// A search for words looks at so many of the latest games; a list without one has all.
const MOST_SEARCHED: u32 = 10_000;

/// The games of a query. Without words an index alone answers it, however many games there are.
fn listed(query: &ListQuery) -> String {
    let state = if query.state.is_some() { "state = ?2" } else { "?2 IS NULL" };
    let own = format!("game WHERE owner = ?1 AND {state}");
    match query.words.is_empty() {
        true => format!("{own} AND ?3 IS NOT NULL"),
        false => format!(
            "(SELECT * FROM {own} ORDER BY touched DESC, id LIMIT {MOST_SEARCHED}) \
             WHERE (names LIKE ?3 ESCAPE '\\' OR rules LIKE ?3 ESCAPE '\\')"
        ),
    }
}

fn list_games(db: &Connection, query: &ListQuery) -> rusqlite::Result<(Vec<ListedGame>, u32)> {
    // A search for words in names and rules; the wildcards of LIKE are plain letters here.
    let words = query.words.replace('\\', "\\\\").replace('%', "\\%").replace('_', "\\_");
    let (like, listed) = (format!("%{words}%"), listed(query));
    let mut count = db.prepare_cached(&format!("SELECT count(*) FROM {listed}"))?;
    let all = count.query_row(params![query.owner.0, query.state, like], |row| row.get(0))?;
    let mut select = db.prepare_cached(&format!(
        "SELECT id, rules, names, state, result, slots, taken_back, reopened, created, touched \
         FROM {listed} ORDER BY touched DESC, id LIMIT ?4 OFFSET ?5"
    ))?;
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
            created: row.get(8)?,
            touched: row.get(9)?,
        })
    };
    let bound = params![query.owner.0, query.state, like, PAGE, offset as i64];
    let games = select.query_map(bound, row)?.collect::<rusqlite::Result<_>>()?;
    Ok((games, all))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::schema;

    fn query(words: &str, state: Option<&str>) -> ListQuery {
        let (words, state) = (words.to_owned(), state.map(str::to_owned));
        ListQuery { owner: TokenHash([1; 32]), words, state, page: 0 }
    }

    /// A list sorts nothing and looks at no game that it does not show: the plan says so, whatever the number.
    #[test]
    fn lists_are_answered_by_an_index() {
        let db = Connection::open_in_memory().unwrap();
        schema::prepare(&db, "memory").unwrap();
        for state in [None, Some("open")] {
            let listed = listed(&query("", state));
            for sql in [
                format!("SELECT count(*) FROM {listed}"),
                format!("SELECT id, names FROM {listed} ORDER BY touched DESC, id LIMIT 50"),
            ] {
                let mut plan = db.prepare(&format!("EXPLAIN QUERY PLAN {sql}")).unwrap();
                let bound = params![[1_u8; 32], state, "%"];
                let steps = plan.query_map(bound, |row| row.get::<_, String>(3)).unwrap();
                let steps: Vec<String> = steps.map(Result::unwrap).collect();
                assert_eq!(steps.len(), 1, "{sql}: {steps:?}");
                assert!(steps[0].contains("INDEX game_owner_"), "{sql}: {steps:?}");
            }
        }
    }

    #[test]
    fn a_list_of_many_games_is_whole_and_a_search_finds_the_latest() {
        let db = Connection::open_in_memory().unwrap();
        schema::prepare(&db, "memory").unwrap();
        db.execute(
            "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 20000) \
             INSERT INTO game SELECT 'g' || i, ?1, 'classic', '1', 1, '', '', 0, \
             'name ' || i, i, i, CASE i % 2 WHEN 0 THEN 'open' ELSE 'over' END, NULL, 0, 0, 0, 0 FROM n",
            params![[1_u8; 32]],
        )
        .unwrap();
        let (page, all) = list_games(&db, &query("", None)).unwrap();
        assert_eq!((page.len(), all, page[0].id.as_str()), (50, 20_000, "g20000"));
        let (page, all) = list_games(&db, &query("", Some("over"))).unwrap();
        assert_eq!((all, page[0].id.as_str()), (10_000, "g19999"));
        let (page, all) = list_games(&db, &query("NAME 19999", None)).unwrap();
        assert_eq!((all, page[0].id.as_str()), (1, "g19999"));
        assert_eq!(list_games(&db, &query("name 7", None)).unwrap().1, 0, "too long ago");
        assert_eq!(list_games(&db, &query("%", None)).unwrap().1, 0, "a plain letter");
        let last = ListQuery { page: 399, ..query("", None) };
        assert_eq!(list_games(&db, &last).unwrap().0.last().unwrap().id, "g1");
    }
}
