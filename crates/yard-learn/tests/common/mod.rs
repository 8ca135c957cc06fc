//! What the tests of trainings share.

use yard_agents::{Agent, AlphaBeta, AlphaBetaConfig, Detectives, MrX, RandomAgent};
use yard_core::{Rules, presets};
use yard_learn::Players;
use yard_learn::grid::{
    DqnPlan, ExplorationPlan, LearnerKind, LearnerPlan, NetworkPlan, RewardPlan, Seats,
};
use yard_learn::net::{Init, Loss};
use yard_learn::{Observation, Side};

/// Two agents are enough for tests; the roster lies above this crate.
pub(crate) struct Few;

impl Players for Few {
    fn mr_x(&self, spec: &str, _: &Rules) -> Result<Box<dyn Agent<MrX>>, String> {
        match spec {
            "random" => Ok(Box::new(RandomAgent)),
            "alphabeta" => Ok(Box::new(AlphaBeta::new(AlphaBetaConfig::default()))),
            _ => Err(format!("no agent {spec}")),
        }
    }

    fn detectives(&self, spec: &str, _: &Rules) -> Result<Box<dyn Agent<Detectives>>, String> {
        match spec {
            "random" => Ok(Box::new(RandomAgent)),
            "alphabeta" => Ok(Box::new(AlphaBeta::new(AlphaBetaConfig::default()))),
            _ => Err(format!("no agent {spec}")),
        }
    }

    fn rules(&self, name: &str) -> Result<Rules, String> {
        presets::rules(name).map_err(|faults| faults.to_string())
    }

    fn model(&self, name: &str) -> Result<Vec<u8>, String> {
        Err(format!("no model {name}"))
    }
}

/// A small training of one side on a small grid.
pub(crate) fn small_plan(side: Side, rules: &str, games: u64) -> DqnPlan {
    let rewards = match side {
        Side::MrX => RewardPlan { step: 1.0, win: 1.0, loss: -5.0, own_wins_only: false },
        Side::Detectives => RewardPlan { step: 1.0, win: 10.0, loss: -10.0, own_wins_only: true },
    };
    DqnPlan {
        side,
        rules: rules.to_owned(),
        seed: 7,
        games,
        checkpoint: 50,
        games_at_once: 4,
        opponents: vec!["random".to_owned()],
        partner: "random".to_owned(),
        seats: Seats::All,
        start: None,
        observation: Observation::Hrklova,
        mask: false,
        symmetry: false,
        network: NetworkPlan { convolutions: vec![], hidden_per_cell: vec![4, 2], init: Init::He },
        learner: LearnerPlan {
            kind: LearnerKind::Dqn,
            loss: Loss::Huber,
            rate: 0.001,
            batch: 64,
            replay: 2000,
            discount: 0.975,
            target_every: 100,
            decisions_per_update: 1,
        },
        exploration: ExplorationPlan { from: 1.0, to: 0.01 },
        rewards,
        gate: None,
    }
}
