//! The assistant for people at a real table: what follows from their log, and the logs that they keep.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use serde_json::{Value, json};
use yard_service::assistant::{self, AssistBody, CheckBody, SaveBody};

use super::App;
use super::extract::{Body, Owner, Params, Work};
use crate::clock::now_ms;
use crate::error::ApiError;
use crate::work_pool::Lane;

pub(super) async fn assist(
    State(app): State<App>,
    Work(client): Work,
    Body(body): Body<AssistBody>,
) -> Result<Json<Value>, ApiError> {
    let lobby = Arc::clone(&app.lobby);
    let work = move || assistant::assist(&body, &lobby.catalog, &lobby.roster);
    app.lobby.pool.run(Lane::Study, client, work).await?.map(Json)
}

/// The same for Mr X, whose log has every station.
pub(super) async fn assist_mr_x(
    State(app): State<App>,
    Work(client): Work,
    Body(body): Body<AssistBody>,
) -> Result<Json<Value>, ApiError> {
    let lobby = Arc::clone(&app.lobby);
    let work = move || assistant::assist_mr_x(&body, &lobby.catalog, &lobby.roster);
    app.lobby.pool.run(Lane::Study, client, work).await?.map(Json)
}

/// Whether a log fits, and which entry is probably wrong if not.
pub(super) async fn check(
    State(app): State<App>,
    Work(client): Work,
    Body(body): Body<CheckBody>,
) -> Result<Response, ApiError> {
    let (record, lobby) = (body.record()?, Arc::clone(&app.lobby));
    let work = move || assistant::check(&record, &lobby.catalog);
    let checked = app.lobby.pool.run(Lane::Study, client, work).await?;
    Ok(Json(checked).into_response())
}

pub(super) async fn saved(State(app): State<App>, owner: Owner) -> Result<Response, ApiError> {
    let saved = app.lobby.store.logs(owner.must()?).await?;
    Ok(Json(json!({ "saved": saved })).into_response())
}

pub(super) async fn save(
    State(app): State<App>,
    owner: Owner,
    Work(client): Work,
    Body(body): Body<SaveBody>,
) -> Result<Json<Value>, ApiError> {
    let owner = owner.must()?;
    body.check()?;
    let SaveBody { name, record } = body;
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
