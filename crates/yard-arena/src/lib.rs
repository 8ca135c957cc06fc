//! Series of matches: the catalog of rules, the roster of agents, statistics and the benchmark.
//!
//! ```
//! use std::sync::{Arc, atomic::AtomicBool};
//! use yard_arena::{load_rules, Series};
//!
//! let series = Series {
//!     rules: Arc::new(load_rules("grid5").unwrap()),
//!     mr_x: "random".parse().unwrap(),
//!     detectives: "random".parse().unwrap(),
//!     games: 100,
//!     seed: yard_agents::Seed(1),
//!     threads: Some(2),
//! };
//! let tally = series.play(&AtomicBool::new(false), &|_, _| {}).unwrap();
//! assert_eq!(tally.report().games, 100);
//! ```

mod bench;
mod catalog;
mod cross_table;
mod reproduce;
mod roster;
mod series;
mod stats;

pub use bench::{BenchReport, Pace, bench};
pub use catalog::{LoadError, load_board, load_rules, read_text};
pub use cross_table::CrossTable;
pub use reproduce::{Comparison, EXPERIMENTS, Experiment, ExperimentCell, ReproduceError};
pub use roster::{AGENTS, AgentInfo, AgentSpec, Parameter, SpecError};
pub use series::{Series, SeriesError, SeriesReport, Tally};
pub use stats::{Share, standard_errors_apart};

/// The examples of the README are tests, too.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct Readme;
