//! Lists what can be played: rules, boards, agents.

use axum::Json;
use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde_json::{Value, json};

use super::App;
use super::extract::Named;
use crate::catalog;
use crate::error::ApiError;
use crate::work_pool::Lane;

pub(super) async fn health() -> Json<Value> {
    Json(json!({ "ok": true, "version": env!("CARGO_PKG_VERSION") }))
}

/// Whether the server should get requests now.
pub(super) async fn ready(State(app): State<App>) -> Response {
    let ready = app.lobby.ready().await;
    let status = if ready.ready { StatusCode::OK } else { StatusCode::SERVICE_UNAVAILABLE };
    (status, Json(ready)).into_response()
}

/// The description of this API; `tests` hold the server to it.
pub(crate) const OPENAPI: &str = include_str!("../../openapi.json");

pub(super) async fn openapi() -> Response {
    ([(header::CONTENT_TYPE, "application/json")], OPENAPI).into_response()
}

pub(super) async fn rules(State(app): State<App>) -> Response {
    let all = app.lobby.catalog.all().iter().map(|rules| catalog::rules_json(rules));
    Json(json!({ "rules": all.collect::<Vec<_>>() })).into_response()
}

pub(super) async fn one_rules(
    State(app): State<App>,
    Named(name): Named,
) -> Result<Response, ApiError> {
    let rules = app.lobby.rules(&name).await?;
    Ok(Json(catalog::rules_json(&rules)).into_response())
}

pub(super) async fn board(
    State(app): State<App>,
    Named(name): Named,
) -> Result<Response, ApiError> {
    let rules = app.lobby.rules(&name).await?;
    let lobby = app.lobby.clone();
    // Rules that a game keeps may have another board under the same name.
    let key = if name.contains('@') { name } else { rules.board().name().to_owned() };
    let map = app.lobby.pool.run(Lane::Study, move || lobby.maps.map(key, rules.board())).await;
    let map = map.ok_or_else(|| ApiError::unavailable("the board cannot be drawn"))??;
    let headers =
        [(header::CONTENT_TYPE, "application/json"), (header::CACHE_CONTROL, "max-age=600")];
    Ok((headers, map.to_string()).into_response())
}

pub(super) async fn agents() -> Response {
    Json(json!({ "agents": catalog::agents() })).into_response()
}
