//! The benchmark: the speed of the rules, the speed of the agents, and what they decide.
//!
//! A new agent needs a line in [`CASES`] and nothing else: the signature takes every agent of the
//! roster, and all figures of a case come from its `root_report`.

mod cases;
mod memory;
mod rules;
mod signature;
mod timed;

pub use cases::{BenchCase, CASES, CaseReport, Target, Work};
pub use memory::peak_mib;
pub use rules::{BenchReport, Pace, bench};
pub use signature::{AgentSignature, Signature, signature};

/// The middle value, the upper one of two; 0 of none.
fn median(values: impl Iterator<Item = f64>) -> f64 {
    let mut values: Vec<f64> = values.collect();
    values.sort_by(f64::total_cmp);
    values.get(values.len() / 2).copied().unwrap_or(0.0)
}
