//! Hints for the page: asks the coach's engine and turns what it says into JSON.
//!
//! Everything is worked out from the view of the seat that asks.

use yard_coach::{self as coach, Adviser, CoachError, Effort, Hint, Message};
use yard_core::{DetectiveView, MrXView};
use yard_roster::{AgentConfig, AgentSpec, BestConfig, Roster, RosterAgent, Unit};
use yard_tabletop::{HelpError, HintFor, HintJson};

use crate::error::ApiError;

fn hint_json(hint: Hint) -> HintJson<Message> {
    HintJson {
        by: hint.by().map(|id| id.number()),
        reason: hint.reason(|station| station.to_string()),
        reasons: hint.messages(),
        text: hint.text,
        covers: hint.covers,
        of: hint.of,
    }
}

fn no_hint(error: CoachError) -> ApiError {
    ApiError::unavailable(format!("there is no hint: {error}"))
}

/// What the engine of the reviews would do.
///
/// # Errors
/// When there is none.
pub fn hint(wanted: HintFor<'_>) -> Result<HintJson<Message>, ApiError> {
    let engine = Adviser::Engine(Effort::USUAL);
    let hint = match wanted {
        HintFor::MrX(view) => coach::hint_mr_x(view, engine).map(Some),
        HintFor::Team(view) => coach::hint_detectives(view, engine).map(Some),
        HintFor::Some { view, own } => coach::hint_some(view, |id| own.contains(id), engine),
    };
    hint.map_err(no_hint)?.map(hint_json).ok_or_else(|| HelpError::NotYourTurn.into())
}

/// How long somebody at a real table may wait.
#[derive(Clone, Copy, Debug)]
pub enum Wait {
    /// A first answer at once.
    Quick,
    /// A strong one in so many milliseconds.
    Ms(u32),
}

/// The strongest agent with so much time.
fn best(roster: &Roster, ms: u32) -> Result<RosterAgent, ApiError> {
    let budget = Unit::Ms.budget(u64::from(ms.max(1)));
    let config = AgentConfig::Best(BestConfig { budget, ..BestConfig::default() });
    let spec = AgentSpec::try_from(config).map_err(|error| no_hint(error.into()))?;
    Ok(roster.agent(&spec))
}

/// Where Mr X should go, at a real table.
///
/// # Errors
/// When there is none.
pub fn flee(roster: &Roster, view: &MrXView, wait: Wait) -> Result<HintJson<Message>, ApiError> {
    let hint = match wait {
        Wait::Quick => coach::hint_mr_x(view, Adviser::Engine(Effort::QUICK)),
        Wait::Ms(ms) => coach::hint_mr_x(view, Adviser::Agent(&best(roster, ms)?)),
    };
    hint.map(hint_json).map_err(no_hint)
}

/// Moves for all detectives who have still to move, in so much time together.
///
/// # Errors
/// When there is none.
pub fn plan(
    roster: &Roster,
    view: &DetectiveView,
    wait: Wait,
) -> Result<Vec<HintJson<Message>>, ApiError> {
    let hints = match wait {
        Wait::Quick => coach::plan(view, Adviser::Engine(Effort::QUICK)),
        Wait::Ms(ms) => {
            let each = ms / u32::from(view.rules().detectives().max(1));
            coach::plan(view, Adviser::Agent(&best(roster, each)?))
        }
    };
    Ok(hints.map_err(no_hint)?.into_iter().map(hint_json).collect())
}
