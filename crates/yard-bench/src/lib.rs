//! Tools of the developers: the speed of rules and agents, what agents decide (the signature), scenes
//! with a forced move, and the soak, in which every agent meets every other.
//!
//! A new agent needs a line in [`CASES`] and nothing else: the signature takes every agent of the
//! roster, and all figures of a case come from its `root_report`.

mod cases;
mod error;
mod memory;
mod paranoid;
mod rules;
mod scenes;
mod signature;
mod soak;
mod timed;

pub use cases::{BenchCase, CASES, CaseReport, Target, Work, time_games};
pub use error::BenchError;
pub use memory::peak_mib;
pub use paranoid::{DepthRow, OrderRow, paranoid_depth, paranoid_ordering, paranoid_positions};
pub use rules::{BenchReport, Pace, bench};
pub use scenes::{Answer, Goal, SCENES, Scene, SceneError, forced_moves, load_scenes, plays_alone};
pub use signature::{AgentSignature, Signature, agent_signature, signature};
pub use soak::{soak, tiny_spec};
pub use timed::Searches;

/// The middle value, the upper one of two; 0 of none.
fn median(values: impl Iterator<Item = f64>) -> f64 {
    let mut values: Vec<f64> = values.collect();
    values.sort_by(f64::total_cmp);
    values.get(values.len() / 2).copied().unwrap_or(0.0)
}
