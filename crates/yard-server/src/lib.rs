//! The game in the browser: tables, seats, the HTTP and WebSocket API, and what is kept.
//!
//! The server is the only authority: clients send intentions and receive what their seat may know. Each
//! game has a task of its own (`table`), agents think on a bounded pool (`thinkers`), and a move is
//! on disk before it is acknowledged (`store`). `docs/API.md` describes the API.

mod analysis;
mod catalogue;
mod clock;
mod error;
mod help;
mod json;
mod lab;
mod lobby;
mod pace;
mod routes;
mod seats;
mod secret;
mod serve;
mod shared;
mod specs;
mod store;
mod study;
mod table;
mod tabletop;
#[cfg(test)]
mod tests;
mod thinkers;
mod veil;
mod web;
mod wire;

pub use error::{ApiError, Code};
pub use secret::{Chance, NoChance, SystemChance};
pub use serve::{Config, ServeError, Server, raise_file_limit};
pub use store::StoreError;
pub use web::Limits;
