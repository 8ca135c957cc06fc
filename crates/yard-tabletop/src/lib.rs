//! One game at a table as pure data: who sits where, whose turn it is, what a move or an undo leads to, and
//! what each role sees, as JSON.
//!
//! There is no network here, no clock, no thread and no file. Whoever drives a [`Tabletop`] (the server
//! today, a page without a server tomorrow) hands in what people do, asks which agent is to move, and shows
//! every seat its own JSON.
//!
//! ```
//! use std::sync::Arc;
//! use yard_agents::Seed;
//! use yard_tabletop::{AllowedHelp, Catalog, GameSeed, GameSetup, Intent, Role, Seats, Tabletop, deal};
//!
//! let rules = Catalog::new(Vec::new()).rules("grid5")?;
//! let seats: Seats = serde_json::from_str(
//!     r#"{ "mr_x": { "kind": "human" }, "detectives": { "kind": "agent", "spec": "random" } }"#,
//! )?;
//! let seed = GameSeed::Chosen(Seed(7));
//! let mut table = Tabletop::new(GameSetup {
//!     id: "mine".to_owned(),
//!     deal: deal(&rules, &seed),
//!     rules,
//!     seed,
//!     seats,
//!     help: AllowedHelp::default(),
//!     pace_ms: 0,
//!     clock_s: None,
//! })?;
//!
//! let seen = serde_json::to_value(table.seat_json(Role::MrX))?;
//! let text = seen["legal"][0]["move"].as_str().unwrap();
//! let Intent::Play(mv) = table.intent(Role::MrX, text, 0)? else { unreachable!() };
//! table.play(mv)?;
//! assert!(table.agent_turn().is_some(), "the detectives' agent moves next");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Where to look: [`Tabletop::seat_json`] and `seat_json.rs` make a seat's JSON, `intent.rs` reads a move that
//! somebody sent, `undo.rs` decides who may take back what, `vote.rs` what the table decides together, `claims.rs` who
//! sits where, `error.rs` has all errors.

mod agent_turn;
mod assistant_json;
mod board_json;
mod catalog;
mod claims;
mod company;
mod error;
mod game_json;
mod game_seed;
mod help;
mod intent;
mod kept_rules;
mod move_clock;
mod move_json;
mod mr_x_assistant;
mod object_json;
mod person_name;
mod position_json;
mod record_text;
mod rematch;
mod replay;
mod role;
mod rules_json;
mod saved_game;
mod seat_json;
mod seats;
mod setup;
mod tabletop;
#[cfg(test)]
mod tests;
mod ticket_json;
mod undo;
mod vote;

pub use agent_turn::{AgentTurn, SideTurn};
pub use assistant_json::{AssistantJson, Suggestion, assistant_json};
pub use board_json::BoardJson;
pub use catalog::Catalog;
pub use claims::{AllSeats, ClaimJson, ClaimWish, Holder};
pub use company::{Reaction, ReactionJson};
pub use error::{
    CatalogError, ClaimError, ClockError, ControlError, HelpError, MoveError, NameError,
    ObjectError, PaceError, RecordTextError, RematchError, RenameError, ReplayError, RestoreError,
    SeatsError, SeedError, UndoError,
};
pub use game_json::{GameInfo, Kinds, Levels, Names};
pub use game_seed::GameSeed;
pub use help::{AllowedHelp, HelpJson, HelpKind, HintFor, HintJson, belief_json, station_numbers};
pub use intent::Intent;
pub use kept_rules::KeptRules;
pub use move_clock::{CLOCK_SECONDS, ClockJson, LateTurn, check_clock};
pub use move_json::{LegalMove, LogEntry, OutcomeJson, PlayedMove, turn_name};
pub use mr_x_assistant::{MrXAssistantJson, mr_x_assistant_json};
pub use object_json::read_object;
pub use person_name::check_name;
pub use position_json::PositionJson;
pub use record_text::{Line, read_record, read_view};
pub use rematch::{NextGame, SeatChange};
pub use replay::{Replay, Viewpoint};
pub use role::{DetectiveSet, Role};
pub use rules_json::RulesJson;
pub use saved_game::{SavedGame, move_text};
pub use seat_json::SeatJson;
pub use seats::{Seat, Seats, TeamSeats};
pub use setup::{CreateGame, GameSetup, MOST_PACE_MS, check_pace, deal};
pub use tabletop::{GameState, Tabletop};
pub use ticket_json::{TicketCounts, TicketsNow};
pub use undo::Undo;
pub use vote::{Change, Decision, ProposalJson};
