//! Scotland Yard as an environment for learners.
//!
//! An [`Env`] is one game in which every decision is one number out of a fixed set ([`Actions`]): a
//! ticket and a station, to pass, to begin a double move, or to let a colleague go first. A double move
//! is three decisions in a row, so the set is small and the same for everybody. What an agent sees are
//! numbers, too: [`Observer`] writes them from that agent's view alone.
//!
//! A [`Vector`] holds many games and steps all of them on all cores, into buffers that the caller owns.
//!
//! ```
//! use std::sync::Arc;
//! use yard_agents::Seed;
//! use yard_env::{Env, Sampler};
//!
//! let rules = Arc::new(yard_core::presets::rules("classic").unwrap());
//! let mut env = Env::new(rules, Seed(1));
//! let mut sampler = Sampler::new(Seed(2));
//! while env.winner().is_none() {
//!     let action = sampler.draw(&env).expect("somebody is to move");
//!     env.act(action).unwrap();
//! }
//! ```

mod actions;
mod efg;
mod env;
mod observe;
mod opponent;
mod sampler;
mod vector;

pub use actions::{Action, Actions};
pub use efg::{EfgError, EfgSize, action_text, knowledge, starts, write_efg};
pub use env::{ActError, Env, EnvAgent};
pub use observe::{Kind, NoKind, Observer, compact_len};
pub use opponent::OpponentError;
pub use sampler::Sampler;
pub use vector::{Autoreset, Batch, Vector, VectorError, VectorSetup};
