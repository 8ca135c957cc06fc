//! Several processes that share one database. Each says every second that it is alive; a request for a game that
//! another one plays is handed to it, whole, sockets too; the games of one that has gone are taken over.

mod beat;
mod forward;
mod peers;

use std::sync::OnceLock;

pub(crate) use beat::{beat, beat_once};
pub(crate) use forward::forward;
pub(crate) use peers::serve_peers;

/// What a process knows of the others.
#[derive(Default)]
pub(crate) struct Cluster {
    /// Proves to another process that a request comes from one of them.
    pub(crate) secret: OnceLock<String>,
}

/// The header with the secret, and the one with the address of the client.
const SECRET: &str = "x-yard-peer";
const CLIENT: &str = "x-yard-client";

/// A request that another process has handed on: it is answered here or nowhere.
#[derive(Clone, Copy, Debug)]
struct HandedOn;
