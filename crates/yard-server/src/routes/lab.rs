//! The lab: jobs are added, looked at and stopped.

use axum::Json;
use axum::extract::{Path, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde_json::{Value, json};

use super::App;
use super::extract::{Body, Named, Owner, Work};
use crate::error::{ApiError, Code};
use crate::lab::JobRequest;
use crate::work_pool::Lane;

pub(super) async fn add(
    State(app): State<App>,
    Work(client): Work,
    Owner(owner): Owner,
    Body(request): Body<JobRequest>,
) -> Result<(StatusCode, Json<Value>), ApiError> {
    app.lab.check_room(client)?;
    let (lab, lobby) = (app.lab.clone(), app.lobby.clone());
    let add = move || lab.add(request, &lobby, client, owner);
    let id = app.lobby.pool.run(Lane::Read, client, add).await??;
    Ok((StatusCode::CREATED, Json(json!({ "id": id }))))
}

pub(super) async fn list(State(app): State<App>, Owner(owner): Owner) -> Response {
    Json(json!({ "jobs": app.lab.list(owner) })).into_response()
}

/// The number of a job in a path.
fn number(text: &str) -> Result<u64, ApiError> {
    text.parse().map_err(|_| ApiError::new(Code::NotFound, "there is no such job"))
}

pub(super) async fn job(
    State(app): State<App>,
    Named(id): Named,
    Owner(owner): Owner,
) -> Result<Response, ApiError> {
    Ok(Json(app.lab.job(number(&id)?, owner)?).into_response())
}

pub(super) async fn cancel(
    State(app): State<App>,
    Named(id): Named,
    owner: Owner,
) -> Result<Json<Value>, ApiError> {
    app.lab.cancel(number(&id)?, owner.must()?)?;
    Ok(Json(json!({ "ok": true })))
}

pub(super) async fn plot(
    State(app): State<App>,
    path: Result<Path<(String, String)>, axum::extract::rejection::PathRejection>,
) -> Result<Response, ApiError> {
    let Path((id, file)) = path.map_err(|_| ApiError::bad("the path cannot be read"))?;
    let name = file.strip_suffix(".svg").unwrap_or(&file);
    let svg = app.lab.plot(number(&id)?, name)?;
    Ok(([(header::CONTENT_TYPE, "image/svg+xml")], svg).into_response())
}
