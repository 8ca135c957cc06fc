//! Seats in the store: invitations, the tokens of those who have claimed a seat, and their recovery codes.
//!
//! The row of a claim is what decides: of two who claim a seat at once, on whatever server, one finds it there.

use std::sync::mpsc::channel;

use rusqlite::{Connection, OptionalExtension, params};
use yard_tabletop::Role;

use super::{QueryError, Store};
use crate::keys::{DeadLinks, Key, KeyKind};
use crate::secret::TokenHash;

/// The new keys of a seat, and who holds it.
#[derive(Clone, Debug)]
pub(crate) struct SeatKeys {
    pub(crate) role: Role,
    pub(crate) keys: [Key; 2],
    pub(crate) holder: TokenHash,
}

impl Store {
    /// Keeps that somebody has sat down; `false` when somebody was quicker.
    pub(crate) async fn claim(&self, game: &str, seat: SeatKeys) -> Result<bool, QueryError> {
        let game = game.to_owned();
        self.write_telling(move |db| {
            let number = seat.role.to_number();
            let sql = "INSERT INTO claim (game, role, holder) VALUES (?, ?, ?) \
                       ON CONFLICT (game, role) DO NOTHING";
            let new = db.prepare_cached(sql)?.execute(params![game, number, seat.holder.0])?;
            if new == 1 {
                kill_invitations(db, &game, number)?;
                insert_keys(db, &game, &seat.keys)?;
            }
            Ok(new == 1)
        })
        .await
    }

    /// Keeps the new keys of a claimed seat; the old ones are gone.
    pub(crate) async fn replace_keys(
        &self,
        game: &str,
        seat: SeatKeys,
        dead: DeadLinks,
    ) -> Result<(), QueryError> {
        let game = game.to_owned();
        self.write(move |db| {
            let number = seat.role.to_number();
            let sql = "UPDATE claim SET holder = ? WHERE game = ? AND role = ?";
            db.prepare_cached(sql)?.execute(params![seat.holder.0, game, number])?;
            let sql = "DELETE FROM link WHERE game = ? AND role = ? AND kind <> ? AND kind <> ?";
            let kept = match dead {
                DeadLinks::Keep => KeyKind::Dead,
                DeadLinks::Forget => KeyKind::Invitation,
            };
            let kinds = [KeyKind::Invitation, kept].map(KeyKind::to_number);
            db.prepare_cached(sql)?.execute(params![game, number, kinds[0], kinds[1]])?;
            insert_keys(db, &game, &seat.keys)
        })
        .await
    }

    /// Keeps a new invitation to a free seat; `false` when somebody sits there.
    pub(crate) async fn invite(&self, game: &str, invitation: Key) -> Result<bool, QueryError> {
        let game = game.to_owned();
        self.write_telling(move |db| {
            let number = invitation.role.to_number();
            let sql = "SELECT 1 FROM claim WHERE game = ? AND role = ?";
            let taken = db.prepare_cached(sql)?.exists(params![game, number])?;
            if !taken {
                kill_invitations(db, &game, number)?;
                insert_keys(db, &game, &[invitation])?;
            }
            Ok(!taken)
        })
        .await
    }

    /// Who made a game; `None` when there is no such game or nobody said so.
    pub(crate) async fn owner(&self, game: &str) -> Result<Option<TokenHash>, QueryError> {
        let game = game.to_owned();
        self.read(move |db| {
            let mut query = db.prepare_cached("SELECT owner FROM game WHERE id = ?")?;
            let owner = query.query_row([&game], |row| row.get::<_, Option<[u8; 32]>>(0));
            Ok(owner.optional()?.flatten().map(TokenHash))
        })
        .await
    }

    /// Writes durably, and tells what the last try found.
    async fn write_telling<T: Send + 'static>(
        &self,
        mut work: impl FnMut(&Connection) -> rusqlite::Result<T> + Send + 'static,
    ) -> Result<T, QueryError> {
        let (tell, told) = channel();
        self.write(move |db| {
            let _ = tell.send(work(db)?);
            Ok(())
        })
        .await?;
        told.try_iter().last().ok_or(QueryError::NoAnswer)
    }
}

pub(super) fn insert_keys(db: &Connection, game: &str, keys: &[Key]) -> rusqlite::Result<()> {
    let sql = "INSERT INTO link (hash, game, role, kind) VALUES (?, ?, ?, ?)";
    let mut insert = db.prepare_cached(sql)?;
    for Key { hash, role, kind } in keys {
        insert.execute(params![hash.0, game, role.to_number(), kind.to_number()])?;
    }
    Ok(())
}

/// Of the dead invitations to a seat the latest is remembered.
fn kill_invitations(db: &Connection, game: &str, role: i64) -> rusqlite::Result<()> {
    let [alive, dead] = [KeyKind::Invitation, KeyKind::Dead].map(KeyKind::to_number);
    let sql = "DELETE FROM link WHERE game = ? AND role = ? AND kind = ?";
    db.prepare_cached(sql)?.execute(params![game, role, dead])?;
    let sql = "UPDATE link SET kind = ? WHERE game = ? AND role = ? AND kind = ?";
    db.prepare_cached(sql)?.execute(params![dead, game, role, alive]).map(drop)
}
