//! Exact equilibria.

mod cfr;
mod game;
mod pursuit;
mod treeplex;

pub use cfr::{Solution, Stop, solve};
pub use game::{Game, Room};
pub use pursuit::solver::{Effort, Report, SolveError, Solved, solve_game};
pub use treeplex::{Decision, Treeplex};
