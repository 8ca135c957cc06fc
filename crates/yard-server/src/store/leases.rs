//! Which process plays a game, where several share the games.
//!
//! Each process has a row with the moment until which it counts as alive, by the clock of the database. A game has a
//! holder and a fence, a number that rises whenever the game goes to another holder. Every change of a game names the
//! fence under which its sender got the game, in the same transaction: a process that was paused, or cut off, while its
//! game was taken finds another number there and changes nothing. So what is safe never rests on a clock; the clock only
//! decides how soon a game is taken.

use super::games::{GameKey, GameRow};
use super::sql::{Row, Statement};
use super::{QueryError, Store};

/// The time of the database, in milliseconds. Only shared databases are asked.
macro_rules! now {
    () => {
        "CAST(extract(epoch FROM clock_timestamp()) * 1000 AS BIGINT)"
    };
}

/// Processes that are alive.
macro_rules! alive {
    () => {
        concat!("(SELECT id FROM server WHERE expires > ", now!(), ")")
    };
}

/// Another process that is alive.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Peer {
    pub(crate) id: String,
    /// Where other processes reach it.
    pub(crate) address: String,
}

/// What came of asking for a game.
#[derive(Clone, Debug)]
pub(crate) enum Claimed {
    /// This process plays it now.
    Here(Box<GameRow>),
    /// Another one does, which is alive.
    Elsewhere,
    /// There is no such game.
    Nowhere,
}

impl Store {
    /// Says that this process is alive for so many milliseconds, and returns all that are.
    pub(crate) async fn beat(&self, address: &str, ms: i64) -> Result<Vec<Peer>, QueryError> {
        let alive = concat!(
            "INSERT INTO server (id, address, expires) VALUES ($1, $2, ",
            now!(),
            " + $3) ON CONFLICT (id) DO UPDATE SET expires = excluded.expires"
        );
        let gone = concat!("DELETE FROM server WHERE expires < ", now!(), " - 3600000");
        let all = concat!("SELECT id, address FROM server WHERE id IN ", alive!(), " ORDER BY id");
        let change = vec![
            Statement::run(alive, vec![(*self.me).into(), address.into(), ms.into()]),
            Statement::run(gone, Vec::new()),
            Statement::rows(all, Vec::new()),
        ];
        let found = self.backend.write(change).await?.pop().unwrap_or_default();
        let peer = |mut row: Row| Ok(Peer { id: row.take()?, address: row.take()? });
        found.into_iter().map(peer).collect()
    }

    /// Says that this process plays nothing any more: others may take its games at once.
    pub(crate) async fn retire(&self) -> Result<(), QueryError> {
        let sql = "DELETE FROM server WHERE id = $1";
        self.change(vec![Statement::run(sql, vec![(*self.me).into()])]).await
    }

    /// Makes a stored game this process's own, unless one that is alive has it.
    pub(crate) async fn claim(&self, row: GameRow) -> Result<Claimed, QueryError> {
        if !self.is_shared() {
            return Ok(Claimed::Here(Box::new(row)));
        }
        let id = row.saved.id;
        let take = concat!(
            "UPDATE game SET holder = $1, fence = fence + 1 WHERE id = $2 \
             AND (holder IS NULL OR holder = $1 OR holder NOT IN ",
            alive!(),
            ") RETURNING fence"
        );
        let values = vec![(*self.me).into(), id.as_str().into()];
        let taken = self.backend.write(vec![Statement::rows(take, values)]).await?;
        if let Some(mut taken) = super::sql::first(taken.into_iter().next()) {
            let fence = taken.take()?;
            // Whatever the last holder has kept, it has kept before. Should the game have been taken again since, the
            // row has a later fence: it is not ours, and ours lets us change nothing.
            let row = self.game(&id).await?;
            let here = |row| Claimed::Here(Box::new(GameRow { fence, ..row }));
            return Ok(row.map_or(Claimed::Nowhere, here));
        }
        let there = self.game(&id).await?.is_some();
        Ok(if there { Claimed::Elsewhere } else { Claimed::Nowhere })
    }

    /// Where the process is reached that plays a game, if that is another one and alive.
    pub(crate) async fn holder(&self, id: &str) -> Result<Option<String>, QueryError> {
        if !self.is_shared() {
            return Ok(None);
        }
        let sql = concat!(
            "SELECT address FROM server WHERE id IN ",
            alive!(),
            " AND id <> $1 AND id = (SELECT holder FROM game WHERE game.id = $2)"
        );
        let found = self.rows(sql, vec![(*self.me).into(), id.into()]).await?;
        found.into_iter().next().map(|mut row| row.take()).transpose()
    }

    /// Games that go on and that no living process has, the latest first.
    pub(crate) async fn open_games(&self, most: u32) -> Result<Vec<String>, QueryError> {
        let found = match self.is_shared() {
            false => {
                let sql = "SELECT id FROM game WHERE state = 'open' ORDER BY touched DESC LIMIT $1";
                self.rows(sql, vec![most.into()]).await?
            }
            true => {
                let sql = concat!(
                    "SELECT id FROM game WHERE state = 'open' AND (holder IS NULL OR holder NOT IN ",
                    alive!(),
                    ") ORDER BY touched DESC LIMIT $1"
                );
                self.rows(sql, vec![most.into()]).await?
            }
        };
        found.into_iter().map(|mut row| row.take()).collect()
    }

    /// Those of the games that are no longer held under these fences.
    pub(crate) async fn lost(&self, games: Vec<GameKey>) -> Result<Vec<GameKey>, QueryError> {
        let mut lost = Vec::new();
        for game in games {
            let sql = "SELECT id FROM game WHERE id = $1 AND fence = $2";
            let found = self.rows(sql, vec![game.id.as_str().into(), game.fence.into()]).await?;
            if found.is_empty() {
                lost.push(game);
            }
        }
        Ok(lost)
    }

    /// A secret that all processes of a database share; the first one makes it.
    pub(crate) async fn shared_secret(&self, fresh: String) -> Result<String, QueryError> {
        let keep = "INSERT INTO setting (key, value) VALUES ('peer_secret', $1) \
                    ON CONFLICT (key) DO NOTHING";
        let read = "SELECT value FROM setting WHERE key = 'peer_secret'";
        let change =
            vec![Statement::run(keep, vec![fresh.into()]), Statement::rows(read, Vec::new())];
        let found = self.backend.write(change).await?.pop();
        super::sql::first(found).ok_or(QueryError::Damaged)?.take()
    }
}
