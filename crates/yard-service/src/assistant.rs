//! The assistant for people at a real table: what follows from their log.

use serde::{Deserialize, Serialize};
use serde_json::Value;
use yard_coach::LogCheck;
use yard_core::Turn;
use yard_roster::Roster;
use yard_tabletop::{
    Catalog, ReplayError, assistant_json, mr_x_assistant_json, read_record, read_view,
};

use crate::error::ApiError;
use crate::hints::{self, Wait};

/// The log of a real table.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AssistBody {
    record: String,
    #[serde(default)]
    suggest: bool,
    #[serde(default)]
    stage: Stage,
    #[serde(default)]
    ms: Option<u32>,
}

/// How good a suggestion is to be: a first one at once, or a strong one.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Stage {
    Quick,
    #[default]
    Full,
}

impl Stage {
    fn name(self) -> &'static str {
        match self {
            Stage::Quick => "quick",
            Stage::Full => "full",
        }
    }
}

impl AssistBody {
    /// How long suggestions may take; `None` where nobody wants any.
    fn wait(&self) -> Result<Option<Wait>, ApiError> {
        let ms = self.ms.unwrap_or(USUAL_MS);
        if ms > MOST_MS {
            return Err(ApiError::bad(format!("ms is at most {MOST_MS}")));
        }
        let wait = match self.stage {
            Stage::Quick => Wait::Quick,
            Stage::Full => Wait::Ms(ms),
        };
        Ok(self.suggest.then_some(wait))
    }
}

/// How long suggestions may take together, and take if nobody says.
const MOST_MS: u32 = 10_000;
const USUAL_MS: u32 = 1_500;

/// What follows from a log, for the detectives.
///
/// # Errors
/// When the log does not replay, or asks for too much.
pub fn assist(body: &AssistBody, catalog: &Catalog, roster: &Roster) -> Result<Value, ApiError> {
    let wait = body.wait()?;
    let (_, view) = read_view(&body.record, catalog)?;
    let plan = wait.map_or(Ok(Vec::new()), |wait| hints::plan(roster, &view, wait))?;
    let stage = wait.map(|_| body.stage.name());
    written(assistant_json(&view, yard_coach::belief(&view), plan, stage))
}

/// The same for Mr X, whose log has every station.
///
/// # Errors
/// When the log does not replay, hides a station, or asks for too much.
pub fn assist_mr_x(
    body: &AssistBody,
    catalog: &Catalog,
    roster: &Roster,
) -> Result<Value, ApiError> {
    let wait = body.wait()?;
    let (record, rules) = read_record(&body.record, catalog)?;
    let game = record.replay(rules).map_err(ReplayError::from)?;
    let (view, seen) = (game.mr_x_view(), game.detective_view());
    let wait = wait.filter(|_| view.turn() == Turn::MrX);
    let hint = wait.map(|wait| hints::flee(roster, view, wait)).transpose()?;
    let (told, stage) =
        (|mv| yard_coach::move_facts(view, mv), hint.as_ref().map(|_| body.stage.name()));
    written(mr_x_assistant_json(view, yard_coach::belief(seen), told, hint, stage))
}

fn written(answer: impl Serialize) -> Result<Value, ApiError> {
    Ok(serde_json::to_value(answer)?)
}

/// A log to be looked at.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CheckBody {
    record: String,
}

/// No log is longer.
pub const LONGEST_LOG: usize = 20_000;

impl CheckBody {
    /// The log, unless it is too long.
    ///
    /// # Errors
    /// When it is.
    pub fn record(self) -> Result<String, ApiError> {
        match self.record.len() > LONGEST_LOG {
            true => Err(ApiError::bad("a log has at most 20,000 letters")),
            false => Ok(self.record),
        }
    }
}

/// Whether a log fits, and which entry is probably wrong if not.
pub fn check(record: &str, catalog: &Catalog) -> LogCheck {
    match read_record(record, catalog) {
        Ok((record, rules)) => yard_coach::check_log(&record, &rules),
        Err(error) => yard_coach::unreadable_log(error.line().unwrap_or(1)),
    }
}

/// A log to be kept.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SaveBody {
    /// What it is called.
    pub name: String,
    /// The log.
    pub record: String,
}

impl SaveBody {
    /// Looks at name and length.
    ///
    /// # Errors
    /// When it cannot be kept.
    pub fn check(&self) -> Result<(), ApiError> {
        yard_tabletop::check_name(&self.name)?;
        match self.name.is_empty() || self.record.len() > LONGEST_LOG {
            true => Err(ApiError::bad("a log has a name, and at most 20,000 letters")),
            false => Ok(()),
        }
    }
}
