//! Choosing the best, and now and then at random.

use yard_agents::Rng;

/// The chance of a random choice, and where it is drawn.
#[derive(Debug)]
pub(crate) struct EpsilonGreedy<'a> {
    epsilon: f64,
    pub(crate) rng: &'a mut Rng,
}

impl<'a> EpsilonGreedy<'a> {
    /// For a learner, who explores with the chance ε.
    pub(crate) fn new(epsilon: f64, rng: &'a mut Rng) -> EpsilonGreedy<'a> {
        EpsilonGreedy { epsilon, rng }
    }

    /// For a player, who does not explore.
    pub(crate) fn never(rng: &'a mut Rng) -> EpsilonGreedy<'a> {
        EpsilonGreedy { epsilon: 0.0, rng }
    }

    /// Tells whether this choice is a random one. Whoever never explores draws no number for it.
    pub(crate) fn explores(&mut self) -> bool {
        self.epsilon > 0.0 && self.rng.unit() < self.epsilon
    }
}
