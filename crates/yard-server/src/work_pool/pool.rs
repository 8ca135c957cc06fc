//! The lanes of the pool: places for work, given to clients in turn.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use tokio::sync::oneshot;
use yard_agents::Stop;

use super::fair_queue::FairQueue;
use crate::clock::moment;
use crate::error::{ApiError, Code};
use crate::lock::lock;
use crate::web::Client;

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
    /// Hints, analyses, suggestions and solved boards.
    Study,
    /// What is over in some milliseconds but grows with what was sent: new games, records, stored games, maps.
    Read,
}

impl Lane {
    /// All lanes, in the order of their numbers.
    pub(crate) const ALL: [Lane; 5] =
        [Lane::Quick, Lane::Usual, Lane::Slow, Lane::Study, Lane::Read];

    /// Places for each core. More than one, since a move of Mr X's agent keeps its place until it is shown.
    fn for_each_core(self) -> usize {
        match self {
            Lane::Quick | Lane::Usual => 4,
            Lane::Slow | Lane::Study | Lane::Read => 2,
        }
    }

    /// The name in figures for the operator.
    pub(crate) fn word(self) -> &'static str {
        match self {
            Lane::Quick => "quick",
            Lane::Usual => "usual",
            Lane::Slow => "slow",
            Lane::Study => "study",
            Lane::Read => "read",
        }
    }

    /// How long a client who has nothing under way may wait for a place before the lane is overrun: where work takes
    /// long, as long as one piece of it may take.
    fn patience(self, longest: Duration) -> Duration {
        match self {
            Lane::Quick | Lane::Read => SHORT_WAIT.min(longest),
            Lane::Usual | Lane::Slow | Lane::Study => longest,
        }
    }

    fn is_of_agents(self) -> bool {
        match self {
            Lane::Quick | Lane::Usual | Lane::Slow => true,
            Lane::Study | Lane::Read => false,
        }
    }
}

/// Why work was not done.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum PoolError {
    /// The client waits for too much already.
    TooMany,
    /// The work broke down.
    BrokeDown,
}

impl From<PoolError> for ApiError {
    fn from(error: PoolError) -> ApiError {
        match error {
            PoolError::TooMany => ApiError::new(
                Code::TooMany,
                "you wait for too much already; try again when some of it is done",
            ),
            PoolError::BrokeDown => ApiError::unavailable("the work broke down; try again"),
        }
    }
}

/// How long a newcomer may wait where work is short.
const SHORT_WAIT: Duration = Duration::from_secs(5);

/// How much is done now, and how much was done.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) struct PoolCounts {
    /// Places that are taken.
    pub(crate) running: usize,
    /// Those who wait for one.
    pub(crate) waiting: usize,
    /// All that was begun since the start.
    pub(crate) begun: u64,
}

/// One who waits for a place.
struct Waiter {
    since: Instant,
    send: oneshot::Sender<Place>,
}

struct LaneState {
    queue: Mutex<FairQueue<Waiter>>,
    begun: AtomicU64,
}

impl LaneState {
    /// Lets everybody in for whom there is a place.
    fn let_in(self: &Arc<LaneState>) {
        loop {
            let Some((client, who)) = lock(&self.queue).next() else { return };
            let place = Place { lane: Some(Arc::clone(self)), client };
            if let Err(mut place) = who.send.send(place) {
                // He has gone. Dropping the place here would lead back to this function, once for each who has gone.
                place.lane = None;
                lock(&self.queue).leave(client);
            }
        }
    }
}

/// A place in a lane, until it is dropped.
pub(crate) struct Place {
    lane: Option<Arc<LaneState>>,
    client: Client,
}

impl Drop for Place {
    fn drop(&mut self) {
        if let Some(lane) = self.lane.take() {
            lock(&lane.queue).leave(self.client);
            lane.let_in();
        }
    }
}

/// What was done, and whether it had to end before it was through.
pub(crate) struct Done<T> {
    pub(crate) value: T,
    /// Its time was over, so searches in it ended early.
    pub(crate) cut_short: bool,
    /// The place that it was done at.
    pub(crate) place: Place,
}

/// The bounded pool.
#[derive(Clone)]
pub(crate) struct WorkPool {
    lanes: [Arc<LaneState>; 5],
    /// The most time for one piece of work.
    time: Duration,
    /// So much of a client may wait in one lane, agents apart.
    most_waiting: usize,
}

impl WorkPool {
    /// A pool in which work ends after `time`, a client has at most `agents` thoughts at once in a lane, and at most
    /// `waiting` of his requests wait.
    pub(crate) fn new(time: Duration, agents: usize, waiting: usize) -> WorkPool {
        let cores = std::thread::available_parallelism().map_or(2, usize::from);
        let lanes = Lane::ALL.map(|lane| {
            let each = if lane.is_of_agents() { agents } else { usize::MAX };
            let queue = FairQueue::new(lane.for_each_core() * cores, each);
            Arc::new(LaneState { queue: Mutex::new(queue), begun: AtomicU64::new(0) })
        });
        WorkPool { lanes, time, most_waiting: waiting }
    }

