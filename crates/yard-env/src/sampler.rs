//! Random legal actions, for baselines and for measuring.

use yard_agents::{FastRng, Seed};
use yard_core::Draw;

use crate::actions::Action;
use crate::env::Env;

/// Draws legal actions, each equally likely.
#[derive(Clone, Debug)]
pub struct Sampler {
    rng: FastRng,
    legal: Vec<Action>,
}

impl Sampler {
    /// A sampler with a stream of its own.
    #[must_use]
    pub fn new(seed: Seed) -> Sampler {
        Sampler { rng: seed.stream("actions").fork(), legal: Vec::new() }
    }

    /// The number of a legal action; `None` when the game is over.
    #[inline]
    pub fn draw(&mut self, env: &Env) -> Option<usize> {
        self.legal.clear();
        env.legal(|action| self.legal.push(action));
        let count = self.legal.len() as u32;
        let drawn = (count > 0).then(|| self.rng.below(count) as usize)?;
        Some(env.actions().number(self.legal[drawn]))
    }
}
