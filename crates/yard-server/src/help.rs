//! Help that teaches, as JSON: candidates, probabilities, and hints with their reasons.
//!
//! Everything is worked out from the view of the seat that asks.

use serde::Serialize;
use yard_coach::{self as coach, CoachError, Hint};
use yard_core::{DetectiveId, DetectiveView, MrXView, Station, StationSet};
use yard_roster::{AgentSpec, SpecError};

use crate::error::ApiError;

/// A suggested move and why, as clients see it.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub(crate) struct HintNow {
    #[serde(rename = "move")]
    text: String,
    /// Which detective; null for Mr X.
    pub(crate) by: Option<u8>,
    reason: String,
    covers: usize,
    of: usize,
}

impl From<Hint> for HintNow {
    fn from(hint: Hint) -> HintNow {
        HintNow {
            by: hint.by().map(|id| id.number()),
            reason: hint.reason(|station| station.to_string()),
            text: hint.text,
            covers: hint.covers,
            of: hint.of,
        }
    }
}

/// The numbers of a set.
pub(crate) fn numbers(stations: &StationSet) -> Vec<u8> {
    stations.iter().map(Station::number).collect()
}

/// How likely Mr X is where, most likely first.
pub(crate) fn belief(view: &DetectiveView) -> Vec<(u8, f64)> {
    let rounded = |share: f64| (share * 1e5).round() / 1e5;
    let shares = coach::belief(view).into_iter();
    shares.map(|(station, share)| (station.number(), rounded(share))).collect()
}

fn no_hint(error: CoachError) -> ApiError {
    ApiError::unavailable(format!("there is no hint: {error}"))
}

/// The strongest agent with so much time.
fn best(ms: u32) -> Result<AgentSpec, ApiError> {
    format!("best:ms={}", ms.max(1)).parse().map_err(|error| no_hint(CoachError::Spec(error)))
}

/// What the strongest agent would do for the detectives.
pub(crate) fn hint_detectives(view: &DetectiveView, ms: u32) -> Result<HintNow, ApiError> {
    let hint = coach::hint_detectives(view, &best(ms)?);
    hint.map(HintNow::from).map_err(no_hint)
}

/// What the strongest agent would do with some of the detectives; `None` where these have no move.
pub(crate) fn hint_seat(
    view: &DetectiveView,
    own: impl Fn(DetectiveId) -> bool,
    ms: u32,
) -> Result<Option<HintNow>, ApiError> {
    let hint = coach::hint_some(view, own, &best(for_each(view, ms))?);
    hint.map(|hint| hint.map(HintNow::from)).map_err(no_hint)
}

/// The time for each detective, where a plan is made for all.
fn for_each(view: &DetectiveView, ms: u32) -> u32 {
    ms / u32::from(view.rules().detectives().max(1))
}

/// What the strongest agent would do for Mr X.
pub(crate) fn hint_mr_x(view: &MrXView, ms: u32) -> Result<HintNow, ApiError> {
    let hint = coach::hint_mr_x(view, &best(ms)?);
    hint.map(HintNow::from).map_err(no_hint)
}

/// Moves for all detectives who have still to move, in so much time together.
pub(crate) fn plan(view: &DetectiveView, ms: u32) -> Result<Vec<HintNow>, ApiError> {
    let hints = coach::plan(view, &best(for_each(view, ms))?).map_err(no_hint)?;
    Ok(hints.into_iter().map(HintNow::from).collect())
}

#[cfg(test)]
mod tests {
    use yard_agents::AgentError;

    use super::*;
    use crate::error::Code;

    #[test]
    fn an_agent_without_a_move_is_an_error_of_the_api() {
        let cause = AgentError::Unavailable("the solved game is gone".to_owned());
        let answer = no_hint(cause.into());
        assert_eq!(answer.code, Code::Unavailable);
        assert_eq!(answer.error, "there is no hint: the solved game is gone");
    }
}
