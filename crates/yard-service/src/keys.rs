//! What opens a table: tokens of seats, invitations to free seats, and recovery codes. Only their hashes are known here.

use std::sync::{Mutex, MutexGuard, PoisonError};

use yard_tabletop::Role;

use crate::error::ApiError;
use crate::secret::{self, Chance, NoChance, TokenHash};

/// Locks. Whoever held the lock and broke down has left whole data: everything is changed at once under it.
fn lock(keys: &Mutex<Vec<Key>>) -> MutexGuard<'_, Vec<Key>> {
    keys.lock().unwrap_or_else(PoisonError::into_inner)
}

/// What a key is good for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum KeyKind {
    /// It opens a seat, or lets somebody watch.
    Seat,
    /// It opens nothing; whoever brings it first gets the seat.
    Invitation,
    /// It gives a claimed seat back to one who lost the token.
    Recovery,
    /// An invitation that was used or replaced.
    Dead,
}

impl KeyKind {
    const ALL: [KeyKind; 4] =
        [KeyKind::Seat, KeyKind::Invitation, KeyKind::Recovery, KeyKind::Dead];

    /// The number under which it is kept.
    pub fn to_number(self) -> i64 {
        match self {
            KeyKind::Seat => 0,
            KeyKind::Invitation => 1,
            KeyKind::Recovery => 2,
            KeyKind::Dead => 3,
        }
    }

    /// The kind of a kept number; `None` when there is no such kind.
    pub fn from_number(number: i64) -> Option<KeyKind> {
        KeyKind::ALL.into_iter().find(|kind| kind.to_number() == number)
    }
}

/// A key of a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Key {
    /// What is known of the token.
    pub hash: TokenHash,
    /// What it is a key of.
    pub role: Role,
    /// What it is good for.
    pub kind: KeyKind,
}

/// The keys of a table. Its task changes them; everybody who holds its handle looks them up.
#[derive(Debug)]
pub struct Keys(Mutex<Vec<Key>>);

impl Keys {
    /// The keys of a table.
    pub fn new(keys: Vec<Key>) -> Keys {
        Keys(Mutex::new(keys))
    }

    /// The keys as the store has them.
    pub fn reset(&self, keys: Vec<Key>) {
        *lock(&self.0) = keys;
    }

    /// All of them.
    pub fn all(&self) -> Vec<Key> {
        lock(&self.0).clone()
    }

    fn find(&self, hash: TokenHash) -> Option<Key> {
        lock(&self.0).iter().find(|key| key.hash == hash).copied()
    }

    /// The role that a token opens.
    ///
    /// # Errors
    /// When it is an invitation: that opens nothing before the seat is claimed.
    pub fn role(&self, token: &str) -> Result<Option<Role>, ApiError> {
        match self.find(TokenHash::of(token)) {
            Some(Key { role, kind: KeyKind::Seat, .. }) => Ok(Some(role)),
            Some(Key { kind: KeyKind::Invitation, .. }) => Err(ApiError::forbidden(
                "this is an invitation; it opens nothing before somebody claims the seat with it",
            )),
            Some(Key { kind: KeyKind::Recovery | KeyKind::Dead, .. }) | None => Ok(None),
        }
    }

    /// Whether a token still opens this role.
    pub fn opens(&self, token: &str, role: Role) -> bool {
        let hash = TokenHash::of(token);
        let fits = |key: &Key| key.hash == hash && key.role == role && key.kind == KeyKind::Seat;
        lock(&self.0).iter().any(fits)
    }

    /// The seat of an invitation, and whether the invitation is still good.
    pub fn invited(&self, invitation: TokenHash) -> Option<(Role, bool)> {
        let key = self.find(invitation)?;
        match key.kind {
            KeyKind::Invitation => Some((key.role, true)),
            KeyKind::Dead => Some((key.role, false)),
            KeyKind::Seat | KeyKind::Recovery => None,
        }
    }

    /// The seat of a recovery code.
    pub fn recovers(&self, code: TokenHash) -> Option<Role> {
        self.find(code).filter(|key| key.kind == KeyKind::Recovery).map(|key| key.role)
    }

    /// Somebody has claimed a seat: its invitation is dead.
    pub fn claimed(&self, role: Role, fresh: &FreshKeys) {
        let mut keys = lock(&self.0);
        kill_invitations(&mut keys, role);
        keys.extend(fresh.keys(role));
    }