    fn lane(&self, lane: Lane) -> &Arc<LaneState> {
        &self.lanes[lane as usize]
    }

    /// The lanes in which somebody who has nothing under way waits for longer than he should. One client alone, however
    /// greedy, cannot bring that about: he has a place himself.
    pub(crate) fn overrun(&self, now: Instant) -> Vec<Lane> {
        let longest = |lane: Lane| {
            let queue = lock(&self.lane(lane).queue);
            let there = queue.newcomers().filter(|who| !who.send.is_closed());
            there.map(|who| now.saturating_duration_since(who.since)).max()
        };
        let is_overrun =
            |lane: &Lane| longest(*lane).is_some_and(|waited| waited > lane.patience(self.time));
        Lane::ALL.into_iter().filter(is_overrun).collect()
    }

    /// What a lane does.
    pub(crate) fn counts(&self, lane: Lane) -> PoolCounts {
        let lane = self.lane(lane);
        let is_there = |who: &Waiter| !who.send.is_closed();
        let (running, waiting) = lock(&lane.queue).counts(is_there);
        PoolCounts { running, waiting, begun: lane.begun.load(Ordering::Relaxed) }
    }

    /// Waits for a place.
    ///
    /// # Errors
    /// When too much of this client waits already.
    pub(crate) async fn place(&self, lane: Lane, client: Client) -> Result<Place, PoolError> {
        let is_there = |who: &Waiter| !who.send.is_closed();
        let waiting = lock(&self.lane(lane).queue).waiting(client, is_there);
        if waiting >= self.most_waiting && !lane.is_of_agents() {
            return Err(PoolError::TooMany);
        }
        self.place_in_line(lane, client).await
    }

    /// Waits for a place, however much of this client waits: for work that goes on piece by piece.
    ///
    /// # Errors
    /// When the pool is gone.
    pub(crate) async fn place_in_line(
        &self,
        lane: Lane,
        client: Client,
    ) -> Result<Place, PoolError> {
        let state = self.lane(lane);
        let (send, receive) = oneshot::channel();
        lock(&state.queue).join(client, Waiter { since: moment(), send });
        state.let_in();
        receive.await.map_err(|_| PoolError::BrokeDown)
    }

    /// Runs something long away from the async threads, when the client's turn comes.
    ///
    /// # Errors
    /// When too much of this client waits already, or the work breaks down.
    pub(crate) async fn run<T: Send + 'static>(
        &self,
        lane: Lane,
        client: Client,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, PoolError> {
        let place = self.place(lane, client).await?;
        Ok(self.work_at(lane, place, work).await?.value)
    }

    /// Runs something at a place. Its searches end early when the time is over, or when this future is dropped.
    ///
    /// # Errors
    /// When the work breaks down.
    pub(crate) async fn work_at<T: Send + 'static>(
        &self,
        lane: Lane,
        place: Place,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<Done<T>, PoolError> {
        self.lane(lane).begun.fetch_add(1, Ordering::Relaxed);
        let stop = Stop::default();
        let _gone = StopOnDrop(stop.clone());
        let heard = stop.clone();
        // The place goes with the work, whether or not somebody waits for it.
        let mut work = tokio::task::spawn_blocking(move || (heard.during(work), place));
        let (done, cut_short) = tokio::select! {
            done = &mut work => (done, false),
            () = tokio::time::sleep(self.time) => {
                stop.set();
                (work.await, true)
            }
        };
        let (value, place) = done.map_err(|_| PoolError::BrokeDown)?;
        Ok(Done { value, cut_short, place })
    }
}

/// Nobody waits for a thought any more.
struct StopOnDrop(Stop);

impl Drop for StopOnDrop {
    fn drop(&mut self) {
        self.0.set();
    }
}

#[cfg(test)]
mod tests {
    use std::net::IpAddr;

    use super::*;

    fn client(number: u8) -> Client {
        Client::of(IpAddr::from([192, 0, 2, number]))
    }

    fn pool() -> WorkPool {
        WorkPool::new(Duration::from_secs(600), usize::MAX, 5)
    }

    /// What is ready now.
    fn poll<T>(future: &mut (impl Future<Output = T> + Unpin)) -> Option<T> {
        let mut context = std::task::Context::from_waker(std::task::Waker::noop());
        match std::pin::Pin::new(future).poll(&mut context) {
            std::task::Poll::Ready(value) => Some(value),
            std::task::Poll::Pending => None,
        }
    }

