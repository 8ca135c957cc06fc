//! Several processes that share one database. Each says every second that it is alive; a request for a game that
//! another one plays is handed to it, whole, sockets too; the games of one that has gone are taken over.

mod beat;
mod forward;
mod peers;

use std::collections::BTreeSet;
use std::sync::{Mutex, OnceLock};
use std::time::{Duration, Instant};

use tokio::sync::watch;

use crate::clock::moment;
use crate::lobby::Lobby;
use crate::lock::lock;
use crate::store::Peer;
use crate::table::Handle;

pub(crate) use beat::{beat, beat_once};
pub(crate) use forward::forward;
pub(crate) use peers::serve_peers;

/// What a process knows of the others.
#[derive(Default)]
pub(crate) struct Cluster {
    /// Proves to another process that a request comes from one of them.
    pub(crate) secret: OnceLock<String>,
    /// Where those are reached that are alive.
    alive: watch::Sender<BTreeSet<String>>,
    /// When the last sign of life was sent that the database has.
    beaten: Mutex<Option<Instant>>,
}

/// How long a sign of life counts.
const COUNTS: Duration = Duration::from_secs(4);

/// A process that has just started may not be known yet.
const NOT_KNOWN_YET: Duration = Duration::from_secs(2);

impl Cluster {
    /// Notes who is alive, by a sign of life that was sent then.
    fn note(&self, sent: Instant, peers: &[Peer]) {
        *lock(&self.beaten) = Some(sent);
        self.alive.send_replace(peers.iter().map(|peer| peer.address.clone()).collect());
    }

    /// Waits until a process shows no sign of life any more. It may have a connection open all the same, when it was
    /// stopped and not killed.
    async fn gone(&self, address: &str) {
        let mut alive = self.alive.subscribe();
        while alive.wait_for(|alive| !alive.contains(address)).await.is_ok() {
            tokio::time::sleep(NOT_KNOWN_YET).await;
            if !alive.borrow().contains(address) {
                return;
            }
        }
    }
}

/// The header with the secret, and the one with the address of the client.
const SECRET: &str = "x-yard-peer";
const CLIENT: &str = "x-yard-client";

/// A request that another process has handed on: it is answered here or nowhere.
#[derive(Clone, Copy, Debug)]
pub(crate) struct HandedOn;

impl Lobby {
    /// Whether a table in memory is still this process's. Others may have taken its game when this process was away for
    /// longer than a sign of life counts; what it shows is old then, and the table ends.
    async fn still_has(&self, table: &Handle) -> bool {
        let beaten = *lock(&self.ops.cluster.beaten);
        if beaten.is_some_and(|sent| moment().saturating_duration_since(sent) < COUNTS) {
            return true;
        }
        let lost = self.store.lost(vec![table.key().clone()]).await;
        if lost.as_ref().is_ok_and(Vec::is_empty) {
            return true;
        }
        self.forget(table.key());
        table.end().await;
        false
    }
}
