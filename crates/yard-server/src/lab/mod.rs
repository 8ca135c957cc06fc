//! The lab: games and tournaments of agents, one at a time, with their tables and pictures.

mod job;
mod queue;
mod request;

pub(crate) use queue::Lab;
pub(crate) use request::JobRequest;
