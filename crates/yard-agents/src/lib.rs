//! Agents: the [`Agent`] trait, the [`referee`] that plays one game, random numbers and playouts.
//!
//! ```
//! use std::sync::Arc;
//! use yard_agents::{referee, RandomAgent, Seed};
//!
//! let rules = Arc::new(yard_core::presets::rules("grid5").unwrap());
//! let game = referee(&rules, Seed(1), &mut RandomAgent, &mut RandomAgent).unwrap();
//! assert!(game.outcome().is_some());
//! ```

mod agent;
mod alphabeta;
pub mod belief;
mod budget;
mod expectimax;
mod factory;
mod fixed_streams;
mod line_distances;
mod lookahead;
pub mod mcts;
pub mod paranoid;
mod past;
mod payable_distances;
mod person;
pub mod pimbot;
mod playout;
mod policy;
mod random;
mod referee;
mod report;
mod respond;
mod rng;
mod stop;
mod window;

pub use agent::{Agent, AgentError, Detectives, MrX, SideType};
pub use alphabeta::{AlphaBeta, AlphaBetaConfig, Line, PathSum};
pub use budget::{Budget, Meter};
pub use expectimax::{Expectimax, ExpectimaxConfig, Replies};
pub use factory::{AgentFactory, Both, FactoryError, OnlyDetectives, OnlyMrX};
pub use fixed_streams::FixedStreams;
pub use line_distances::LineWeights;
pub use lookahead::{Lookahead, LookaheadConfig, Places};
pub use mcts::{GerzaConfig, MctsGerza, MctsSova, SovaConfig};
pub use paranoid::{Paranoid, ParanoidConfig};
pub use past::{Keeps, Past, Recall};
pub use person::{Habits, Person, rides_after};
pub use pimbot::{PimBot, PimBotConfig};
pub use playout::{Playout, random_playout};
pub use policy::{Policy, Reads, even_chances};
pub use random::RandomAgent;
pub use referee::{Foul, FoulCause, begin_game, referee, referee_on};
pub use report::{RootMove, RootReport};
pub use respond::{RespondConfig, Responder};
pub use rng::{FastRng, Rng, Seed};
pub use stop::Stop;

/// The example of the README, as a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
