//! What can be played.

use axum::Json;
use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use serde_json::{Value, json};

use super::App;
use super::extract::Named;
use crate::catalogue;
use crate::error::ApiError;
use crate::thinkers::Room;

pub(super) async fn health() -> Json<Value> {
    Json(json!({ "ok": true, "version": env!("CARGO_PKG_VERSION") }))
}

/// The description of this API; `tests` hold the server to it.
pub(crate) const OPENAPI: &str = include_str!("../../openapi.json");

pub(super) async fn openapi() -> Response {
    ([(header::CONTENT_TYPE, "application/json")], OPENAPI).into_response()
}

pub(super) async fn rules(State(app): State<App>) -> Response {
    Json(json!({ "rules": app.lobby.catalogue.list() })).into_response()
}

pub(super) async fn one_rules(
    State(app): State<App>,
    Named(name): Named,
) -> Result<Response, ApiError> {
    Ok(Json(app.lobby.catalogue.info(&name)?).into_response())
}

pub(super) async fn board(
    State(app): State<App>,
    Named(name): Named,
) -> Result<Response, ApiError> {
    let lobby = app.lobby.clone();
    let map = app.lobby.thinkers.run(Room::Study, move || lobby.catalogue.board(&name)).await;
    let map = map.ok_or_else(|| ApiError::unavailable("the board cannot be drawn"))??;
    let headers =
        [(header::CONTENT_TYPE, "application/json"), (header::CACHE_CONTROL, "max-age=600")];
    Ok((headers, map.to_string()).into_response())
}

pub(super) async fn agents() -> Response {
    Json(json!({ "agents": catalogue::agents() })).into_response()
}
