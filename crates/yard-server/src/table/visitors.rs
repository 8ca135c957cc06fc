//! Who comes and goes at a table, what they say to each other, and more links for those who watch.

use std::collections::BTreeMap;
use std::time::Duration;

use tokio::time::Instant;
use yard_tabletop::{Reaction, Role};

use super::task::Table;
use crate::error::{ApiError, Code};
use crate::keys::{Key, KeyKind};
use crate::secret::{self, TokenHash};
use crate::web::Bucket;

/// Who is here is told at most so often: sockets that come and go must not keep everybody's line busy.
const EACH: Duration = Duration::from_millis(500);
/// Reactions of a seat: two in five seconds, four at once.
const REACTIONS: f64 = 0.4;
/// Links for watching that a game has at most.
const MOST_WATCH_LINKS: usize = 16;

/// What is to be told of those who come and go.
#[derive(Default)]
pub(super) struct Visitors {
    told: Option<Instant>,
    show_at: Option<Instant>,
    reactions: BTreeMap<Role, Bucket>,
}

impl Visitors {
    /// Somebody has come or gone.
    pub(super) fn changed(&mut self) {
        let now = Instant::now();
        let soonest = self.told.map_or(now, |told| (told + EACH).max(now));
        self.show_at.get_or_insert(soonest);
    }

    /// When it is told.
    pub(super) fn show_at(&self) -> Option<Instant> {
        self.show_at
    }
}

impl Table {
    /// Tells everybody who is here now.
    pub(super) async fn show_visitors(&mut self) {
        self.visitors.show_at = None;
        self.visitors.told = Some(Instant::now());
        let here = self.frames.iter().map(|(role, frame)| (*role, frame.receiver_count()));
        let news = self.game.set_present(here.collect::<Vec<_>>());
        self.set_clock();
        if news {
            self.show().await;
        }
    }

    /// Says something to everybody at the table.
    pub(super) async fn react(&mut self, role: Role, reaction: Reaction) -> Result<(), ApiError> {
        let bucket = self.visitors.reactions.entry(role);
        if !role.only_watches() && !bucket.or_insert_with(|| Bucket::new(REACTIONS)).take(REACTIONS)
        {
            return Err(ApiError::new(Code::TooMany, "that was a lot; wait a little"));
        }
        self.game.react(role, reaction)?;
        self.show().await;
        Ok(())
    }

    /// Makes one more link for those who watch. It sees what is public.
    pub(super) async fn add_watch(&mut self, role: Role) -> Result<String, ApiError> {
        if role.only_watches() {
            return Err(ApiError::forbidden("this link is for watching"));
        }
        if self.keys.count(Role::Watch) >= MOST_WATCH_LINKS {
            return Err(ApiError::new(
                Code::TooMany,
                "there are enough links for watching; hand out one of them again",
            ));
        }
        let token = secret::token(self.lobby.chance.as_ref())?;
        let key = Key { hash: TokenHash::of(&token), role: Role::Watch, kind: KeyKind::Seat };
        let kept = self.lobby.store.add_key(&self.key, key).await;
        self.kept(kept)?;
        self.keys.add(key);
        Ok(token)
    }
}
