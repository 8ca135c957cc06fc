//! The lab: games and tournaments of agents, one at a time and in turns, with their tables and pictures.

mod job;
mod queue;
mod request;
mod slice;

pub(crate) use queue::Lab;
pub(crate) use request::JobRequest;
