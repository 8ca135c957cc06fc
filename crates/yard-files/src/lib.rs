//! The one place that opens, reads and replaces files.
//!
//! Reading is bounded: a device or a huge file is refused with a message and never fills the memory.
//! Writing is whole or not at all: a reader finds the old file or the new one, whatever crashes
//! between, and a full disk leaves the old one alone.

mod names;
mod read;
mod write;

pub use names::{file_part, is_path, unique};
pub use read::{ReadCause, ReadError, read_bytes, read_limited, read_text};
pub use write::{WriteCause, WriteError, check_place, replace, save};
