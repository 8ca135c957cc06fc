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
    pub(crate) work: &'static str,
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
        let ready = judge(&Seen {
            stops: self.ops.stop.is_told(),
            kept: matches!(probe, Ok(Ok(()))),
            free,
            waiting: self.store.waiting(),
            overrun: !self.pool.overrun(moment()).is_empty(),
        });
        *lock(&self.ops.ready.last) = Some((moment(), ready.clone()));
        ready
    }
}

/// What the answer follows from.
struct Seen {
    stops: bool,
    /// A test write worked.
    kept: bool,
    free: Option<u64>,
    /// Changes that wait for the disk.
    waiting: usize,
    /// Somebody who has nothing under way waits too long for a thread.
    overrun: bool,
}

fn judge(seen: &Seen) -> Ready {
    let word = |well: bool, otherwise| if well { "ok" } else { otherwise };
    let store = match seen.stops {
        true => "stopping",
        false => word(seen.kept, "failed"),
    };
    let disk = word(seen.free.is_none_or(|free| free >= LEAST_FREE), "full");
    let queue = word(seen.waiting <= MOST_WAITING, "long");
    let work = word(!seen.overrun, "long");
    let ready = [store, disk, queue, work].iter().all(|word| *word == "ok");
    Ready { ready, store, disk, queue, work }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_fault_by_itself_takes_the_readiness_away() {
        let well =
            || Seen { stops: false, kept: true, free: Some(1 << 40), waiting: 0, overrun: false };
        assert!(judge(&well()).ready && judge(&Seen { free: None, ..well() }).ready);
        for (seen, word) in [
            (Seen { stops: true, ..well() }, "stopping"),
            (Seen { kept: false, ..well() }, "failed"),
            (Seen { free: Some(1000), ..well() }, "full"),
            (Seen { waiting: MOST_WAITING + 1, ..well() }, "long"),
            (Seen { overrun: true, ..well() }, "long"),
        ] {
            let Ready { ready, store, disk, queue, work } = judge(&seen);
            assert!(!ready);
            let wrong: Vec<&str> =
                [store, disk, queue, work].into_iter().filter(|word| *word != "ok").collect();
            assert_eq!(wrong, [word]);
        }
    }
}
