//! Puzzles: positions with one clearly best move, proven by looking at every way in which two rounds can go.
//!
//! ```
//! let puzzle = &yard_puzzles::shipped()[0];
//! let answer = puzzle.answer(&puzzle.solution).unwrap();
//! assert!(answer.correct);
//! ```

mod answer;
mod line;
mod make;
mod position;
mod puzzle;
mod shipped;
mod solve;

pub use answer::Answer;
pub use line::Reply;
pub use make::make;
pub use puzzle::{Grade, Kind, LEAST_GAP, Puzzle, PuzzleError, Worth};
pub use shipped::{daily, find, shipped};
pub use solve::{CatchValue, SlipValue, catch_values, slip_values};
