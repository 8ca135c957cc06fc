//! The rules of Scotland Yard as a pure library: no files, no clock, no generator, no threads.
//!
//! A [`Rules`] value describes an edition and its [`Board`]. A [`Game`] is played by
//! [`Game::play`]; what each side knows of it are two types, [`MrXView`] and [`DetectiveView`], and
//! only the first has Mr X's station. Search copies a [`State`], which is the whole truth of one
//! moment in 31 bytes.
//!
//! ```
//! use std::sync::Arc;
//! use yard_core::{presets, Game, Record};
//!
//! let rules = Arc::new(presets::rules("classic").unwrap());
//! let record: Record = "yard-record 1\nrules classic\nstart 132 26 29 50 53 91\n1 T114".parse().unwrap();
//! let game = record.replay(rules).unwrap();
//! assert_eq!(game.mr_x_view().station().number(), 114);
//! assert!(game.detective_view().candidates().len() > 30, "the detectives saw a taxi ticket");
//! ```

mod board;
#[cfg(feature = "toml")]
mod board_file;
mod candidates;
mod checksum;
mod draw;
mod error;
mod fault;
mod fingerprint;
mod game;
mod moves;
mod notation;
mod perft;
#[cfg(feature = "presets")]
pub mod presets;
mod public_state;
mod record;
mod rules;
#[cfg(feature = "toml")]
mod rules_file;
mod setup;
mod side;
mod state;
mod station;
mod ticket;
#[cfg(feature = "toml")]
pub mod toml_file;
mod view;

pub use board::{Board, BoardParts, Drawing, Line, LinePart, SourceLines};
#[cfg(feature = "toml")]
pub use board_file::FindBoard;
pub use candidates::Candidates;
pub use checksum::Checksum;
pub use draw::Draw;
pub use error::PlayError;
pub use fault::{Fault, Faults, did_you_mean, hint};
pub use game::Game;
pub use moves::{
    DetectiveId, DetectiveMove, MOST_DETECTIVES, Move, MrXMove, NoDetective, PublicMrXMove,
    PublicStep, Step,
};
pub use notation::{DetectiveText, NotationError};
pub use perft::perft;
pub use public_state::{Outcome, PublicState, Turn};
pub use record::{Record, RecordError, RecordResult, RecordTurn, is_plain_name};
pub use rules::{Deal, Length, LengthPart, Order, Rules, RulesParts, Start};
pub use setup::{Setup, SetupError, SetupTurn};
pub use side::Side;
pub use state::State;
pub use station::{Station, StationSet, Stations};
pub use ticket::{DetectiveTickets, MrXTickets, Stock, Ticket, Transport};
pub use view::{DetectiveView, LogSlot, MrXView, PublicLog, PublicPly, Replay, Sighting};
