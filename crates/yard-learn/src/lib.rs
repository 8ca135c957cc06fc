//! Agents that learn: small networks, deep Q-learning on grids and query networks for London.

pub mod from_games;
pub mod grid;
pub mod london;
mod model;
pub mod net;
mod plan_faults;
mod plan_file;
mod tensors;
mod training;

pub use model::{Model, ModelError, ModelInfo, Observation};
pub use plan_file::{PRESETS, Plan, PlanError};
pub use tensors::{Precision, TensorError};
pub use training::{Metrics, MetricsRow, Players, Status, TrainError, Training};
