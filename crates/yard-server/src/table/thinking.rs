//! An agent that thinks: it waits for a place in the pool, has its time, and its move waits until it may be shown.

use std::time::Duration;

use tokio::sync::watch;
use tokio::task::JoinHandle;
use tokio::time::{Instant, sleep_until, timeout};

use crate::allowed_agents;
use crate::pace::hold;
use crate::web::Client;
use crate::work_pool::{Lane, Place, PoolError, WorkPool};
use yard_service::ResponseDelay;
use yard_service::agent_task::{AgentFault, AgentTask, Substitute, Thought};

/// A search that was told to end gets so much time for it. Then somebody else moves in its place.
const GRACE: Duration = Duration::from_secs(2);

/// A thought under way. Dropping it ends the search and gives up its place in the queue.
pub(super) struct Underway(pub(super) JoinHandle<()>);

impl Drop for Underway {
    fn drop(&mut self) {
        self.0.abort();
    }
}

/// An agent that thinks, and what its move waits for.
pub(super) struct Thinking {
    pub(super) task: AgentTask,
    pub(super) begun: Instant,
    pub(super) delay: Option<ResponseDelay>,
    pub(super) pace: watch::Receiver<u32>,
    pub(super) pool: WorkPool,
    /// Whose turn in the queue it takes.
    pub(super) client: Client,
    /// The longest thought.
    pub(super) most: Duration,
}

impl Thinking {
    /// Waits for the move and for the moment when it may be shown.
    pub(super) async fn finish(self) -> Result<Thought, AgentFault> {
        let Thinking { task, begun, delay, pace, pool, client, most } = self;
        let limit = task.time().map(|time| time.min(most));
        let thought = async {
            let (thought, place) = answer(task, &pool, client, most).await;
            if let Some(delay) = delay {
                sleep_until(begun + delay.shown_after(begun.elapsed(), limit)).await;
            }
            // Until now the place was taken: whoever waited for it has learned nothing of the search.
            drop(place);
            thought
        };
        let (thought, ()) = tokio::join!(thought, hold(begun, pace));
        thought
    }
}

/// The move of an agent, or of its substitute when its time is over and it has none.
async fn answer(
    task: AgentTask,
    pool: &WorkPool,
    client: Client,
    most: Duration,
) -> (Result<Thought, AgentFault>, Option<Place>) {
    let lane = task.spec().map_or(Lane::Quick, allowed_agents::lane);
    let substitute = task.substitute();
    let Ok(place) = pool.place(lane, client).await else {
        return (Err(AgentFault::BrokeDown), None);
    };
    let work = pool.work_at(lane, place, move || task.run());
    match timeout(most + GRACE, work).await {
        Ok(Ok(done)) => match (done.value, done.cut_short) {
            (Ok(thought), cut_short) => (Ok(Thought { cut_short, ..thought }), Some(done.place)),
            (Err(_), true) => (stand_in(substitute, pool, client).await, Some(done.place)),
            (Err(fault), false) => (Err(fault), Some(done.place)),
        },
        Ok(Err(PoolError::BrokeDown | PoolError::TooMany)) => (Err(AgentFault::BrokeDown), None),
        // Its thread is still busy and keeps its place; the game goes on without it.
        Err(_) => (stand_in(substitute, pool, client).await, None),
    }
}

async fn stand_in(
    substitute: Substitute,
    pool: &WorkPool,
    client: Client,
) -> Result<Thought, AgentFault> {
    let moved = pool.run(Lane::Read, client, move || substitute.run()).await;
    moved.unwrap_or(Err(AgentFault::BrokeDown))
}

#[cfg(test)]
mod tests {
    use std::net::IpAddr;
    use std::sync::Arc;

    use yard_roster::Roster;
    use yard_tabletop::{AllowedHelp, GameSeed, GameSetup, Seat, Seats, Tabletop, TeamSeats, deal};

    use super::*;
    use yard_service::agent_task::{AfterMove, SeatedAgents};

    /// The first turn of a game of agents.
    fn task(rules: &str, spec: &str) -> AgentTask {
        let rules = Arc::new(yard_core::presets::rules(rules).unwrap());
        let agent = || Seat::of_agent(spec);
        let seed = GameSeed::Chosen(yard_agents::Seed(1));
        let game = Tabletop::new(GameSetup {
            id: "a".to_owned(),
            deal: deal(&rules, &seed),
            rules: Arc::clone(&rules),
            seed,
            seats: Seats { mr_x: agent(), detectives: TeamSeats::One(agent()) },
            help: AllowedHelp::default(),
            pace_ms: 0,
            clock_s: None,
        });
        let turn = game.unwrap().agent_turn().unwrap();
        SeatedAgents::default().task(turn, &rules, &Roster::default())
    }

    /// `alphabeta` has no budget, and thought for minutes.
    #[tokio::test]
    async fn a_thought_that_takes_too_long_is_cut_short_and_has_a_move() {
        let short = Duration::from_millis(1);
        let pool = WorkPool::new(short, 9, 9);
        let here = Client::of(IpAddr::from([192, 0, 2, 1]));
        for (rules, spec, lost) in [
            ("classic", "alphabeta:depth=6", false),
            ("grid:15,5,250", "alphabeta:depth=6", false),
            ("classic", "best:ms=30000", false),
            ("classic", "pimbot:playouts=300000,threads=4", false),
            ("classic", "paranoid:nodes=30000000", false),
            ("grid15", "mcts-gerza:playouts=300000", false),
            // It has no move before the game is solved.
            ("grid:5,2,12", "nash", true),
        ] {
            let (thought, place) = answer(task(rules, spec), &pool, here, short).await;
            let thought = thought.unwrap_or_else(|fault| panic!("{spec} on {rules}: {fault}"));
            assert!(thought.cut_short, "{spec} on {rules}");
            assert_eq!(matches!(thought.agent, AfterMove::Lost), lost, "{spec} on {rules}");
            drop(place);
            while Lane::ALL.iter().any(|lane| pool.counts(*lane).running > 0) {
                tokio::task::yield_now().await;
            }
        }
        let long = Duration::from_secs(600);
        let pool = WorkPool::new(long, 9, 9);
        let (thought, _) = answer(task("classic", "random"), &pool, here, long).await;
        assert!(!thought.ok().unwrap().cut_short);
    }
}
