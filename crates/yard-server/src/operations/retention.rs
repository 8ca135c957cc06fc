//! Deletes what has been kept long enough.

use std::sync::{Arc, Weak};
use std::time::Duration;

use crate::clock::now_ms;
use crate::lobby::Lobby;
use crate::store::Retention;

/// How many days things are kept; `None` is for ever.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Keep {
    /// Finished and cancelled games, since they were changed last.
    pub finished: Option<u32>,
    /// Imported records, since they came.
    pub imports: Option<u32>,
}

/// How often somebody looks.
const EACH: Duration = Duration::from_secs(3600);
const DAY_MS: i64 = 24 * 3600 * 1000;

impl Keep {
    fn until(self, now: i64) -> Retention {
        let before = |days: Option<u32>| days.map(|days| now - i64::from(days) * DAY_MS);
        Retention { finished: before(self.finished), imports: before(self.imports) }
    }
}

/// Looks now and every hour, as long as there is a lobby.
pub(crate) async fn keep_tidy(lobby: Weak<Lobby>, keep: Keep) {
    if keep == Keep::default() {
        return;
    }
    while let Some(lobby) = lobby.upgrade() {
        tidy(&lobby, keep, now_ms()).await;
        drop(lobby);
        tokio::time::sleep(EACH).await;
    }
}

async fn tidy(lobby: &Arc<Lobby>, keep: Keep, now: i64) {
    match lobby.store.prune(keep.until(now)).await {
        Ok((0, 0)) => {}
        Ok((games, imports)) => tracing::info!(games, imports, "deleted what was kept long enough"),
        Err(error) => tracing::warn!(%error, "what was kept long enough could not be deleted"),
    }
}
