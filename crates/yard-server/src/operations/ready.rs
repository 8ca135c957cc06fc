//! Whether the server should get requests now: the disk has room, the store keeps what it is given, and nothing piles up.

use std::sync::Mutex;
use std::time::{Duration, Instant};

use serde::Serialize;

use crate::clock::{moment, now_ms};
use crate::lobby::Lobby;
use crate::lock::lock;

/// Less room than this on the disk is too little.
const LEAST_FREE: u64 = 64 << 20;
/// More changes than this are too many to wait for the disk.
const MOST_WAITING: usize = 2_000;
/// An answer counts for so long, however often somebody asks.
const FRESH: Duration = Duration::from_secs(1);
/// The store answers in this time, or it is too slow.
const PATIENCE: Duration = Duration::from_secs(3);

/// Whether the server is ready, and what of it is not.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub(crate) struct Ready {
    pub(crate) ready: bool,
    /// `ok`, or what is wrong.
    pub(crate) store: &'static str,
    pub(crate) disk: &'static str,
    pub(crate) queue: &'static str,
}

/// The last answer.
#[derive(Default)]
pub(crate) struct Readiness {
    last: Mutex<Option<(Instant, Ready)>>,
}

impl Lobby {
    /// Looks whether the server is ready, at most once a second.
    pub(crate) async fn ready(&self) -> Ready {
        let known = lock(&self.ops.ready.last).clone();
        if let Some((at, ready)) = known
            && moment().saturating_duration_since(at) < FRESH
            && !self.ops.stop.is_told()
        {
            return ready;
        }
        let probe = tokio::time::timeout(PATIENCE, self.store.probe(now_ms())).await;
        let free = self.store.free_bytes();
        let ready =
            judge(self.ops.stop.is_told(), matches!(probe, Ok(Ok(()))), free, self.store.waiting());
        *lock(&self.ops.ready.last) = Some((moment(), ready.clone()));
        ready
    }
}

fn judge(stops: bool, kept: bool, free: Option<u64>, waiting: usize) -> Ready {
    let word = |well: bool, otherwise| if well { "ok" } else { otherwise };
    let store = match stops {
        true => "stopping",
        false => word(kept, "failed"),
    };
    let disk = word(free.is_none_or(|free| free >= LEAST_FREE), "full");
    let queue = word(waiting <= MOST_WAITING, "long");
    let ready = [store, disk, queue].iter().all(|word| *word == "ok");
    Ready { ready, store, disk, queue }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_fault_by_itself_takes_the_readiness_away() {
        let much = Some(1 << 40);
        assert!(judge(false, true, much, 0).ready && judge(false, true, None, 0).ready);
        assert_eq!(judge(true, true, much, 0).store, "stopping");
        assert_eq!(judge(false, false, much, 0).store, "failed");
        assert_eq!(judge(false, true, Some(1000), 0).disk, "full");
        assert_eq!(judge(false, true, much, MOST_WAITING + 1).queue, "long");
        assert!(!judge(false, true, Some(1000), 0).ready);
    }
}
