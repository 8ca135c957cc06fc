//! The rules of Scotland Yard as a pure library: no files, no clock, no generator, no threads.
//!
//! A [`Rules`] value describes an edition and its [`Board`]. A [`Game`] is played by
//! [`Game::play`]; what each side knows of it are two types, [`MrXView`] and [`DetectiveView`], and
//! only the first has Mr X's station. Search copies a [`State`], which is the whole truth of one
//! moment in 31 bytes.
//!
//! # Five things people do
//!
//! **Play a game** of a preset. Chance comes from outside: whoever wants a random deal or move
//! brings a [`Draw`].
//!
//! ```
//! use std::sync::Arc;
//! use yard_core::{Draw, Game, Move, Turn, presets};
//!
//! /// Any generator will do; this one is a few lines long.
//! struct Dice(u32);
//!
//! impl Draw for Dice {
//!     fn below(&mut self, n: u32) -> u32 {
//!         self.0 = self.0.wrapping_mul(747796405).wrapping_add(2891336453);
//!         (self.0 >> 16) % n
//!     }
//! }
//!
//! let mut dice = Dice(1);
//! let rules = Arc::new(presets::rules("classic")?);
//! let deal = rules.deal(&mut dice);
//! let mut game = Game::new(rules, &deal);
//! let outcome = loop {
//!     let mv: Move = match game.turn() {
//!         Turn::MrX => game.mr_x_view().draw_move(&mut dice).into(),
//!         Turn::Detective(_) | Turn::Team => game.detective_view().draw_move(&mut dice).into(),
//!         Turn::Over(outcome) => break outcome,
//!     };
//!     game.play(mv).expect("a drawn move is legal");
//! };
//! println!("{outcome:?}: {} won", outcome.winner());
//! # Ok::<(), yard_core::Faults>(())
//! ```
//!
//! **Ask for legal moves**, of a position written down as a [`Setup`]:
//!
//! ```
//! use std::sync::Arc;
//! use yard_core::{Game, Setup, presets};
//!
//! let setup: Setup = "classic x 46 detectives 34,47,61,78,79 slot 7 candidates 46".parse()?;
//! let rules = Arc::new(presets::rules(&setup.rules)?);
//! let game = Game::from_setup(rules, &setup)?;
//! let moves: Vec<String> = game.mr_x_view().legal_moves().map(|mv| mv.to_string()).collect();
//! assert_eq!(moves[..4], ["T33", "T45", "B1", "B58"]);
//! assert_eq!(game.detective_view().legal_moves().count(), 0, "it is not their turn");
//! # Ok::<(), yard_core::Faults>(())
//! ```
//!
//! **See what the detectives see**, and where Mr X can be. Their view can be driven by hand, at a
//! real table, by the tickets that Mr X lays down:
//!
//! ```
//! use std::sync::Arc;
//! use yard_core::{DetectiveView, Station, presets};
//!
//! let rules = Arc::new(presets::rules("classic")?);
//! let start: Vec<Station> = [26, 29, 50, 53, 91].into_iter().filter_map(Station::new).collect();
//! let mut view = DetectiveView::new(rules, &start, None);
//! assert_eq!(view.candidates().len(), 13, "the other start cards");
//! view.mr_x_moved("U?".parse().unwrap(), None).unwrap();
//! assert_eq!(view.candidates().to_string(), "46 67 89");
//! # Ok::<(), yard_core::Faults>(())
//! ```
//!
//! **Read a record**, as text or (with the feature `serde`) as JSON:
//!
//! ```
//! use std::sync::Arc;
//! use yard_core::{Record, presets};
//!
//! let text = "yard-record 1\nrules classic\nstart 132 26 29 50 53 91\n1 T114";
//! let record: Record = text.parse()?;
//! let rules = Arc::new(presets::rules(&record.rules)?);
//! let game = record.replay(rules).expect("its moves are legal");
//! assert_eq!(game.mr_x_view().station().number(), 114);
//! assert!(game.detective_view().candidates().len() > 30, "the detectives saw a taxi ticket");
//! # Ok::<(), yard_core::Faults>(())
//! ```
//!
//! **Play by rules of one's own** from a TOML text, and count the move paths to compare engines:
//!
//! ```
//! use yard_core::{Rules, Setup, State, perft, presets};
//!
//! let text = r#"
//!     version = 1
//!     name = "tiny"
//!     board = "grid:3"
//!     detectives = 1
//!     log_slots = 6
//!     surfaces_every = 2
//!     detective_tickets = { taxi = "unlimited" }
//!     mr_x_tickets = { taxi = "unlimited", double = 1 }
//!     start = { anywhere = true }
//! "#;
//! let rules = Rules::from_toml(text, &presets::board)?;
//! let setup: Setup = "tiny x 9 detectives 1".parse()?;
//! let state = State::from_setup(&rules, &setup)?;
//! assert_eq!(perft(&rules, &state, 3), 64);
//!
//! let typo = text.replace("log_slots", "log_slot");
//! let faults = Rules::from_toml(&typo, &presets::board).unwrap_err();
//! assert!(faults.to_string().contains("line 6: unknown key \"log_slot\", did you mean \"log_slots\"?"));
//! # Ok::<(), yard_core::Faults>(())
//! ```
//!
//! # Features
//!
//! All are on by default; without any the crate has three small dependencies.
//!
//! - `presets`: boards and rules that are compiled in, [`presets`]; needs `toml`.
//! - `toml`: boards and rules from TOML texts, and [`toml_file`] for files of one's own.
//! - `serde`: records, moves, sides, tickets and setups for JSON and the like.

mod board;
#[cfg(feature = "toml")]
mod board_toml;
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
mod rules_toml;
mod setup;
mod side;
mod state;
mod station;
mod ticket;
#[cfg(feature = "toml")]
pub mod toml_file;
#[cfg(feature = "toml")]
mod toml_text;
mod view;

pub use board::{Board, BoardParts, Drawing, Line, LinePart, SourceLines};
#[cfg(feature = "toml")]
pub use board_toml::FindBoard;
pub use candidates::Candidates;
pub use checksum::Checksum;
pub use draw::Draw;
pub use error::PlayError;
pub use fault::{Fault, Faults, did_you_mean, hint, hint_or, one_of};
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

/// The examples of the README, as tests.
#[cfg(all(doctest, feature = "presets"))]
#[doc = include_str!("../README.md")]
struct Readme;