    /// The holder of a seat has new keys: the old ones open nothing.
    pub fn replaced(&self, role: Role, fresh: &FreshKeys, forget: DeadLinks) {
        let mut keys = lock(&self.0);
        let goes = |kind: KeyKind| match kind {
            KeyKind::Seat | KeyKind::Recovery => true,
            KeyKind::Dead => forget == DeadLinks::Forget,
            KeyKind::Invitation => false,
        };
        keys.retain(|key| key.role != role || !goes(key.kind));
        keys.extend(fresh.keys(role));
    }

    /// How many tokens open this role.
    pub fn count(&self, role: Role) -> usize {
        let opens = |key: &&Key| key.role == role && key.kind == KeyKind::Seat;
        lock(&self.0).iter().filter(opens).count()
    }

    /// One more key.
    pub fn add(&self, key: Key) {
        lock(&self.0).push(key);
    }

    /// A free seat has a new invitation: the old one is dead.
    pub fn invite(&self, role: Role, invitation: TokenHash) {
        let mut keys = lock(&self.0);
        kill_invitations(&mut keys, role);
        keys.push(Key { hash: invitation, role, kind: KeyKind::Invitation });
    }
}

/// Of the dead invitations to a seat the latest is remembered, so that whoever comes with it learns what happened.
fn kill_invitations(keys: &mut Vec<Key>, role: Role) {
    keys.retain(|key| key.role != role || key.kind != KeyKind::Dead);
    for key in keys.iter_mut().filter(|key| key.role == role && key.kind == KeyKind::Invitation) {
        key.kind = KeyKind::Dead;
    }
}

/// What becomes of dead invitations when a seat gets new keys.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DeadLinks {
    /// The same browser may come back with its own.
    Keep,
    /// The seat has gone to another browser.
    Forget,
}

/// The keys of somebody who sits down: told once, and kept as hashes.
pub struct FreshKeys {
    /// What opens the seat.
    pub token: String,
    /// What brings a lost seat back.
    pub recovery: String,
}

impl FreshKeys {
    /// Draws new keys.
    ///
    /// # Errors
    /// When there are no random numbers.
    pub fn draw(chance: &dyn Chance) -> Result<FreshKeys, NoChance> {
        Ok(FreshKeys { token: secret::token(chance)?, recovery: secret::code(chance)? })
    }

    /// What is kept of them.
    pub fn keys(&self, role: Role) -> [Key; 2] {
        let (hash, code) = (TokenHash::of(&self.token), TokenHash::of_code(&self.recovery));
        let recovery = Key { hash: code, role, kind: KeyKind::Recovery };
        [Key { hash, role, kind: KeyKind::Seat }, recovery]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_chance::TestChance;

    #[test]
    fn a_number_is_one_kind_or_none() {
        let known: Vec<KeyKind> = (-9..9).filter_map(KeyKind::from_number).collect();
        assert_eq!(known, KeyKind::ALL);
    }

    #[test]
    fn an_invitation_opens_nothing_and_dies() {
        let [first, second] = ["first", "second"].map(TokenHash::of);
        let watch = Key { hash: TokenHash::of("watch"), role: Role::Watch, kind: KeyKind::Seat };
        let keys = Keys::new(vec![watch]);
        keys.invite(Role::MrX, first);
        assert!(keys.role("first").is_err());
        assert_eq!(keys.invited(first), Some((Role::MrX, true)));
        keys.invite(Role::MrX, second);
        assert_eq!(keys.invited(first), Some((Role::MrX, false)));
        let chance = TestChance::default();
        let fresh = FreshKeys::draw(&chance).unwrap();
        keys.claimed(Role::MrX, &fresh);
        assert_eq!(keys.invited(first), None, "only the latest is remembered");
        assert_eq!(keys.invited(second), Some((Role::MrX, false)));
        assert_eq!(keys.role(&fresh.token), Ok(Some(Role::MrX)));
        assert_eq!(keys.role(&fresh.recovery), Ok(None), "a code is no token");
        let code = TokenHash::of_code(&fresh.recovery.to_lowercase());
        assert_eq!(keys.recovers(code), Some(Role::MrX));
        let next = FreshKeys::draw(&chance).unwrap();
        keys.replaced(Role::MrX, &next, DeadLinks::Forget);
        assert_eq!((keys.role(&fresh.token), keys.recovers(code)), (Ok(None), None));
        assert_eq!(keys.invited(second), None);
        assert!(keys.opens(&next.token, Role::MrX) && !keys.opens(&next.token, Role::Watch));
        assert_eq!(keys.role("watch"), Ok(Some(Role::Watch)));
    }
}
