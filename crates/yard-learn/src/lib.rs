//! Agents that learn: small networks, deep Q-learning on grids and query networks for London.
//!
//! A [`Plan`] says what a training is to do. It gives a [`Training`], which plays, learns and makes a
//! [`Model`]; an agent plays by that. Here Mr X learns a tiny grid for a moment:
//!
//! ```
//! use std::sync::Arc;
//! use yard_agents::{Both, RandomAgent, Seed, referee};
//! use yard_core::{Side, presets};
//! use yard_learn::dqn::DqnAgent;
//! use yard_learn::{OwnPlayers, Plan};
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let plan = Plan::from_toml(
//!     r#"
//!     version   = 1
//!     base      = "hrklova-x"    # what is not said here is as in this preset
//!     rules     = "grid:3,1,6"
//!     games     = 40
//!     opponents = ["random"]
//!     [learner]
//!     batch     = 16
//!     "#,
//! )?;
//! // With `yard-roster`, a plan can name any agent; here it can name one.
//! let players = OwnPlayers(vec![Arc::new(Both::new("random", || RandomAgent))]);
//! let mut training = plan.begin("tiny", &players)?;
//! while !training.status().is_finished() {
//!     training.advance()?;
//! }
//! assert!(training.metrics().rows().iter().any(|row| row.loss.is_some()), "it has learned");
//!
//! let (_, model) = training.models().remove(0);
//! let rules = Arc::new(presets::rules("grid:3,1,6")?);
//! let mut mr_x = DqnAgent::new(Arc::new(model), &rules, Side::MrX)?;
//! let game = referee(&rules, Seed(1), &mut mr_x, &mut RandomAgent)?;
//! println!("{} won", game.outcome().expect("it is over").winner());
//! # Ok(())
//! # }
//! ```
//!
//! | Where | What |
//! | --- | --- |
//! | [`dqn`], [`qnet`] | the two ways to learn: what networks see, their plans, trainings and agents |
//! | [`net`] | the networks themselves |
//! | [`from_games`] | what is learned by counting and fitting, without networks |
//! | [`TrainingRun`] | a training in a folder, with checkpoints, that can be stopped and resumed |
//!
//! Only a [`TrainingRun`] and the loading of learned files touch files. Nothing here reads a clock or prints.

mod curves;
pub mod dqn;
pub mod from_games;
mod metrics;
mod model;
pub mod net;
mod plan_faults;
mod plan_file;
mod players;
mod presets;
pub mod qnet;
mod run;
mod tensors;
mod training;

pub use curves::LearningCurve;
pub use metrics::{Metrics, MetricsRow};
pub use model::{IllegalChoice, Model, ModelError, ModelInfo, Observation};
pub use plan_file::{Plan, PlanError};
pub use players::{OwnPlayers, Players, PlayersError};
pub use presets::PRESETS;
pub use run::{RunEnd, RunError, TrainingRun};
pub use tensors::{EncodeError, Precision, TensorError};
pub use training::{StartError, Status, TrainError, Training};
