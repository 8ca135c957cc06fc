//! Agents think on threads of their own, a bounded number at once.

use std::sync::Arc;

use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use yard_agents::{Agent, Detectives, MrX, Rng};
use yard_core::{DetectiveView, Move, MrXView, Rules};

use crate::seats::parse;
use crate::tabletop::Thinker;

/// What a thought is for. Each kind has places of its own, so that slow agents keep nobody waiting but slow agents,
/// and those who study keep no table waiting.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Room {
    /// An agent that does not search.
    Quick,
    /// An agent that searches for a second or two.
    Usual,
    /// An agent that may take long.
    Slow,
    /// Hints, maps and looks back.
    Study,
}

/// Places of each room for each core. More than one, so that long thoughts leave room for short ones: the
/// system divides the time.
const FOR_EACH_CORE: [usize; 4] = [8, 8, 2, 4];

/// The bounded pool.
#[derive(Clone)]
pub(crate) struct Thinkers {
    rooms: [Arc<Semaphore>; 4],
}

impl Thinkers {
    pub(crate) fn new() -> Thinkers {
        let cores = std::thread::available_parallelism().map_or(2, usize::from);
        Thinkers { rooms: FOR_EACH_CORE.map(|places| Arc::new(Semaphore::new(places * cores))) }
    }

    /// Runs something long away from the async threads; `None` when it broke down.
    pub(crate) async fn run<T: Send + 'static>(
        &self,
        room: Room,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Option<T> {
        self.hold(room, work).await.map(|(done, _)| done)
    }

    /// The same, and the place with it: it is free when that is dropped.
    pub(crate) async fn hold<T: Send + 'static>(
        &self,
        room: Room,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Option<(T, OwnedSemaphorePermit)> {
        let place = Arc::clone(&self.rooms[room as usize]).acquire_owned().await.ok()?;
        // The place goes with the work, whether or not somebody waits for it.
        tokio::task::spawn_blocking(move || (work(), place)).await.ok()
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
        let choice = match (self, known) {
            (Mind::MrX(agent), Knowledge::MrX(view)) => agent.choose(view, rng).map(Move::from),
            (Mind::Detectives(agent), Knowledge::Detectives(view)) => {
                agent.choose(view, rng).map(Move::from)
            }
            (Mind::MrX(_), Knowledge::Detectives(_)) | (Mind::Detectives(_), Knowledge::MrX(_)) => {
                return Err("the agent was asked for the other side".to_owned());
            }
        };
        choice.map_err(|cause| cause.to_string())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn slow_thoughts_keep_only_slow_ones_waiting() {
        let thinkers = Thinkers::new();
        let places = thinkers.rooms[Room::Slow as usize].available_permits();
        let mut held = Vec::new();
        for _ in 0..places {
            held.extend(thinkers.hold(Room::Slow, || ()).await);
        }
        assert_eq!(held.len(), places);
        for room in [Room::Quick, Room::Usual, Room::Study] {
            assert_eq!(thinkers.run(room, || 7).await, Some(7));
        }
        let waits = thinkers.rooms[Room::Slow as usize].try_acquire().is_err();
        assert!(waits, "a place is free before its holder lets it go");
        drop(held);
        assert_eq!(thinkers.run(Room::Slow, || 7).await, Some(7));
    }
}
