//! For people who play: levels of strength, hints with their reasons, and what the moves of a game were worth.
//!
//! The browser and the terminal show the same. Whatever helps the detectives is worked out from a
//! [`DetectiveView`](yard_core::DetectiveView).

mod hint;
mod level;
mod reason;
mod review;

pub use hint::{CoachError, Hint, belief, hint_detectives, hint_mr_x, hint_some, plan};
pub use level::Level;
pub use reason::Reason;
pub use review::{Judged, Mark, count_plies, judge, one_ply, plies};
