//! What stands between the network and the game: who may ask, how much, and the files of the page.

mod assets;
mod connections;
mod guard;
mod limits;

pub(crate) use assets::{asset, index};
pub(crate) use connections::serve;
pub(crate) use guard::{Guard, guard};
pub use limits::Limits;
pub(crate) use limits::{Bucket, Line, Meters, limit};
