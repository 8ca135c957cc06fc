//! Games in the store.

use serde::Serialize;
use yard_tabletop::{Role, SavedGame};

use super::claims::insert_keys;
use super::rules::{keep_rules, read_kept};
use super::sql::{Row, Statement, Value};
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

/// A game and the right to change it: whoever holds an older fence changes nothing.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct GameKey {
    pub(crate) id: String,
    pub(crate) fence: i64,
}

/// A game as it was kept.
#[derive(Clone, Debug)]
pub(crate) struct GameRow {
    pub(crate) saved: SavedGame,
    pub(crate) fence: i64,
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

impl GameRow {
    pub(crate) fn key(&self) -> GameKey {
        GameKey { id: self.saved.id.clone(), fence: self.fence }
    }
}

/// A line of a list of games.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct ListedGame {
    pub(crate) id: String,
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
    /// How often each seat was too late, as JSON.
    pub(crate) late: String,
    pub(crate) touched: i64,
}

impl Store {
    /// Keeps a new game with its keys.
    pub(crate) async fn create(&self, game: NewGame) -> Result<GameKey, QueryError> {
        let shared = self.is_shared();
        let key = GameKey { id: game.saved.id.clone(), fence: i64::from(shared) };
        let holder = shared.then(|| self.me.to_string());
        self.change(insert_game(game, holder, key.fence)).await.map(|()| key)
    }

    /// Keeps a move. It is durable when this returns.
    pub(crate) async fn add_ply(
        &self,
        game: &GameKey,
        ply: usize,
        mv: String,
        status: GameStatus,
    ) -> Result<(), QueryError> {
        let insert = "INSERT INTO ply (game, ply, mv) VALUES ($1, $2, $3)";
        let values = vec![game.id.as_str().into(), (ply as i64).into(), mv.into()];
        // The row of the game first: it is locked from then on, and whoever has lost it is turned back.
        self.change(vec![touch(game, &status), Statement::run(insert, values)]).await
    }

    /// Forgets the plies from a number on.
    pub(crate) async fn cut_plies(
        &self,
        game: &GameKey,
        from: usize,
        status: GameStatus,
    ) -> Result<(), QueryError> {
        let delete = "DELETE FROM ply WHERE game = $1 AND ply >= $2";
        let values = vec![game.id.as_str().into(), (from as i64).into()];
        self.change(vec![touch(game, &status), Statement::run(delete, values)]).await
    }

    /// Keeps how a game stands.
    pub(crate) async fn set_status(
        &self,
        game: &GameKey,
        status: GameStatus,
    ) -> Result<(), QueryError> {
        self.change(vec![touch(game, &status)]).await
    }

    /// Keeps how fast agents move, and whether they wait.
    pub(crate) async fn set_pace(
        &self,
        game: &GameKey,
        pace_ms: u32,
        paused: bool,
    ) -> Result<(), QueryError> {
        let sql = "UPDATE game SET pace_ms = $1, paused = $2 WHERE id = $3 AND fence = $4";
        let values =
            vec![pace_ms.into(), paused.into(), game.id.as_str().into(), game.fence.into()];
        self.change(vec![Statement::must(sql, values)]).await
    }

    /// Keeps who sits where, and the line for lists.
    pub(crate) async fn set_names(
        &self,
        game: &GameKey,
        seats: String,
        names: String,
    ) -> Result<(), QueryError> {
        let sql = "UPDATE game SET seats = $1, names = $2 WHERE id = $3 AND fence = $4";
        let values = vec![seats.into(), names.into(), game.id.as_str().into(), game.fence.into()];
        self.change(vec![Statement::must(sql, values)]).await
    }

    /// Keeps the next game of a table, as JSON.
    pub(crate) async fn set_next(&self, game: &GameKey, next: String) -> Result<(), QueryError> {
        let sql = "UPDATE game SET next = $1 WHERE id = $2 AND fence = $3";
        let values = vec![next.into(), game.id.as_str().into(), game.fence.into()];
        self.change(vec![Statement::must(sql, values)]).await
    }

    /// A game with its keys, claims and moves.
    pub(crate) async fn game(&self, id: &str) -> Result<Option<GameRow>, QueryError> {
        let queries = [
            "SELECT id, rules, start, seed, seats, help, pace_ms, state, taken_back, reopened, paused, clock_s, \
             late, next, fence, seed_chosen, fingerprint, (SELECT text FROM rules WHERE rules.key = game.rules_key) \
             FROM game WHERE id = $1",
            "SELECT mv FROM ply WHERE game = $1 ORDER BY ply",
            "SELECT hash, role, kind FROM link WHERE game = $1",
            "SELECT role, holder FROM claim WHERE game = $1",
        ];
        let queries = queries.map(|sql| Statement::rows(sql, vec![id.into()]));
        let mut found = self.backend.read(queries.into()).await?.into_iter();
        let (games, moves) = (found.next(), found.next());
        let (keys, claims) = (found.next().unwrap_or_default(), found.next().unwrap_or_default());
        let Some(row) = super::sql::first(games) else {
            return Ok(None);
        };
        let (mut saved, fence) = read_game(row)?;
        let moves = moves.unwrap_or_default().into_iter().map(|mut row| row.take());
        saved.moves = moves.collect::<Result<_, _>>()?;
        let key =
            |mut row: Row| Ok(KeyRow { hash: row.take()?, role: row.take()?, kind: row.take()? });
        let claim = |mut row: Row| Ok(ClaimRow { role: row.take()?, holder: row.take()? });
        let keys = keys.into_iter().map(key).collect::<Result<_, QueryError>>()?;
        let claims = claims.into_iter().map(claim).collect::<Result<_, QueryError>>()?;
        Ok(Some(GameRow { saved, fence, keys, claims }))
    }

