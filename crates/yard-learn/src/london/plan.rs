//! What a training for London is to do: a TOML file.

use serde::{Deserialize, Serialize};

use crate::grid::ExplorationPlan;
use crate::net::{Init, Loss};
use crate::plan_faults::{Faults, Shared};

/// A training of one or both sides with query networks.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct QnetPlan {
    /// The rules: `dash`, or rules like it.
    pub rules: String,
    /// Whether Mr X may step onto a detective and be caught, as in the published program.
    #[serde(default)]
    pub mr_x_may_enter_detective: bool,
    /// The only source of chance.
    pub seed: u64,
    /// Games of the training phase.
    pub games: u64,
    /// Games of the testing phase that follows: nobody explores or learns.
    #[serde(default)]
    pub test_games: u64,
    /// Games between two checkpoints.
    pub checkpoint: u64,
    /// Games that are played before the updates for them are made.
    pub games_at_once: usize,
    /// How the networks learn.
    pub learner: QueryLearnerPlan,
    /// How often they try a random move.
    pub exploration: ExplorationPlan,
    /// Mr X.
    pub mr_x: SidePlan,
    /// The detectives.
    pub detectives: SidePlan,
}

/// How the networks learn.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct QueryLearnerPlan {
    /// The learning rate of Adam.
    pub rate: f32,
    /// What the rate falls to in a straight line over the games; it stays when left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub last_rate: Option<f32>,
    /// What the reward is worth a round earlier (equation 6).
    pub discount: f32,
    /// Decisions of one update.
    pub batch: usize,
    /// Decisions that are kept.
    pub replay: usize,
    /// Updates of each network for a game.
    pub updates_per_game: usize,
    /// What is made small; the text has a regression on the reward.
    #[serde(default = "mse")]
    pub loss: Loss,
    /// How the first weights are drawn.
    #[serde(default)]
    pub init: Init,
    /// Whether detectives' rewards depend on their distance (equation 3).
    #[serde(default = "yes")]
    pub distance_rewards: bool,
}

fn mse() -> Loss {
    Loss::Mse
}

fn yes() -> bool {
    true
}

/// One network for all detectives, or one for each.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Models {
    /// One for all; five inputs tell who moves.
    #[default]
    Single,
    /// One for each.
    Each,
}

/// One side: an agent, or networks that learn.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SidePlan {
    /// An agent that plays the side; empty when it learns.
    #[serde(default)]
    pub agent: String,
    /// Sizes of the hidden layers of its networks.
    #[serde(default)]
    pub hidden: Vec<usize>,
    /// Detectives: one network or five.
    #[serde(default)]
    pub models: Models,
}

impl SidePlan {
    /// Tells whether the side learns.
    pub fn learns(&self) -> bool {
        self.agent.is_empty()
    }
}

impl QnetPlan {
    /// Everything that makes no sense.
    pub fn faults(&self) -> Vec<String> {
        let learner = &self.learner;
        let mut faults = Faults::new(&Shared {
            games: self.games,
            checkpoint: self.checkpoint,
            games_at_once: self.games_at_once,
            batch: learner.batch,
            replay: learner.replay,
            rate: learner.rate,
            last_rate: learner.last_rate,
            discount: learner.discount,
            exploration: self.exploration,
        });
        let updates = learner.updates_per_game <= 10_000;
        faults.check(updates, "learner.updates_per_game must be at most 10000");
        faults.check(self.mr_x.learns() || self.detectives.learns(), "neither side learns");
        faults.into_vec()
    }
}
