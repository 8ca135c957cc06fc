//! Exact equilibria.

mod cfr;
mod game;
mod treeplex;

pub use cfr::{Solution, Stop, solve};
pub use game::{Game, Room};
pub use treeplex::{Decision, Treeplex};
