//! Programs that play: the messages, a program as an agent, and the loop of an engine.
//!
//! docs/reference/protocol.md describes the messages. [`ProgramAgent`] starts somebody's program and asks it
//! for moves; [`messages`] are what both sides write, one JSON object a line.

mod child;
mod command;
mod engine;
mod engine_seat;
mod fault;
mod group;
pub mod messages;
mod program;

pub use command::{CommandError, ProgramSpec, split_spec, split_words};
pub use engine::{Engine, EngineError, FindRules, LogError, StartError};
pub use fault::AnswerError;
pub use messages::{MOST_LINE, PROTOCOL};
pub use program::{ProgramAgent, ProgramSide};
