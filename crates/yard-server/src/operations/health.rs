//! Whether the store keeps what it is given. While it does not, agents wait; when it does again, they go on.

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use crate::clock::now_ms;
use crate::lobby::Lobby;
use crate::lock::lock;
use crate::web::Client;

/// How often a store that failed is tried again: soon first, then seldom.
const FIRST: Duration = Duration::from_millis(250);
const LAST: Duration = Duration::from_secs(5);
/// Tables that go on, one after the other.
const GO_ON_EACH: Duration = Duration::from_millis(5);

/// Whether the store works, and which games wait for it.
#[derive(Default)]
pub(crate) struct Health {
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    failed: bool,
    waiting: BTreeSet<String>,
}

impl Lobby {
    /// Whether the store works; the game is remembered if not, so that its agents go on afterwards.
    pub(crate) fn store_works(&self, game: &str) -> bool {
        let mut state = lock(&self.ops.health.state);
        if state.failed {
            state.waiting.insert(game.to_owned());
        }
        !state.failed
    }

    /// Notes that a change of a game was not kept, and tries the store until it works.
    pub(crate) fn store_failed(self: &Arc<Lobby>, game: &str) {
        self.ops.metrics.store_failures.add(1);
        let mut state = lock(&self.ops.health.state);
        state.waiting.insert(game.to_owned());
        if !state.failed {
            state.failed = true;
            tracing::error!(game, "the store failed; agents wait");
            tokio::spawn(Arc::clone(self).wait_for_store());
        }
    }

    async fn wait_for_store(self: Arc<Lobby>) {
        let mut pause = FIRST;
        loop {
            tokio::time::sleep(pause).await;
            if self.store.probe(now_ms()).await.is_ok() {
                break;
            }
            pause = (pause * 2).min(LAST);
        }
        let waiting = {
            let mut state = lock(&self.ops.health.state);
            state.failed = false;
            std::mem::take(&mut state.waiting)
        };
        tracing::info!(games = waiting.len(), "the store works again; agents go on");
        for id in waiting {
            if let Ok(table) = self.table(&id, Client::NOBODY).await {
                table.go_on().await;
            }
            tokio::time::sleep(GO_ON_EACH).await;
        }
    }
}
