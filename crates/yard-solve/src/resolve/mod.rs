//! `resolve`: sound play on any board, by continual re-solving over public belief states.
//!
//! `tree` is the public tree that grows, with a vector over Mr X's stations at each node; `passes` learns in it by
//! the same regrets as the solver of segments, `select` says where it grows, `leaf` what its leaves are worth.
//! `solve` is one solve, `chain` one after the other along a game, `agent` who plays by them.
//! `docs/reference/agents/resolve.md` has the method, the sources and the measurements.

mod agent;
mod chain;
mod config;
mod features;
mod leaf;
mod passes;
mod select;
mod solve;
mod tree;
mod value;

pub use agent::Resolve;
pub use config::{Leaves, ResolveConfig};
pub use features::{FEATURES, Features};
pub use value::LeafNet;
