//! What a table does when a change was not kept.

use yard_tabletop::Tabletop;

use super::command::Reply;
use super::task::Table;
use crate::clock::now_ms;
use crate::error::ApiError;
use crate::store::{GameStatus, QueryError};

impl Table {
    /// Answers, unless the game is somebody else's: then the lobby finds it again and asks there.
    pub(super) async fn answer<T>(&mut self, reply: Reply<T>, done: Result<T, ApiError>) {
        match self.trouble.take() {
            Some(QueryError::Fenced) => {
                self.gone = true;
                // Before the one who asks learns that there is no answer here.
                self.lobby.forget(&self.key);
                drop(reply);
            }
            Some(_) => {
                let _ = reply.send(done);
                self.reload().await;
                self.changed().await;
            }
            None => {
                let _ = reply.send(done);
            }
        }
    }

    /// Notes what the store said.
    pub(super) fn kept<T>(&mut self, kept: Result<T, QueryError>) -> Result<T, ApiError> {
        kept.map_err(|error| {
            self.trouble = Some(error.clone());
            error.into()
        })
    }

    /// After a change that may or may not have been kept: the store knows.
    pub(super) async fn reload(&mut self) {
        self.lobby.store_failed(&self.key.id);
        let row = self.lobby.store.game(&self.key.id).await;
        let row = row.ok().flatten().filter(|row| row.fence == self.key.fence);
        match row.and_then(|row| self.lobby.bring_back(row).ok()) {
            Some((game, keys)) => {
                self.forget_thoughts();
                self.keys.reset(keys);
                self.pace.send_replace(game.pace_ms());
                self.game = game;
            }
            None => self.gone = true,
        }
    }
}

/// How a game stands, for lists.
pub(super) fn status(game: &Tabletop) -> GameStatus {
    GameStatus {
        state: game.state().word(),
        result: game.result(),
        slots: game.slots_used(),
        taken_back: game.taken_back(),
        reopened: game.reopened(),
        late: game.late_text().unwrap_or_else(|_| "{}".to_owned()),
        touched: now_ms(),
    }
}