    /// Takes as many places as a client gets.
    async fn take_all(pool: &WorkPool, lane: Lane, client: Client) -> Vec<Place> {
        let mut held = Vec::new();
        loop {
            let before = pool.counts(lane).running;
            match poll(&mut Box::pin(pool.place(lane, client))) {
                Some(place) => held.push(place.ok().unwrap()),
                None => {
                    assert_eq!(pool.counts(lane).running, before);
                    return held;
                }
            }
        }
    }

    #[tokio::test]
    async fn slow_thoughts_keep_only_slow_ones_waiting_and_a_stranger_not_at_all() {
        let pool = pool();
        let held = take_all(&pool, Lane::Slow, client(1)).await;
        assert!(!held.is_empty());
        for lane in [Lane::Quick, Lane::Usual, Lane::Study, Lane::Read] {
            assert_eq!(pool.run(lane, client(1), || 7).await, Ok(7));
        }
        assert_eq!(pool.run(Lane::Slow, client(2), || 7).await, Ok(7));
        drop(held);
        assert_eq!(pool.run(Lane::Slow, client(1), || 7).await, Ok(7));
        assert_eq!(pool.counts(Lane::Slow), PoolCounts { running: 0, waiting: 0, begun: 2 });
    }

    #[tokio::test]
    async fn whoever_waits_for_too_much_is_told_so_and_agents_wait_without_end() {
        let pool = pool();
        for (lane, refuses) in [(Lane::Study, true), (Lane::Usual, false)] {
            let _held = take_all(&pool, lane, client(1)).await;
            let mut waiting = Vec::new();
            for _ in 0..20 {
                let mut place = Box::pin(pool.place(lane, client(1)));
                if let Some(refused) = poll(&mut place) {
                    assert!(refuses && refused.is_err());
                    continue;
                }
                waiting.push(place);
            }
            assert_eq!(waiting.len(), if refuses { 5 } else { 20 });
            // Those who go away make room.
            waiting.clear();
            let mut place = Box::pin(pool.place(lane, client(1)));
            assert!(poll(&mut place).is_none());
        }
    }

    #[tokio::test]
    async fn a_lane_is_overrun_when_a_newcomer_waits_and_not_when_the_greedy_do() {
        let pool = WorkPool::new(Duration::from_secs(30), usize::MAX, 5);
        let now = moment();
        let later = |seconds| now + Duration::from_secs(seconds);
        let mut held = take_all(&pool, Lane::Study, client(1)).await;
        let mut greedy = Box::pin(pool.place(Lane::Study, client(1)));
        assert!(poll(&mut greedy).is_none());
        assert!(pool.overrun(later(1000)).is_empty(), "he has a place, and waits for more");
        // Strangers take what is left; the last of them has no place.
        let mut strangers = Vec::new();
        let mut last = 2;
        let waits = loop {
            let mut place = Box::pin(pool.place(Lane::Study, client(last)));
            match poll(&mut place) {
                Some(place) => strangers.push(place.ok().unwrap()),
                None => break place,
            }
            last += 1;
        };
        assert!(pool.overrun(later(29)).is_empty(), "a thought may take that long");
        assert_eq!(pool.overrun(later(31)), [Lane::Study]);
        drop(waits);
        assert!(pool.overrun(later(31)).is_empty(), "whoever has gone does not wait");
        let mut waits = Box::pin(pool.place(Lane::Study, client(last)));
        assert!(poll(&mut waits).is_none());
        held.clear();
        assert!(poll(&mut waits).is_some() && pool.overrun(later(31)).is_empty());
        drop(strangers);
        assert_eq!(Lane::Read.patience(Duration::from_secs(30)), SHORT_WAIT);
    }

    /// Searches listen to the signal; this stands for one that would go on for ever.
    fn think_for_ever() -> bool {
        let stop = Stop::current().unwrap();
        while !stop.is_set() {
            std::thread::yield_now();
        }
        true
    }

    #[tokio::test]
    async fn work_ends_when_its_time_is_over_or_nobody_waits_for_it() {
        let short = WorkPool::new(Duration::from_millis(5), 9, 9);
        let place = short.place(Lane::Usual, client(1)).await.ok().unwrap();
        let done = short.work_at(Lane::Usual, place, think_for_ever).await.ok().unwrap();
        assert!(done.value && done.cut_short);
        drop(done.place);
        assert_eq!(short.counts(Lane::Usual).running, 0);

        let pool = pool();
        let (begun, begins) = oneshot::channel();
        let thought = tokio::spawn({
            let pool = pool.clone();
            async move {
                let work = move || {
                    let _ = begun.send(());
                    think_for_ever()
                };
                pool.run(Lane::Usual, client(1), work).await
            }
        });
        begins.await.unwrap();
        thought.abort();
        while pool.counts(Lane::Usual).running > 0 {
            tokio::task::yield_now().await;
        }
    }
}
