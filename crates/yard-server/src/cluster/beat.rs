//! Says every second that this process is alive, and looks who else is.

use std::collections::BTreeSet;
use std::sync::{Arc, Weak};
use std::time::Duration;

use tokio::sync::Notify;

use super::COUNTS;
use crate::clock::moment;
use crate::lobby::Lobby;
use crate::store::{Peer, QueryError};

/// How often a process says that it is alive.
const EACH: Duration = Duration::from_secs(1);

/// Says that this process is alive; returns all that are.
pub(crate) async fn beat_once(lobby: &Lobby, address: &str) -> Result<Vec<Peer>, QueryError> {
    let sent = moment();
    let peers = lobby.store.beat(address, COUNTS.as_millis() as i64).await?;
    lobby.ops.cluster.note(sent, &peers);
    Ok(peers)
}

/// Beats as long as there is a lobby.
pub(crate) async fn beat(lobby: Weak<Lobby>, address: String) {
    let taking = Arc::new(Notify::new());
    tokio::spawn(take_over(Weak::clone(&lobby), Arc::clone(&taking)));
    let mut known: Option<BTreeSet<Peer>> = None;
    let mut last = moment();
    while let Some(lobby) = lobby.upgrade() {
        if lobby.ops.stop.is_told() {
            return;
        }
        match beat_once(&lobby, &address).await {
            Ok(peers) => {
                let slept = moment().saturating_duration_since(last);
                last = moment();
                if slept > COUNTS {
                    tracing::warn!(ms = slept.as_millis() as u64, "this process was away");
                    close_lost(&lobby).await;
                }
                let peers: BTreeSet<Peer> = peers.into_iter().collect();
                let gone = known.is_none_or(|known| known.difference(&peers).next().is_some());
                if gone {
                    taking.notify_one();
                }
                known = Some(peers);
            }
            Err(error) => tracing::warn!(%error, "no sign of life could be given"),
        }
        drop(lobby);
        tokio::time::sleep(EACH).await;
    }
}

/// Brings games back whenever a process has gone, and at the start.
async fn take_over(lobby: Weak<Lobby>, wanted: Arc<Notify>) {
    loop {
        wanted.notified().await;
        let Some(lobby) = lobby.upgrade() else { return };
        if let Ok(games) = lobby.resume().await
            && games > 0
        {
            lobby.ops.metrics.taken_over.add(games as u64);
            tracing::info!(games, "games were brought back");
        }
    }
}

/// Ends the tables whose games others have taken meanwhile.
async fn close_lost(lobby: &Lobby) {
    let keys = lobby.tables().iter().map(|table| table.key().clone()).collect();
    let lost = lobby.store.lost(keys).await.unwrap_or_default();
    for key in lost {
        if let Some(table) = lobby.in_memory(&key.id) {
            table.end().await;
        }
    }
}
