//! How long an agent may think.

use std::time::Duration;
#[cfg(not(target_arch = "wasm32"))]
use std::time::Instant;

// In a browser the clock of the standard library traps.
#[cfg(target_arch = "wasm32")]
use web_time::Instant;

use crate::past::Past;
use crate::stop::Stop;

/// What an agent may spend on one move.
///
/// Committed results use playouts or nodes, so that a slow machine plays the same move as a fast one;
/// time is for people at a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Budget {
    /// Simulated games.
    Playouts(u32),
    /// Moves made in the search, playouts included.
    Nodes(u64),
    /// Wall time.
    Time(Duration),
}

/// The share of a time for the first of two searches; the second is seldom needed.
const FIRST_SHARE: f64 = 0.7;

impl Budget {
    /// What a search may spend, and the second one that may follow. A time is a promise, so both together keep
    /// it; playouts and nodes are given to each.
    pub(crate) fn for_two_searches(self) -> [Budget; 2] {
        match self {
            Budget::Time(time) => {
                let first = time.mul_f64(FIRST_SHARE);
                [Budget::Time(first), Budget::Time(time.saturating_sub(first))]
            }
            Budget::Playouts(_) | Budget::Nodes(_) => [self; 2],
        }
    }

    /// What an answer under this budget depends on, if on nothing else: a clock nobody can foretell.
    pub(crate) fn past(self, past: Past) -> Option<Past> {
        match self {
            Budget::Playouts(_) | Budget::Nodes(_) => Some(past),
            Budget::Time(_) => None,
        }
    }
}

/// Counts what has been spent of a [`Budget`] on one move, and listens to the [`Stop`] under which it was made.
#[derive(Clone, Debug)]
pub struct Meter {
    budget: Budget,
    playouts: u32,
    nodes: u64,
    begin: Option<Instant>,
    stop: Option<Stop>,
}

impl Meter {
    /// Begins to count.
    #[cfg_attr(
        not(target_arch = "wasm32"),
        expect(clippy::disallowed_methods, reason = "a budget of time needs a clock")
    )]
    pub fn new(budget: Budget) -> Meter {
        let begin = matches!(budget, Budget::Time(_)).then(Instant::now);
        Meter { budget, playouts: 0, nodes: 0, begin, stop: Stop::current() }
    }

    /// What may be spent.
    pub(crate) fn budget(&self) -> Budget {
        self.budget
    }

    /// The same with another budget; a time runs since the first one began.
    pub(crate) fn with_budget(&self, budget: Budget) -> Meter {
        Meter { budget, ..self.clone() }
    }

    /// Counts one playout and the moves made in it.
    pub fn count(&mut self, nodes: u64) {
        self.playouts += 1;
        self.nodes += nodes;
    }

    /// Tells whether there is something left, and nobody has stopped the search.
    ///
    /// The clock and the signal are read at every 16th playout only.
    pub fn goes_on(&self) -> bool {
        let looks = self.playouts.is_multiple_of(16);
        let left = match self.budget {
            Budget::Playouts(playouts) => self.playouts < playouts,
            Budget::Nodes(nodes) => self.nodes < nodes,
            Budget::Time(time) => !looks || self.begin.is_none_or(|begin| begin.elapsed() < time),
        };
        left && !(looks && self.stop.as_ref().is_some_and(Stop::is_set))
    }

    /// Playouts that are left, where they are what is counted.
    pub fn playouts_left(&self) -> Option<u32> {
        match self.budget {
            Budget::Playouts(playouts) => Some(playouts.saturating_sub(self.playouts)),
            Budget::Nodes(_) | Budget::Time(_) => None,
        }
    }

    /// Playouts counted so far.
    pub fn playouts(&self) -> u32 {
        self.playouts
    }

    /// Moves counted so far.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }
}
