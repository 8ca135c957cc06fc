//! Agents think on threads of their own, a bounded number at once.

use std::sync::Arc;

use tokio::sync::Semaphore;
use yard_agents::{Agent, Detectives, MrX, Rng};
use yard_core::{DetectiveView, Move, MrXView, Rules};

use crate::game::Thinker;
use crate::seats::parse;

/// Thoughts of one table wait for each other, those of many share so many threads for each core.
/// More than one, so that long thoughts leave room for short ones: the system divides the time.
const FOR_EACH_CORE: usize = 8;

/// The bounded pool.
#[derive(Clone)]
pub(crate) struct Thinkers {
    places: Arc<Semaphore>,
}

impl Thinkers {
    pub(crate) fn new() -> Thinkers {
        let cores = std::thread::available_parallelism().map_or(2, usize::from);
        Thinkers { places: Arc::new(Semaphore::new(FOR_EACH_CORE * cores)) }
    }

    /// Runs something long away from the async threads; `None` when it broke down.
    pub(crate) async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Option<T> {
        let place = Arc::clone(&self.places).acquire_owned().await.ok()?;
        let thought = tokio::task::spawn_blocking(move || {
            // The place is free when the work is done, whether or not somebody waits for it.
            let _place = place;
            work()
        });
        thought.await.ok()
    }
}

/// What one agent may look at.
pub(crate) enum Knowledge {
    MrX(MrXView),
    Detectives(DetectiveView),
}

/// An agent that has been made, for either side.
pub(crate) enum Mind {
    MrX(Box<dyn Agent<MrX>>),
    Detectives(Box<dyn Agent<Detectives>>),
}

impl Mind {
    /// Makes the agent of a seat.
    ///
    /// # Errors
    /// When it cannot play these rules; it was checked when the game was made.
    pub(crate) fn new(thinker: &Thinker, rules: &Rules) -> Result<Mind, String> {
        let made = match thinker {
            Thinker::MrX(spec) => parse(spec)
                .and_then(|spec| spec.mr_x(rules).map_err(crate::ApiError::bad))
                .map(|mut agent| {
                    agent.begin();
                    Mind::MrX(agent)
                }),
            Thinker::Detectives(spec) => parse(spec)
                .and_then(|spec| spec.detectives(rules).map_err(crate::ApiError::bad))
                .map(|mut agent| {
                    agent.begin();
                    Mind::Detectives(agent)
                }),
        };
        made.map_err(|error| error.error)
    }

    /// Chooses a move.
    ///
    /// # Errors
    /// When it has none of its own.
    pub(crate) fn choose(&mut self, known: &Knowledge, rng: &mut Rng) -> Result<Move, String> {
        let (mv, failure) = match (self, known) {
            (Mind::MrX(agent), Knowledge::MrX(view)) => {
                (Move::from(agent.choose(view, rng)), agent.failed())
            }
            (Mind::Detectives(agent), Knowledge::Detectives(view)) => {
                (Move::from(agent.choose(view, rng)), agent.failed())
            }
            (Mind::MrX(_), Knowledge::Detectives(_)) | (Mind::Detectives(_), Knowledge::MrX(_)) => {
                return Err("the agent was asked for the other side".to_owned());
            }
        };
        match failure {
            None => Ok(mv),
            Some(cause) => Err(cause),
        }
    }
}
