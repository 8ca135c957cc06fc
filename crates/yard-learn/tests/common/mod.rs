//! What the tests of trainings share.

use std::sync::Arc;

use yard_agents::{AlphaBeta, AlphaBetaConfig, Both, RandomAgent};
use yard_learn::OwnPlayers;

/// Two agents are enough for tests; the roster lies above this crate.
pub(crate) fn players() -> OwnPlayers {
    let alphabeta = AlphaBeta::new(AlphaBetaConfig::default());
    OwnPlayers(vec![
        Arc::new(Both::new("random", || RandomAgent)),
        Arc::new(Both::cloned("alphabeta", alphabeta)),
    ])
}