    /// A page of an owner's games, and how many there are.
    pub(crate) async fn list(
        &self,
        query: ListQuery,
    ) -> Result<(Vec<ListedGame>, u32), QueryError> {
        let offset = i64::from(query.page) * i64::from(PAGE);
        let [count, page] = list_statements(&query, offset);
        let mut found = self.backend.read(vec![count, page]).await?.into_iter();
        let all = super::sql::first(found.next()).ok_or(QueryError::Damaged)?.take()?;
        let games = found.next().unwrap_or_default().into_iter().map(read_line);
        Ok((games.collect::<Result<_, _>>()?, all))
    }
}

fn insert_game(game: NewGame, holder: Option<String>, fence: i64) -> Vec<Statement> {
    let NewGame { saved, owner, names, created, keys, claims } = game;
    let id = saved.id.clone();
    let (mut change, rules_key, fingerprint) = match &saved.kept_rules {
        Some(kept) => (vec![keep_rules(kept)], Some(kept.key()), Some(kept.fingerprint as i64)),
        None => (Vec::new(), None, None),
    };
    change.push(Statement::run(
        "INSERT INTO game (id, owner, rules, start, seed, seats, help, pace_ms, names, created, \
         touched, state, result, slots, taken_back, rules_key, fingerprint, holder, fence, \
         seed_chosen, clock_s) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, 'open', NULL, 0, 0, $12, $13, $14, $15, $16, $17)",
        vec![
            saved.id.into(),
            owner.into(),
            saved.rules.into(),
            saved.start.into(),
            (saved.seed.unwrap_or_default() as i64).into(),
            saved.seats.into(),
            saved.help.into(),
            saved.pace_ms.into(),
            names.into(),
            created.into(),
            created.into(),
            rules_key.into(),
            fingerprint.into(),
            holder.into(),
            fence.into(),
            saved.seed.is_some().into(),
            saved.clock_s.unwrap_or(0).into(),
        ],
    ));
    change.extend(insert_keys(&id, &keys));
    for (role, holder) in claims {
        let sql = "INSERT INTO claim (game, role, holder) VALUES ($1, $2, $3)";
        let values: Vec<Value> = vec![id.as_str().into(), role.to_number().into(), holder.into()];
        change.push(Statement::run(sql, values));
    }
    change
}

/// Keeps how a game stands, for its holder only.
fn touch(game: &GameKey, status: &GameStatus) -> Statement {
    let GameStatus { state, result, slots, taken_back, reopened, late, touched } = status;
    let sql = "UPDATE game SET touched = $1, state = $2, result = $3, slots = $4, taken_back = $5, \
               reopened = $6, late = $7 WHERE id = $8 AND fence = $9";
    let values = vec![
        (*touched).into(),
        (*state).into(),
        (*result).into(),
        u32::from(*slots).into(),
        (*taken_back).into(),
        (*reopened).into(),
        late.as_str().into(),
        game.id.as_str().into(),
        game.fence.into(),
    ];
    Statement::must(sql, values)
}

fn read_game(mut row: Row) -> Result<(SavedGame, i64), QueryError> {
    let mut saved = SavedGame {
        id: row.take()?,
        rules: row.take()?,
        kept_rules: None,
        start: row.take()?,
        seed: Some(row.take::<i64>()? as u64),
        seats: row.take()?,
        help: row.take()?,
        pace_ms: row.take()?,
        state: row.take()?,
        taken_back: row.take()?,
        reopened: row.take()?,
        paused: row.take()?,
        clock_s: Some(row.take()?).filter(|seconds| *seconds > 0),
        late: row.take()?,
        next: row.take()?,
        moves: Vec::new(),
    };
    let (fence, chosen): (i64, bool) = (row.take()?, row.take()?);
    saved.seed = saved.seed.filter(|_| chosen);
    saved.kept_rules = read_kept(row)?;
    Ok((saved, fence))
}

fn read_line(mut row: Row) -> Result<ListedGame, QueryError> {
    Ok(ListedGame {
        id: row.take()?,
        rules: row.take()?,
        names: row.take()?,
        state: row.take()?,
        result: row.take()?,
        slots: row.take()?,
        taken_back: row.take()?,
        reopened: row.take()?,
        seed_chosen: row.take()?,
        created: row.take()?,
        touched: row.take()?,
    })
}

