//! Sitting down: invitations become seats, seats get new keys. First on disk, then in memory.

use yard_tabletop::{ClaimError, Role};

use super::command::{Invited, Seated};
use super::task::Table;
use crate::error::ApiError;
use crate::keys::{DeadLinks, FreshKeys, Key, KeyKind};
use crate::secret::{self, TokenHash};
use crate::store::SeatKeys;

impl Table {
    /// Gives the seat of an invitation to whoever brings it first. The same browser may come again: its answer may
    /// have been lost.
    pub(super) async fn claim(
        &mut self,
        invitation: TokenHash,
        owner: Option<TokenHash>,
    ) -> Result<Seated, ApiError> {
        let (role, good) = self.keys.invited(invitation).ok_or_else(ApiError::no_game)?;
        if owner.is_some_and(|owner| self.game.is_held_by(role, owner.holder())) {
            return self.replace_keys(role, owner, DeadLinks::Keep).await;
        }
        if !good && !self.game.is_claimed(role) {
            return Err(ApiError::forbidden(
                "this link was replaced by a newer one; ask whoever invited you for that",
            ));
        }
        let fresh = FreshKeys::draw(self.lobby.chance.as_ref())?;
        self.take_seat(role, owner, fresh).await
    }

    /// Somebody sits down on a free seat.
    pub(super) async fn take_seat(
        &mut self,
        role: Role,
        owner: Option<TokenHash>,
        fresh: FreshKeys,
    ) -> Result<Seated, ApiError> {
        let holder = self.holder(owner)?;
        let mut after = self.game.clone();
        after.claim(role, holder.holder())?;
        let seat = self.seat_keys(role, &fresh, holder).await?;
        let first = self.lobby.store.claim_seat(&self.key, seat).await;
        if !self.kept(first)? {
            return Err(ClaimError::Taken.into());
        }
        self.game = after;
        self.keys.claimed(role, &fresh);
        self.set_clock();
        self.show().await;
        Ok(seated(role, fresh))
    }

    /// Gives a seat back to one who knows its recovery code. Whoever had it before has it no more.
    pub(super) async fn recover(
        &mut self,
        code: TokenHash,
        owner: Option<TokenHash>,
    ) -> Result<Seated, ApiError> {
        let role = self.keys.recovers(code).ok_or_else(ApiError::no_game)?;
        let holder = self.holder(owner)?;
        self.replace_keys(role, Some(holder), DeadLinks::Forget).await
    }

    /// Gives the holder of a seat new keys; the old ones open nothing.
    pub(super) async fn new_keys(&mut self, role: Role) -> Result<Seated, ApiError> {
        if role.only_watches() {
            return Err(ApiError::forbidden("this link is for watching"));
        }
        self.replace_keys(role, None, DeadLinks::Keep).await
    }

    /// Makes a new invitation to a free seat; the old one is dead.
    pub(super) async fn invite(&mut self, seat: &str) -> Result<Invited, ApiError> {
        let role = self.game.person_seat(seat).ok_or(ClaimError::NoSeat)?;
        if self.game.is_claimed(role) {
            return Err(ClaimError::Taken.into());
        }
        let invitation = secret::token(self.lobby.chance.as_ref())?;
        let hash = TokenHash::of(&invitation);
        let key = Key { hash, role, kind: KeyKind::Invitation };
        let free = self.lobby.store.invite(&self.key, key).await;
        if !self.kept(free)? {
            return Err(ClaimError::Taken.into());
        }
        self.keys.invite(role, hash);
        Ok(Invited { seat: role.name(), invitation })
    }

    pub(super) async fn replace_keys(
        &mut self,
        role: Role,
        holder: Option<TokenHash>,
        dead: DeadLinks,
    ) -> Result<Seated, ApiError> {
        let known = self.game.holder(role).ok_or(ClaimError::NoSeat)?;
        let holder = holder.unwrap_or(TokenHash(known.0));
        let fresh = FreshKeys::draw(self.lobby.chance.as_ref())?;
        let seat = self.seat_keys(role, &fresh, holder).await?;
        let kept = self.lobby.store.replace_keys(&self.key, seat, dead).await;
        self.kept(kept)?;
        self.game.hand_over(role, holder.holder())?;
        self.keys.replaced(role, &fresh, dead);
        // Sockets with the old token notice it now.
        self.show().await;
        Ok(seated(role, fresh))
    }

    /// What is kept of a seat's keys. Whoever did not make the game finds it in his list as a guest.
    async fn seat_keys(
        &mut self,
        role: Role,
        fresh: &FreshKeys,
        holder: TokenHash,
    ) -> Result<SeatKeys, ApiError> {
        let host = self.lobby.store.owner(&self.key.id).await?;
        let guest = (host != Some(holder)).then_some(holder);
        Ok(SeatKeys { role, keys: fresh.keys(role), holder, guest })
    }

    /// The mark of whoever sits down; one who does not tell who he is has a mark of his own.
    fn holder(&self, owner: Option<TokenHash>) -> Result<TokenHash, ApiError> {
        match owner {
            Some(owner) => Ok(owner),
            None => Ok(secret::nobody(self.lobby.chance.as_ref())?),
        }
    }
}

fn seated(role: Role, fresh: FreshKeys) -> Seated {
    Seated { seat: role.name(), token: fresh.token, recovery: fresh.recovery }
}
