//! What the tests of trainings share.

use yard_agents::{Agent, AlphaBeta, AlphaBetaConfig, Detectives, MrX, RandomAgent};
use yard_core::{Rules, presets};
use yard_learn::Players;

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
