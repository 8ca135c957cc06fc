//! Agents that learn: small networks, deep Q-learning on grids and query networks for London.

pub mod grid;
mod model;
pub mod net;
mod tensors;
mod training;

pub use model::{Model, ModelError, ModelInfo, Observation, Side};
pub use tensors::{Precision, TensorError};
pub use training::{Metrics, MetricsRow, Players, Status, TrainError, Training};
