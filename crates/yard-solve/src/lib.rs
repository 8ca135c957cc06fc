//! Exact equilibria of small games: Scotland Yard on small boards, and how it is played.
//!
//! The core ([`ExtensiveGame`], [`solve`]) knows nothing of stations. [`solve_game`] cuts a game of Scotland
//! Yard into segments at the sightings of Mr X, solves them backwards from the end and bounds the value
//! of the whole game by best responses. [`Nash`] plays the result.
//!
//! ```
//! use std::sync::Arc;
//! use yard_solve::{Effort, solve_game};
//!
//! let rules = Arc::new(yard_core::presets::rules("grid:3,1,4").unwrap());
//! let solved = solve_game(&rules, Effort::default(), &false.into(), &|_| {}).unwrap();
//! let [lower, upper] = solved.detective_value();
//! assert!(upper - lower <= 0.001 && (lower..=upper).contains(&0.3819));
//! ```

mod cfr;
mod draw;
mod game;
mod pursuit;
mod regret;
mod resolve;
mod treeplex;

pub use cfr::{Solution, Stop, solve};
pub use game::{ExtensiveGame, Room};
pub use pursuit::build::Bounds;
pub use pursuit::checkpoint::{Checkpoint, CheckpointError, KeepNothing, Keeper, SegmentId};
pub use pursuit::curve::learning_curve;
pub use pursuit::exploit::{Exploited, MakePolicy, best_response};
pub use pursuit::nash::{Nash, NashTable};
pub use pursuit::pace::Pace;
pub use pursuit::shorter::{Shorter, solve_shorter, solve_shorter_on};
pub use pursuit::show::{Shown, ShownPlace};
pub use pursuit::size::{Estimate, estimate};
pub use pursuit::solved::{PolicyError, Solved, VERSION};
pub use pursuit::solver::{
    Effort, Report, SolveError, SolveProgress, SolveReport, solve_game, solve_on,
};
pub use resolve::{FEATURES, Features, LeafNet, Leaves, Resolve, ResolveConfig};
pub use treeplex::{Decision, Treeplex};
