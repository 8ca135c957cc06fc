//! The lab: jobs are added, looked at and stopped.

use axum::Json;
use axum::extract::{Path, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde_json::{Value, json};

use super::App;
use super::extract::{Body, Named, Work};
use crate::error::{ApiError, Code};
use crate::lab::JobRequest;

pub(super) async fn add(
    State(app): State<App>,
    _: Work,
    Body(request): Body<JobRequest>,
) -> Result<(StatusCode, Json<Value>), ApiError> {
    let id = app.lab.add(request, &app.lobby.catalog, &app.lobby.roster)?;
    Ok((StatusCode::CREATED, Json(json!({ "id": id }))))
}

pub(super) async fn list(State(app): State<App>) -> Response {
    Json(json!({ "jobs": app.lab.list() })).into_response()
}

/// The number of a job in a path.
fn number(text: &str) -> Result<u64, ApiError> {
    text.parse().map_err(|_| ApiError::new(Code::NotFound, "there is no such job"))
}

pub(super) async fn job(State(app): State<App>, Named(id): Named) -> Result<Response, ApiError> {
    Ok(Json(app.lab.job(number(&id)?)?).into_response())
}

pub(super) async fn cancel(
    State(app): State<App>,
    Named(id): Named,
) -> Result<Json<Value>, ApiError> {
    app.lab.cancel(number(&id)?)?;
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
