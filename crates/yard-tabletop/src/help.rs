//! Help that teaches: which of it a game allows, for which seat it is worked out, and how it looks as JSON.

use serde::{Deserialize, Serialize};
use yard_core::{DetectiveView, MrXView, Station, StationSet, Turn};

use crate::error::HelpError;
use crate::move_json::may_move;
use crate::role::{DetectiveSet, Role};
use crate::tabletop::Tabletop;

/// Which help a game allows.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct AllowedHelp {
    /// Where Mr X can be.
    pub candidates: bool,
    /// How likely he is where.
    pub belief: bool,
    /// What a strong agent would do.
    pub hints: bool,
}

impl Default for AllowedHelp {
    fn default() -> AllowedHelp {
        AllowedHelp { candidates: true, belief: true, hints: true }
    }
}

/// Which help is asked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum HelpKind {
    /// Where Mr X can be.
    Candidates,
    /// How likely he is where.
    Belief,
    /// What a strong agent would do.
    Hint,
}

/// The answer to a request for help.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum HelpJson<R> {
    /// Where Mr X can be.
    Candidates(Vec<u8>),
    /// How likely he is where, most likely first.
    Belief(Vec<(u8, f64)>),
    /// What a strong agent would do.
    Hint(HintJson<R>),
}

/// A suggested move and why; `R` is a reason as whoever has agents tells it.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct HintJson<R> {
    /// The move as it is written under the rules.
    #[serde(rename = "move")]
    pub text: String,
    /// Which detective; null for Mr X.
    pub by: Option<u8>,
    /// Why, in one line.
    pub reason: String,
    /// The same one by one, the most telling first.
    pub reasons: Vec<R>,
    /// Candidates within the next ride, or those that Mr X leaves open.
    pub covers: usize,
    /// All candidates; for Mr X all stations.
    pub of: usize,
}

/// For whom a hint is worked out, with the only view that may be used for it.
#[derive(Clone, Copy, Debug)]
pub enum HintFor<'a> {
    /// For Mr X.
    MrX(&'a MrXView),
    /// For whoever of the detectives moves next.
    Team(&'a DetectiveView),
    /// For some of the detectives who can move; others move the rest.
    Some {
        /// What the detectives know.
        view: &'a DetectiveView,
        /// Those who ask.
        own: DetectiveSet,
    },
}

impl Tabletop {
    /// Looks whether a role may have this help now.
    ///
    /// # Errors
    /// When the game does not allow it, or the role gets none.
    pub fn check_help(&self, role: Role, kind: HelpKind) -> Result<(), HelpError> {
        let help = self.setup.help;
        let (allowed, for_players) = match kind {
            HelpKind::Candidates => (help.candidates, false),
            HelpKind::Belief => (help.belief, false),
            HelpKind::Hint => (help.hints, true),
        };
        if !allowed {
            return Err(HelpError::SwitchedOff);
        }
        if for_players && self.is_cancelled() {
            return Err(HelpError::Cancelled);
        }
        match for_players && role.only_watches() {
            true => Err(HelpError::Watching),
            false => Ok(()),
        }
    }

    /// What the detectives can know, for candidates and beliefs. Every role may have it.
    pub fn public_view(&self) -> &DetectiveView {
        self.game.detective_view()
    }

    /// The view from which a hint for this role is worked out.
    ///
    /// # Errors
    /// When it is not the turn of this role.
    pub fn hint_for(&self, role: Role) -> Result<HintFor<'_>, HelpError> {
        let view = self.game.detective_view();
        match (view.turn(), role) {
            (Turn::MrX, Role::MrX) => Ok(HintFor::MrX(self.game.mr_x_view())),
            (Turn::Detective(_) | Turn::Team, Role::Detectives(own)) => {
                let movers = may_move(view);
                match movers.iter().filter(|id| own.contains(**id)).count() {
                    0 => Err(HelpError::NotYourTurn),
                    all if all == movers.len() => Ok(HintFor::Team(view)),
                    _ => Ok(HintFor::Some { view, own }),
                }
            }
            (
                Turn::MrX | Turn::Detective(_) | Turn::Team | Turn::Over(_),
                Role::MrX | Role::Detectives(_) | Role::Watch | Role::WatchAll,
            ) => Err(HelpError::NotYourTurn),
        }
    }
}

/// The numbers of a set.
pub fn station_numbers(stations: &StationSet) -> Vec<u8> {
    stations.iter().map(Station::number).collect()
}

/// How likely Mr X is where, with five digits.
pub fn belief_json(shares: impl IntoIterator<Item = (Station, f64)>) -> Vec<(u8, f64)> {
    let rounded = |share: f64| (share * 1e5).round() / 1e5;
    shares.into_iter().map(|(station, share)| (station.number(), rounded(share))).collect()
}
