//! What stands between the network and the game: who may ask, how much, and the files of the page.

mod assets;
mod client;
mod connections;
mod guard;
mod limits;
mod network;
mod timed_stream;

pub(crate) use assets::{asset, index};
pub use client::{ForwardedHeader, TrustedProxies};
pub(crate) use client::{Client, name_client};
pub(crate) use connections::serve;
pub(crate) use guard::{Guard, guard};
pub use limits::Limits;
pub use network::{BadNetwork, Network};
pub(crate) use limits::{Bucket, Line, Meters, limit};
