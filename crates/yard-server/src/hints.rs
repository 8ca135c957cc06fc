//! Hints for the page: asks the strongest agent, through the coach, and turns what it says into JSON.
//!
//! Everything is worked out from the view of the seat that asks.

use yard_coach::{self as coach, CoachError, Hint};
use yard_core::{DetectiveView, MrXView};
use yard_roster::{AgentConfig, AgentSpec, BestConfig, Roster, RosterAgent, Unit};
use yard_tabletop::{DetectiveSet, HelpError, HintFor, HintJson};

use crate::error::ApiError;

fn hint_json(hint: Hint) -> HintJson {
    HintJson {
        by: hint.by().map(|id| id.number()),
        reason: hint.reason(|station| station.to_string()),
        text: hint.text,
        covers: hint.covers,
        of: hint.of,
    }
}

fn no_hint(error: CoachError) -> ApiError {
    ApiError::unavailable(format!("there is no hint: {error}"))
}

/// The strongest agent with so much time.
fn best(roster: &Roster, ms: u32) -> Result<RosterAgent, ApiError> {
    let budget = Unit::Ms.budget(u64::from(ms.max(1)));
    let config = AgentConfig::Best(BestConfig { budget, ..BestConfig::default() });
    let spec = AgentSpec::try_from(config).map_err(|error| no_hint(error.into()))?;
    Ok(roster.agent(&spec))
}

/// What the strongest agent would do in so much time.
pub(crate) fn hint(roster: &Roster, wanted: HintFor<'_>, ms: u32) -> Result<HintJson, ApiError> {
    match wanted {
        HintFor::MrX(view) => hint_mr_x(roster, view, ms),
        HintFor::Team(view) => hint_team(roster, view, ms),
        HintFor::Some { view, own } => hint_some(roster, view, own, ms),
    }
}

fn hint_mr_x(roster: &Roster, view: &MrXView, ms: u32) -> Result<HintJson, ApiError> {
    let hint = coach::hint_mr_x(view, &best(roster, ms)?);
    hint.map(hint_json).map_err(no_hint)
}

fn hint_team(roster: &Roster, view: &DetectiveView, ms: u32) -> Result<HintJson, ApiError> {
    let hint = coach::hint_detectives(view, &best(roster, ms)?);
    hint.map(hint_json).map_err(no_hint)
}

fn hint_some(
    roster: &Roster,
    view: &DetectiveView,
    own: DetectiveSet,
    ms: u32,
) -> Result<HintJson, ApiError> {
    let agent = best(roster, for_each(view, ms))?;
    let hint = coach::hint_some(view, |id| own.contains(id), &agent).map_err(no_hint)?;
    hint.map(hint_json).ok_or_else(|| HelpError::NotYourTurn.into())
}

/// The time for each detective, where a plan is made for all.
fn for_each(view: &DetectiveView, ms: u32) -> u32 {
    ms / u32::from(view.rules().detectives().max(1))
}

/// Moves for all detectives who have still to move, in so much time together.
pub(crate) fn plan(
    roster: &Roster,
    view: &DetectiveView,
    ms: u32,
) -> Result<Vec<HintJson>, ApiError> {
    let hints = coach::plan(view, &best(roster, for_each(view, ms))?).map_err(no_hint)?;
    Ok(hints.into_iter().map(hint_json).collect())
}
