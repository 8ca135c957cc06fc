//! The assistant for people at a real table: what follows from their log, and the logs that they keep.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use serde_json::{Value, json};
use yard_core::Turn;
use yard_tabletop::{
    ReplayError, assistant_json, check_name, mr_x_assistant_json, read_record, read_view,
};

use super::App;
use super::extract::{Body, Owner, Params, Work};
use crate::clock::now_ms;
use crate::error::ApiError;
use crate::hints::{self, Wait};
use crate::work_pool::Lane;

/// The log of a real table.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct AssistBody {
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

pub(super) async fn assist(
    State(app): State<App>,
    Work(client): Work,
    Body(body): Body<AssistBody>,
) -> Result<Response, ApiError> {
    let (wait, lobby) = (body.wait()?, Arc::clone(&app.lobby));
    let work = move || {
        let (_, view) = read_view(&body.record, &lobby.catalog)?;
        let plan = wait.map_or(Ok(Vec::new()), |wait| hints::plan(&lobby.roster, &view, wait))?;
        let stage = wait.map(|_| body.stage.name());
        Ok::<_, ApiError>(assistant_json(&view, yard_coach::belief(&view), plan, stage))
    };
    let answer = app.lobby.pool.run(Lane::Study, client, work).await??;
    Ok(Json(answer).into_response())
}

/// The same for Mr X, whose log has every station.
pub(super) async fn assist_mr_x(
    State(app): State<App>,
    Work(client): Work,
    Body(body): Body<AssistBody>,
) -> Result<Response, ApiError> {
    let (wait, lobby) = (body.wait()?, Arc::clone(&app.lobby));
    let work = move || {
        let (record, rules) = read_record(&body.record, &lobby.catalog)?;
        let game = record.replay(rules).map_err(ReplayError::from)?;
        let (view, seen) = (game.mr_x_view(), game.detective_view());
        let wait = wait.filter(|_| view.turn() == Turn::MrX);
        let hint = wait.map(|wait| hints::flee(&lobby.roster, view, wait)).transpose()?;
        let (told, stage) =
            (|mv| yard_coach::move_facts(view, mv), hint.as_ref().map(|_| body.stage.name()));
        Ok::<_, ApiError>(mr_x_assistant_json(view, yard_coach::belief(seen), told, hint, stage))
    };
    let answer = app.lobby.pool.run(Lane::Study, client, work).await??;
    Ok(Json(answer).into_response())
}

/// A log to be looked at.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct CheckBody {
    record: String,
}

/// Whether a log fits, and which entry is probably wrong if not.
pub(super) async fn check(
    State(app): State<App>,
    Work(client): Work,
    Body(CheckBody { record }): Body<CheckBody>,
) -> Result<Response, ApiError> {
    if record.len() > LONGEST_LOG {
        return Err(ApiError::bad("a log has at most 20,000 letters"));
    }
    let lobby = Arc::clone(&app.lobby);
    let work = move || match read_record(&record, &lobby.catalog) {
        Ok((record, rules)) => yard_coach::check_log(&record, &rules),
        Err(error) => yard_coach::unreadable_log(error.line().unwrap_or(1)),
    };
    let checked = app.lobby.pool.run(Lane::Study, client, work).await?;
    Ok(Json(checked).into_response())
}

pub(super) async fn saved(State(app): State<App>, owner: Owner) -> Result<Response, ApiError> {
    let saved = app.lobby.store.logs(owner.must()?).await?;
    Ok(Json(json!({ "saved": saved })).into_response())
}

/// A log to be kept.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct SaveBody {
    name: String,
    record: String,
}

/// No log is longer.
const LONGEST_LOG: usize = 20_000;

pub(super) async fn save(
    State(app): State<App>,
    owner: Owner,
    Work(client): Work,
    Body(SaveBody { name, record }): Body<SaveBody>,
) -> Result<Json<Value>, ApiError> {
    let owner = owner.must()?;
    check_name(&name)?;
    if name.is_empty() || record.len() > LONGEST_LOG {
        return Err(ApiError::bad("a log has a name, and at most 20,000 letters"));
    }
    app.meters.store(client, name.len() + record.len())?;
    app.lobby.check_quota(Some(owner), record.len()).await?;
    app.lobby.store.save_log(owner, name, record, now_ms()).await?;
    Ok(Json(json!({ "ok": true })))
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct DropParams {
    name: String,
}

pub(super) async fn drop_saved(
    State(app): State<App>,
    owner: Owner,
    Params(DropParams { name }): Params<DropParams>,
) -> Result<Json<Value>, ApiError> {
    app.lobby.store.drop_log(owner.must()?, name).await?;
    Ok(Json(json!({ "ok": true })))
}
