//! A series of games between two agents, spread over all cores.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use serde::{Deserialize, Serialize};
use yard_agents::{FactoryError, Seed};
use yard_core::{Faults, Game, Rules, Side};

use crate::experiment::{Cell, Contender, Experiment, Ledger};
use crate::played::Played;
use crate::shard::Shard;
use crate::stats::Share;

/// A series to be played.
///
/// An agent of your own needs no name in a roster: any [`AgentFactory`](yard_agents::AgentFactory) will do.
///
/// ```
/// use std::sync::{Arc, atomic::AtomicBool};
/// use yard_agents::{Both, RandomAgent, Seed};
/// use yard_arena::Series;
///
/// let mine = Arc::new(Both::new("mine", || RandomAgent));
/// let series = Series {
///     rules: Arc::new(yard_core::presets::rules("grid5").unwrap()),
///     mr_x: mine.clone(),
///     detectives: mine,
///     games: 50,
///     seed: Seed(1),
///     threads: None,
/// };
/// let report = series.play(&AtomicBool::new(false), &|_, _| {}).unwrap().report();
/// assert_eq!(report.games, 50);
/// ```
#[derive(Clone)]
pub struct Series {
    /// The rules.
    pub rules: Arc<Rules>,
    /// Who plays Mr X.
    pub mr_x: Contender,
    /// Who plays the detectives.
    pub detectives: Contender,
    /// How many games.
    pub games: u64,
    /// Game `i` has the seed `seed.of_game(i)`.
    pub seed: Seed,
    /// Worker threads; all cores when `None`.
    pub threads: Option<usize>,
}

/// Sums over finished games; adding them up in any order gives the same.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Tally {
    /// Finished games.
    pub games: u64,
    /// Won by the detectives.
    pub detective_wins: u64,
    /// Log slots used in all games.
    pub slots: u64,
    /// Detective wins by the log slot in which they came.
    pub captures: BTreeMap<u8, u64>,
    /// Games that ended by an illegal move or none, which loses.
    pub fouls: u64,
    /// What the first foul was, by game number.
    pub first_foul: Option<(u64, String)>,
}

impl Tally {
    /// Both together.
    pub(crate) fn add(mut self, other: Tally) -> Tally {
        self.games += other.games;
        self.detective_wins += other.detective_wins;
        self.slots += other.slots;
        for (slot, captures) in other.captures {
            *self.captures.entry(slot).or_default() += captures;
        }
        self.fouls += other.fouls;
        self.first_foul = match (self.first_foul, other.first_foul) {
            (Some(a), Some(b)) => Some(a.min(b)),
            (a, b) => a.or(b),
        };
        self
    }

    /// Adds one game.
    pub fn count(&mut self, index: u64, played: &Played) {
        if let Some(text) = &played.fouled {
            self.fouls += 1;
            let first = (index, text.clone());
            self.first_foul = Some(self.first_foul.take().map_or(first.clone(), |f| f.min(first)));
        }
        self.games += 1;
        self.slots += u64::from(played.slots);
        match played.winner {
            Side::Detectives => {
                self.detective_wins += 1;
                *self.captures.entry(played.slots).or_default() += 1;
            }
            Side::MrX => {}
        }
    }

    /// The report that `yard match` prints.
    pub fn report(&self) -> SeriesReport {
        let share = Share::new(self.detective_wins, self.games);
        SeriesReport {
            games: self.games,
            detective_wins: self.detective_wins,
            mr_x_wins: self.games - self.detective_wins,
            detective_rate: share.rate,
            ci95: share.ci95,
            mean_rounds: self.slots as f64 / self.games.max(1) as f64,
            capture_rounds: self.captures.clone(),
            fouls: self.fouls,
        }
    }
}

/// A finished series in numbers.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct SeriesReport {
    /// Finished games.
    pub games: u64,
    /// Won by the detectives.
    pub detective_wins: u64,
    /// Won by Mr X.
    pub mr_x_wins: u64,
    /// Share of the detectives.
    pub detective_rate: f64,
    /// Its 95 % interval (Wilson).
    pub ci95: [f64; 2],
    /// Mean of the log slots used, over all games.
    pub mean_rounds: f64,
    /// Detective wins by log slot.
    pub capture_rounds: BTreeMap<u8, u64>,
    /// Games that ended by an illegal move or none.
    pub fouls: u64,
}

/// Why a series could not be played.
#[derive(Debug, thiserror::Error)]
pub enum SeriesError {
    /// An agent does not fit, or is not ready.
    #[error("{}", cause.of(agent))]
    Agent {
        /// Which agent.
        agent: String,
        /// Why not.
        cause: FactoryError,
    },
    /// No game can begin from the setup.
    #[error("setup: {0}")]
    Setup(Faults),
    /// The threads could not be started.
    #[error("cannot start {0} threads")]
    Threads(usize),
}

impl Series {
    /// The same as an experiment of a single cell.
    pub fn experiment(&self) -> Experiment {
        Experiment {
            setup: None,
            rules: Arc::clone(&self.rules),
            mr_x: vec![self.mr_x.clone()],
            detectives: vec![self.detectives.clone()],
            cells: vec![Cell { row: 0, column: 0, seed: self.seed, part: Shard::WHOLE }],
            games: self.games,
            shard: Shard::WHOLE,
            threads: self.threads,
        }
    }

    /// Plays all games, or as many as are finished when `stop` is set.
    ///
    /// `each` is called with every finished game, from any thread and in any order.
    ///
    /// # Errors
    /// When an agent cannot play its side, or cannot be started.
    pub fn play(
        &self,
        stop: &AtomicBool,
        each: &(dyn Fn(u64, &Game) + Sync),
    ) -> Result<Tally, SeriesError> {
        let each = |_, index: u64, _: &Played, game: &Game| each(index, game);
        let tallies = self.experiment().play(&Ledger::new(1), stop, &each)?;
        Ok(tallies.into_iter().fold(Tally::default(), Tally::add))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::samples::contender;
    use std::sync::atomic::Ordering;

    fn tally(threads: usize) -> Tally {
        let series = Series {
            rules: Arc::new(yard_core::presets::rules("classic").unwrap()),
            mr_x: contender("random"),
            detectives: contender("random"),
            games: 1000,
            seed: Seed(5),
            threads: Some(threads),
        };
        series.play(&AtomicBool::new(false), &|_, _| {}).unwrap()
    }

    #[test]
    fn any_number_of_threads_gives_the_same_tally() {
        assert_eq!(tally(1), tally(3));
        assert_eq!(tally(1).games, 1000);
    }

    #[test]
    fn a_set_stop_flag_plays_nothing_more() {
        let series = Series {
            rules: Arc::new(yard_core::presets::rules("grid5").unwrap()),
            mr_x: contender("random"),
            detectives: contender("random"),
            games: 1000,
            seed: Seed(5),
            threads: Some(1),
        };
        let stop = AtomicBool::new(false);
        let tally = series.play(&stop, &|_, _| stop.store(true, Ordering::Relaxed)).unwrap();
        assert_eq!(tally.games, 1);
    }
}
