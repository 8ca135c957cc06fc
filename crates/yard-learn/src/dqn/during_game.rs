//! Networks at the table: as they are, or learning between the decisions of a game.

use yard_agents::Seed;

use super::learner::Learner;
use super::replay::{Replay, Transition};
use crate::net::Network;

/// The networks that a learner plays by.
pub(super) enum InPlay<'a> {
    /// They stay as they are; what happens is kept for later.
    Still {
        /// The online networks.
        networks: &'a [Network],
        /// What happened, in order.
        kept: Vec<Transition>,
    },
    /// They learn after every decision, as in the published program of Hrkľová 2023.
    Learning(Lesson<'a>),
}

/// What learning between decisions needs and leaves behind.
pub(super) struct Lesson<'a> {
    pub(super) learner: &'a mut Learner,
    pub(super) replay: &'a mut Replay,
    /// The online networks, as they are after the last update.
    pub(super) networks: &'a mut [Network],
    /// The seed of all updates.
    pub(super) seed: Seed,
    pub(super) decisions_per_update: usize,
    /// Decisions that no update has been made for.
    pub(super) carry: &'a mut usize,
    /// Losses of the updates of this game.
    pub(super) losses: Vec<f32>,
}

impl<'a> InPlay<'a> {
    /// Networks that stay as they are.
    pub(super) fn still(networks: &'a [Network]) -> InPlay<'a> {
        InPlay::Still { networks, kept: Vec::new() }
    }

    /// The online networks of now.
    pub(super) fn networks(&self) -> &[Network] {
        match self {
            InPlay::Still { networks, .. } => networks,
            InPlay::Learning(lesson) => lesson.networks,
        }
    }

    /// Takes a finished transition, and learns if it is time.
    pub(super) fn keep(&mut self, transition: Transition) {
        match self {
            InPlay::Still { kept, .. } => kept.push(transition),
            InPlay::Learning(lesson) => lesson.keep(transition),
        }
    }

    /// What happened, unless it was learned from at once; and the losses of the updates, if there were any.
    pub(super) fn into_kept(self) -> (Vec<Transition>, Vec<f32>) {
        match self {
            InPlay::Still { kept, .. } => (kept, Vec::new()),
            InPlay::Learning(lesson) => (Vec::new(), lesson.losses),
        }
    }
}

impl Lesson<'_> {
    fn keep(&mut self, transition: Transition) {
        self.replay.push(transition);
        *self.carry += 1;
        while *self.carry >= self.decisions_per_update {
            *self.carry -= self.decisions_per_update;
            if let Some(loss) = self.learner.learn(self.replay, self.seed) {
                self.losses.push(loss);
                for (kept, now) in self.networks.iter_mut().zip(self.learner.networks()) {
                    kept.copy_from(now);
                }
            }
        }
    }
}
