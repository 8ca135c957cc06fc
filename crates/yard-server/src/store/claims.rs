//! Seats in the store: invitations, the tokens of those who have claimed a seat, and their recovery codes.
//!
//! The row of a claim is what decides: of two who claim a seat at once, on whatever server, one finds it there.

use yard_tabletop::Role;

use super::games::GameKey;
use super::sql::Statement;
use super::{QueryError, Store};
use crate::keys::{DeadLinks, Key, KeyKind};
use crate::secret::TokenHash;

/// The new keys of a seat, and who holds it.
#[derive(Clone, Debug)]
pub(crate) struct SeatKeys {
    pub(crate) role: Role,
    pub(crate) keys: [Key; 2],
    pub(crate) holder: TokenHash,
    /// In whose list the game is, besides that of whoever made it.
    pub(crate) guest: Option<TokenHash>,
}

impl Store {
    /// Keeps that somebody has sat down; `false` when somebody was quicker.
    pub(crate) async fn claim_seat(
        &self,
        game: &GameKey,
        seat: SeatKeys,
    ) -> Result<bool, QueryError> {
        let SeatKeys { role, keys, holder, guest } = seat;
        let number = role.to_number();
        let sql = "INSERT INTO claim (game, role, holder, guest) VALUES ($1, $2, $3, $4) \
                   ON CONFLICT (game, role) DO NOTHING";
        let values = vec![game.id.as_str().into(), number.into(), holder.into(), guest.into()];
        let mut change = vec![hold(game), Statement::must(sql, values)];
        change.extend(kill_invitations(&game.id, number));
        change.extend(insert_keys(&game.id, &keys));
        match self.change(change).await {
            Ok(()) => Ok(true),
            // Either the seat is taken, or another process has the game.
            Err(QueryError::Fenced) if self.is_taken(game, role).await? => Ok(false),
            Err(error) => Err(error),
        }
    }

    /// Keeps the new keys of a claimed seat; the old ones are gone.
    pub(crate) async fn replace_keys(
        &self,
        game: &GameKey,
        seat: SeatKeys,
        dead: DeadLinks,
    ) -> Result<(), QueryError> {
        let SeatKeys { role, keys, holder, guest } = seat;
        let (id, number) = (game.id.as_str(), role.to_number());
        let sql = "UPDATE claim SET holder = $1, guest = $2 WHERE game = $3 AND role = $4";
        let values = vec![holder.into(), guest.into(), id.into(), number.into()];
        let mut change = vec![hold(game), Statement::must(sql, values)];
        let gone = match dead {
            DeadLinks::Keep => vec![KeyKind::Seat, KeyKind::Recovery],
            DeadLinks::Forget => vec![KeyKind::Seat, KeyKind::Recovery, KeyKind::Dead],
        };
        change.extend(gone.into_iter().map(|kind| forget(id, number, kind)));
        change.extend(insert_keys(id, &keys));
        self.change(change).await
    }

    /// Keeps a new invitation to a free seat; `false` when somebody sits there.
    pub(crate) async fn invite(&self, game: &GameKey, invitation: Key) -> Result<bool, QueryError> {
        let number = invitation.role.to_number();
        // The seat must be free at the moment of the change.
        let free = "UPDATE game SET fence = fence WHERE id = $1 AND fence = $2 \
                    AND NOT EXISTS (SELECT 1 FROM claim WHERE game = $1 AND role = $3)";
        let values = vec![game.id.as_str().into(), game.fence.into(), number.into()];
        let mut change = vec![Statement::must(free, values)];
        change.extend(kill_invitations(&game.id, number));
        change.extend(insert_keys(&game.id, &[invitation]));
        match self.change(change).await {
            Ok(()) => Ok(true),
            Err(QueryError::Fenced) if self.is_taken(game, invitation.role).await? => Ok(false),
            Err(error) => Err(error),
        }
    }

    /// Keeps one more key of a game.
    pub(crate) async fn add_key(&self, game: &GameKey, key: Key) -> Result<(), QueryError> {
        let mut change = vec![hold(game)];
        change.extend(insert_keys(&game.id, &[key]));
        self.change(change).await
    }

    async fn is_taken(&self, game: &GameKey, role: Role) -> Result<bool, QueryError> {
        let sql = "SELECT role FROM claim WHERE game = $1 AND role = $2";
        let values = vec![game.id.as_str().into(), role.to_number().into()];
        Ok(!self.rows(sql, values).await?.is_empty())
    }

    /// Who made a game; `None` when there is no such game or nobody said so.
    pub(crate) async fn owner(&self, game: &str) -> Result<Option<TokenHash>, QueryError> {
        let found = self.rows("SELECT owner FROM game WHERE id = $1", vec![game.into()]).await?;
        match super::sql::first(Some(found)) {
            Some(mut row) => row.take(),
            None => Ok(None),
        }
    }
}

/// The row of the game first: it is locked from then on, and whoever has lost it is turned back.
fn hold(game: &GameKey) -> Statement {
    let sql = "UPDATE game SET fence = fence WHERE id = $1 AND fence = $2";
    Statement::must(sql, vec![game.id.as_str().into(), game.fence.into()])
}

pub(super) fn insert_keys(game: &str, keys: &[Key]) -> Vec<Statement> {
    let sql = "INSERT INTO link (hash, game, kind, role) VALUES ($1, $2, $3, $4)";
    let insert = |Key { hash, role, kind }: &Key| {
        let (kind, role) = (kind.to_number(), role.to_number());
        Statement::run(sql, vec![(*hash).into(), game.into(), kind.into(), role.into()])
    };
    keys.iter().map(insert).collect()
}

fn forget(game: &str, role: i64, kind: KeyKind) -> Statement {
    let sql = "DELETE FROM link WHERE game = $1 AND role = $2 AND kind = $3";
    Statement::run(sql, vec![game.into(), role.into(), kind.to_number().into()])
}

/// Of the dead invitations to a seat the latest is remembered.
fn kill_invitations(game: &str, role: i64) -> [Statement; 2] {
    let [alive, dead] = [KeyKind::Invitation, KeyKind::Dead].map(KeyKind::to_number);
    let sql = "UPDATE link SET kind = $1 WHERE game = $2 AND role = $3 AND kind = $4";
    let values = vec![dead.into(), game.into(), role.into(), alive.into()];
    [forget(game, role, KeyKind::Dead), Statement::run(sql, values)]
}
