//! One task for each game: the only place where a game changes.
//!
//! Clients send commands. The task checks them, waits until the store has a move on disk, plays it, answers, and
//! shows every seat what it may see. Agents think elsewhere and send their moves like everybody else.

mod agent_task;
mod command;
mod keeping;
mod seating;
mod task;
mod thinking;

pub(crate) use command::{Asked, Command, Handle, Reply};
pub(crate) use task::open;
