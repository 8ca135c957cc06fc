//! The assistant for people at a real table: what follows from their log, and the logs that they keep.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use serde_json::{Value, json};
use yard_coach::Message;
use yard_core::DetectiveView;
use yard_roster::Roster;
use yard_tabletop::{AssistantJson, assistant_json, check_name, read_view};

use super::App;
use super::extract::{Body, Owner, Params, Work};
use crate::clock::now_ms;
use crate::error::ApiError;
use crate::hints;
use crate::work_pool::Lane;

/// The log of a real table.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct AssistBody {
    record: String,
    #[serde(default)]
    suggest: bool,
    #[serde(default)]
    ms: Option<u32>,
}

/// How long suggestions may take together, and take if nobody says.
const MOST_MS: u32 = 10_000;
const USUAL_MS: u32 = 1_500;

pub(super) async fn assist(
    State(app): State<App>,
    Work(client): Work,
    Body(body): Body<AssistBody>,
) -> Result<Response, ApiError> {
    let ms = body.ms.unwrap_or(USUAL_MS);
    if ms > MOST_MS {
        return Err(ApiError::bad(format!("ms is at most {MOST_MS}")));
    }
    let (suggest, lobby) = (body.suggest.then_some(ms), Arc::clone(&app.lobby));
    let work = move || {
        let (_, view) = read_view(&body.record, &lobby.catalog)?;
        assisted(&lobby.roster, &view, suggest)
    };
    let answer = app.lobby.pool.run(Lane::Study, client, work).await??;
    Ok(Json(answer).into_response())
}

fn assisted(
    roster: &Roster,
    view: &DetectiveView,
    suggest: Option<u32>,
) -> Result<AssistantJson<Message>, ApiError> {
    let plan = suggest.map_or(Ok(Vec::new()), |ms| hints::plan(roster, view, hints::Wait::Ms(ms)))?;
    Ok(assistant_json(view, yard_coach::belief(view), plan))
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
