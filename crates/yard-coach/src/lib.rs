//! For people who play: levels of strength, hints with their reasons, and what the moves of a game were worth.
//!
//! The browser and the terminal show the same. Whatever helps the detectives is worked out from a
//! [`DetectiveView`](yard_core::DetectiveView). One engine stands behind hints and reviews (`evaluate`), and whatever
//! people read is a [`Message`]: a code with parameters beside its English sentence.

mod evaluate;
mod facts;
mod hint;
mod level;
mod log_check;
mod message;
mod next_level;
mod reason;
mod review;

pub use evaluate::{Effort, Evaluation, evaluate_detectives, evaluate_mr_x};
pub use facts::{ChanceAt, Chances, ClosestEscape, Facts, NearMiss, Slip, Story, TurningPoint};
pub use hint::{Adviser, CoachError, Hint, belief, hint_detectives, hint_mr_x, hint_some, plan};
pub use level::Level;
pub use log_check::{Correction, LogCheck, check_log, unreadable_log};
pub use message::{Message, Say};
pub use next_level::{LevelRecord, NextLevel, next_level};
pub use reason::{MoveFacts, move_facts};
pub use review::{Judged, Mark, count_plies, judge, one_ply, plies};
