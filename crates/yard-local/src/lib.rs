//! The engine of a page without a server: games, agents, coach and assistant behind the routes of the API.
//!
//! An [`Engine`] answers the same requests as a server does (`docs/reference/api.md`), but for those that need other people's
//! devices. It has no clock, thread, file or network: the page around it tells the time, keeps the documents that it
//! wants kept, and lets agents think where they do not hold up the rest. The truth of a game stays in here and in its
//! documents; a seat gets what its view shows.
//!
//! A page has two engines of the same kind: one for the tables, which alone changes games, and one that studies. The
//! second gets the documents of a game with each question (`study.rs`).

mod bench;
mod changes;
mod documents;
mod engine;
mod export;
mod lists;
mod request;
mod routes;
mod study;
mod table;
#[cfg(test)]
mod tests;

pub use bench::bench_playouts;
pub use changes::{Changes, Frame, Thought, Write};
pub use engine::Engine;
pub use export::Brought;
pub use request::{Reply, Request};
