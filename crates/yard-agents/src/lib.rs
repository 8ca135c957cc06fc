//! Agents: the [`Agent`] trait, the [`referee`] that plays one match, random numbers and playouts.
//!
//! ```
//! use std::sync::Arc;
//! use yard_agents::{referee, RandomAgent, Seed};
//!
//! let rules = Arc::new(yard_core::presets::rules("grid5").unwrap());
//! let bout = referee(&rules, Seed(1), &mut RandomAgent, &mut RandomAgent).unwrap();
//! assert!(bout.outcome().is_some());
//! ```

mod agent;
mod alphabeta;
mod budget;
pub mod mcts;
pub mod pimbot;
mod playout;
mod random;
mod referee;
mod report;
mod rng;

pub use agent::{Agent, Detectives, MrX, Side};
pub use alphabeta::{AlphaBeta, AlphaBetaConfig, Line, PathSum};
pub use budget::{Budget, Meter};
pub use mcts::{MctsGerza, MctsSova, MctsSovaDistance};
pub use pimbot::{PimBot, PimBotParameters};
pub use playout::{Playout, random_playout};
pub use random::RandomAgent;
pub use referee::{Foul, FoulCause, referee};
pub use report::RootReport;
pub use rng::{FastRng, Rng, Seed};
