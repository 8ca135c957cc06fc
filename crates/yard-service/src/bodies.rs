//! Bodies and queries of requests, as both engines read them.

use serde::{Deserialize, Serialize};
use yard_tabletop::{GameState, HelpKind, Viewpoint};

use crate::error::ApiError;

/// What can be turned down.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Asked {
    /// The open proposal.
    Proposal,
    /// The request to take back.
    Undo,
}

/// Whether a change was made, and the state of the game after it.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Changed {
    /// Whether it was made; if not, others are asked.
    pub done: bool,
    /// The state after it.
    pub state: GameState,
}

/// A move as a client sends it.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MoveBody {
    /// The move.
    #[serde(rename = "move")]
    pub text: String,
    /// How many plies there were.
    pub ply: usize,
}

/// What somebody turns down.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DeclineBody {
    /// Which of the two.
    pub what: Asked,
}

/// How fast agents move.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PaceBody {
    /// How long a move takes at least.
    #[serde(default)]
    pub pace_ms: Option<u32>,
    /// Whether they wait.
    #[serde(default)]
    pub paused: Option<bool>,
}

/// What the people of a seat are called.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NameBody {
    /// The name.
    pub name: String,
}

/// Which games to list.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ListParams {
    /// Words that names, rules or ids have.
    #[serde(default)]
    pub query: String,
    #[serde(default)]
    state: Option<String>,
    /// Which page, from 0 on.
    #[serde(default)]
    pub page: u32,
}

impl ListParams {
    /// The state that games are to have, if any.
    ///
    /// # Errors
    /// When there is no such state.
    pub fn state(&self) -> Result<Option<String>, ApiError> {
        match self.state.as_deref().filter(|state| !state.is_empty()) {
            None => Ok(None),
            Some(state) if GameState::from_word(state).is_some() => Ok(Some(state.to_owned())),
            Some(_) => Err(ApiError::bad("state is open, over or cancelled")),
        }
    }
}

/// Which help is wanted.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HelpParams {
    /// The kind of help.
    pub kind: HelpKind,
}

/// How a game is looked at again.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ReplayParams {
    #[serde(default)]
    eyes: ViewpointParam,
}

/// Whose view is wanted. Everybody may ask for the detectives', so that is what you get unasked.
#[derive(Clone, Copy, Default, Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
enum ViewpointParam {
    MrX,
    #[default]
    Detectives,
}

impl ReplayParams {
    /// Whose view is wanted.
    pub fn viewpoint(&self) -> Viewpoint {
        match self.eyes {
            ViewpointParam::MrX => Viewpoint::MrX,
            ViewpointParam::Detectives => Viewpoint::Detectives,
        }
    }
}