/// The columns of a line of a list.
macro_rules! columns {
    () => {
        "id, rules, names, state, result, slots, taken_back, reopened, seed_chosen, created, touched"
    };
}

/// Games of somebody who has a seat there and did not make them. SQLite keeps the order of a cross join: it begins with
/// the seats, however tempting an index of all open games may look.
macro_rules! guest {
    () => {
        " FROM (SELECT DISTINCT game AS visited FROM claim WHERE guest = $1) AS seat CROSS JOIN game \
         WHERE id = visited AND (owner IS NULL OR owner <> $1)"
    };
}

/// A page of the games that somebody made or has a seat in: the first of each kind by their index, then both together.
macro_rules! page_of {
    ($which:literal, $first:literal, $limit:literal) => {
        concat!(
            "SELECT ",
            columns!(),
            " FROM (SELECT * FROM (SELECT ",
            columns!(),
            " FROM game WHERE owner = $1",
            $which,
            " ORDER BY touched DESC, id LIMIT ",
            $first,
            ") AS own UNION ALL SELECT * FROM (SELECT ",
            columns!(),
            guest!(),
            $which,
            " ORDER BY touched DESC, id LIMIT ",
            $first,
            ") AS visited) AS game ORDER BY touched DESC, id LIMIT ",
            $limit
        )
    };
}

macro_rules! count_of {
    ($which:literal) => {
        concat!(
            "SELECT (SELECT count(*) FROM game WHERE owner = $1",
            $which,
            ") + (SELECT count(*)",
            guest!(),
            $which,
            ")"
        )
    };
}

/// A search for words looks at so many of the latest games that somebody made, and at as many in which he is a guest; a
/// list without words has all.
macro_rules! latest {
    () => {
        " ORDER BY touched DESC, id LIMIT 10000) AS latest WHERE "
    };
}

/// A page of the games with certain words among the latest.
macro_rules! page_with {
    ($which:literal, $words:literal, $first:literal, $limit:literal) => {
        concat!(
            "SELECT ",
            columns!(),
            " FROM (SELECT * FROM (SELECT * FROM (SELECT ",
            columns!(),
            " FROM game WHERE owner = $1",
            $which,
            latest!(),
            $words,
            " ORDER BY touched DESC, id LIMIT ",
            $first,
            ") AS own UNION ALL SELECT * FROM (SELECT * FROM (SELECT ",
            columns!(),
            guest!(),
            $which,
            latest!(),
            $words,
            " ORDER BY touched DESC, id LIMIT ",
            $first,
            ") AS visited) AS game ORDER BY touched DESC, id LIMIT ",
            $limit
        )
    };
}

macro_rules! count_with {
    ($which:literal, $words:literal) => {
        concat!(
            "SELECT (SELECT count(*) FROM (SELECT names, rules FROM game WHERE owner = $1",
            $which,
            latest!(),
            $words,
            ") + (SELECT count(*) FROM (SELECT names, rules",
            guest!(),
            $which,
            latest!(),
            $words,
            ")"
        )
    };
}

/// How many games there are, and a page of them. Lists without words never look beyond their index to count.
pub(super) fn list_statements(query: &ListQuery, offset: i64) -> [Statement; 2] {
    // A search for words in names and rules; the wildcards of LIKE are plain letters here.
    let words = query.words.replace('\\', "\\\\").replace('%', "\\%").replace('_', "\\_");
    let words: Option<Value> = (!words.is_empty()).then(|| format!("%{words}%").into());
    let state: Option<Value> = query.state.as_deref().map(Value::from);
    let (count, page) = match (&words, &state) {
        (None, None) => (count_of!(""), page_of!("", "$2", "$3 OFFSET $4")),
        (None, Some(_)) => {
            (count_of!(" AND state = $2"), page_of!(" AND state = $2", "$3", "$4 OFFSET $5"))
        }
        (Some(_), None) => (
            count_with!(
                "",
                "(lower(names) LIKE lower($2) ESCAPE '\\' OR lower(rules) LIKE lower($2) ESCAPE '\\')"
            ),
            page_with!(
                "",
                "(lower(names) LIKE lower($2) ESCAPE '\\' OR lower(rules) LIKE lower($2) ESCAPE '\\')",
                "$3",
                "$4 OFFSET $5"
            ),
        ),
        (Some(_), Some(_)) => (
            count_with!(
                " AND state = $2",
                "(lower(names) LIKE lower($3) ESCAPE '\\' OR lower(rules) LIKE lower($3) ESCAPE '\\')"
            ),
            page_with!(
                " AND state = $2",
                "(lower(names) LIKE lower($3) ESCAPE '\\' OR lower(rules) LIKE lower($3) ESCAPE '\\')",
                "$4",
                "$5 OFFSET $6"
            ),
        ),
    };
    let values: Vec<Value> =
        [Some(query.owner.into()), state, words].into_iter().flatten().collect();
    let limits = vec![(offset + i64::from(PAGE)).into(), PAGE.into(), offset.into()];
    let paged = [values.clone(), limits].concat();
    [Statement::rows(count, values), Statement::rows(page, paged)]
}
