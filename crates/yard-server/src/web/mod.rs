//! What stands between the network and the game: who may ask, how much, and the files of the page.

mod assets;
mod client;
mod connections;
mod door;
mod guard;
mod limits;
mod network;
mod page_files;
mod timed_stream;
mod unread;

pub(crate) use assets::{asset, docs, docs_index, index, to_docs};
pub(crate) use client::{Client, name_client};
pub use client::{ForwardedHeader, TrustedProxies};
pub(crate) use connections::serve;
pub(crate) use door::{Door, Doorkeeper, door, local_addresses};
pub use door::{LocalAddress, NetworkDoor};
pub(crate) use guard::{Guard, guard};
pub use limits::Limits;
pub(crate) use limits::{Bucket, Line, Meters, limit};
pub use network::{BadNetwork, Network};
pub(crate) use unread::read_unread;
