//! Looking at a game, while it goes on and after it: help, the review move by move, and what it is remembered for.

use serde::Serialize;
use serde_json::Value;
use yard_coach::{self as coach, Facts, Judged, Story};
use yard_tabletop::{HelpJson, HelpKind, Replay, Role, Tabletop, belief_json, station_numbers};

use crate::error::ApiError;
use crate::hints;

/// Help for the seat that asks, made from its view.
///
/// # Errors
/// When the game does not allow it, or it is somebody else's turn.
pub fn help(game: &Tabletop, role: Role, kind: HelpKind) -> Result<Value, ApiError> {
    game.check_help(role, kind)?;
    let view = game.public_view();
    let help = match kind {
        HelpKind::Candidates => HelpJson::Candidates(station_numbers(view.candidates())),
        HelpKind::Belief => HelpJson::Belief(belief_json(yard_coach::belief(view))),
        HelpKind::Hint => HelpJson::Hint(hints::hint(game.hint_for(role)?)?),
    };
    Ok(serde_json::to_value(help)?)
}

/// How far an analysis is.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Progress {
    /// What was found so far.
    pub plies: Vec<Judged>,
    /// Moves that were looked at.
    pub done: usize,
    /// Moves in all.
    pub of: usize,
}

impl Progress {
    /// An analysis before its first move.
    ///
    /// # Errors
    /// When the record hides a station.
    pub fn new(replay: &Replay) -> Result<Progress, ApiError> {
        let of = coach::count_plies(replay.record(), replay.rules());
        let hidden = |_| ApiError::forbidden("only a record with every station is analysed");
        Ok(Progress { plies: Vec::new(), done: 0, of: of.map_err(hidden)? })
    }

    /// Whether every move was looked at.
    pub fn is_done(&self) -> bool {
        self.done == self.of
    }

    /// Notes what was found of the next move. One that cannot be judged is left out, whatever the cause; the others are
    /// still worth a look.
    pub fn add(&mut self, judged: Option<Judged>) {
        self.plies.extend(judged);
        self.done += 1;
    }
}

/// Judges one move of a game; `None` when that cannot be done.
pub fn judge(replay: &Replay, ply: usize) -> Option<Judged> {
    let (before, mv) = coach::one_ply(replay.record(), replay.rules(), ply).ok()??;
    coach::judge(ply, &before, mv).ok()
}

/// What a finished game is remembered for.
#[derive(Serialize)]
pub struct FactsJson {
    done: usize,
    of: usize,
    side: Option<&'static str>,
    #[serde(flatten)]
    facts: Facts,
}

impl FactsJson {
    /// The facts of a game as far as it is analysed; `role` is the seat of the one who asks.
    ///
    /// # Errors
    /// When the game is not over.
    pub fn new(
        replay: &Replay,
        progress: &Progress,
        role: Option<Role>,
    ) -> Result<FactsJson, ApiError> {
        // Only a record with every station is analysed, so it replays.
        let story = Story::of(replay.record(), replay.rules()).ok().flatten();
        let facts = story.map(|story| story.facts(&progress.plies));
        let facts = facts.ok_or_else(|| ApiError::forbidden("the game is not over yet"))?;
        let side = role.and_then(|role| match role {
            Role::MrX => Some("mr_x"),
            Role::Detectives(_) => Some("detectives"),
            Role::Watch | Role::WatchAll => None,
        });
        Ok(FactsJson { done: progress.done, of: progress.of, side, facts })
    }
}
