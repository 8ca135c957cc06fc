//! Threads for whatever takes long, a bounded number at once: agents that think, hints, maps and replays.

use std::sync::Arc;

use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// What the work is for. Each lane has places of its own, so that slow agents keep nobody waiting but slow agents,
/// and those who look back keep no table waiting.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Lane {
    /// An agent that does not search.
    Quick,
    /// An agent that searches for a second or two.
    Usual,
    /// An agent that may take long.
    Slow,
    /// Hints, maps, replays and analyses.
    Study,
}

/// Places of each lane for each core. More than one, so that long thoughts leave room for short ones: the
/// system divides the time.
const FOR_EACH_CORE: [usize; 4] = [8, 8, 2, 4];

/// The bounded pool.
#[derive(Clone)]
pub(crate) struct WorkPool {
    lanes: [Arc<Semaphore>; 4],
}

impl WorkPool {
    pub(crate) fn new() -> WorkPool {
        let cores = std::thread::available_parallelism().map_or(2, usize::from);
        WorkPool { lanes: FOR_EACH_CORE.map(|places| Arc::new(Semaphore::new(places * cores))) }
    }

    /// Runs something long away from the async threads; `None` when it broke down.
    pub(crate) async fn run<T: Send + 'static>(
        &self,
        lane: Lane,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Option<T> {
        self.hold(lane, work).await.map(|(done, _)| done)
    }

    /// The same, and the place with it: it is free when that is dropped.
    pub(crate) async fn hold<T: Send + 'static>(
        &self,
        lane: Lane,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Option<(T, OwnedSemaphorePermit)> {
        let place = Arc::clone(&self.lanes[lane as usize]).acquire_owned().await.ok()?;
        // The place goes with the work, whether or not somebody waits for it.
        tokio::task::spawn_blocking(move || (work(), place)).await.ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn slow_thoughts_keep_only_slow_ones_waiting() {
        let pool = WorkPool::new();
        let places = pool.lanes[Lane::Slow as usize].available_permits();
        let mut held = Vec::new();
        for _ in 0..places {
            held.extend(pool.hold(Lane::Slow, || ()).await);
        }
        assert_eq!(held.len(), places);
        for lane in [Lane::Quick, Lane::Usual, Lane::Study] {
            assert_eq!(pool.run(lane, || 7).await, Some(7));
        }
        let waits = pool.lanes[Lane::Slow as usize].try_acquire().is_err();
        assert!(waits, "a place is free before its holder lets it go");
        drop(held);
        assert_eq!(pool.run(Lane::Slow, || 7).await, Some(7));
    }
}
