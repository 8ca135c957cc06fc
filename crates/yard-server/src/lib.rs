//! The game in the browser: tables, links, the HTTP and WebSocket API, and what is kept.
//!
//! The server is the only authority: clients send intentions and receive what their seat may know. The game
//! itself is a [`yard_tabletop::Tabletop`], which also makes every seat's JSON. Here each game has a task of its
//! own (`table`), agents think on a bounded pool (`work_pool`), and a move is on disk before it is acknowledged
//! (`store`). `operations` keeps it running, `cluster` lets several processes share the games. `error` is the only place that turns errors into statuses. `docs/reference/api.md` describes the API.

mod allowed_agents;
mod analysis;
mod catalog;
mod clock;
mod cluster;
mod disk;
mod error;
mod kept_rules;
mod lab;
mod lobby;
mod lock;
mod moving;
mod new_game;
mod operations;
mod pace;
mod replays;
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

use yard_service::keys;

pub use error::{ApiError, Code};
pub use operations::{Admin, AdminError, Keep, LogFormat, LogLevel, Stopper, start_logs};
pub use secret::{Chance, NoChance, SystemChance};
pub use serve::{Config, ServeError, Server, raise_file_limit};
pub use store::{
    AdminList, BackupError, Ban, ListedForAdmin, Place, Quota, StoreError, back_up, restore,
};
pub use web::{
    BadNetwork, ForwardedHeader, Limits, LocalAddress, Network, NetworkDoor, TrustedProxies,
};
