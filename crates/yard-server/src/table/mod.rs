//! One task for each game: the only place where a game changes.
//!
//! Clients send commands. The task checks them, waits until the store has a move on disk, plays it, answers, and
//! shows every seat what it may see. Agents think elsewhere and send their moves like everybody else.

mod agent_shelf;
mod command;
mod keeping;
mod move_clock;
mod rematch;
mod seating;
mod task;
mod thinking;
mod visitors;

pub(crate) use agent_shelf::AgentShelf;
pub(crate) use command::{Command, Handle, NextSeat, Reply, Seated};
pub(crate) use task::open;
