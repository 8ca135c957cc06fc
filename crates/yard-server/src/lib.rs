//! The game in the browser: tables, links, the HTTP and WebSocket API, and what is kept.
//!
//! The server is the only authority: clients send intentions and receive what their seat may know. The game
//! itself is a [`yard_tabletop::Tabletop`], which also makes every seat's JSON. Here each game has a task of its
//! own (`table`), agents think on a bounded pool (`work_pool`), and a move is on disk before it is acknowledged
//! (`store`). `error` is the only place that turns errors into statuses. `docs/API.md` describes the API.

mod allowed_agents;
mod analysis;
mod catalog;
mod clock;
mod error;
mod hints;
mod lab;
mod lobby;
mod lock;
mod new_game;
mod pace;
mod replays;
mod response_delay;
mod routes;
mod secret;
mod serve;
mod store;
mod table;
mod tables;
#[cfg(test)]
mod tests;
mod web;
mod work_pool;

pub use error::{ApiError, Code};
pub use secret::{Chance, NoChance, SystemChance};
pub use serve::{Config, ServeError, Server, raise_file_limit};
pub use store::StoreError;
pub use web::{BadCidr, Cidr, ForwardedHeader, Limits, TrustedProxies};
