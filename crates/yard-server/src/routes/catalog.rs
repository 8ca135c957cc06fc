//! Lists what can be played: rules, boards, agents.

use axum::Json;
use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde_json::{Value, json};
use yard_coach::NextLevel;
use yard_service::catalog::{self, SuggestBody};

use super::App;
use super::extract::{Body, Caller, Named};
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
    Caller(client): Caller,
) -> Result<Response, ApiError> {
    let (lobby, kept) = (app.lobby.clone(), app.lobby.kept_text(&name).await?);
    let work = move || {
        let rules = lobby.read_rules(&name, kept.as_deref())?;
        Ok::<_, ApiError>(catalog::rules_json(&rules))
    };
    let rules = app.lobby.pool.run(Lane::Read, client, work).await??;
    Ok(Json(rules).into_response())
}

pub(super) async fn board(
    State(app): State<App>,
    Named(name): Named,
    Caller(client): Caller,
) -> Result<Response, ApiError> {
    let map = match app.lobby.maps.find(&name) {
        Some(map) => map,
        None => {
            let (lobby, kept) = (app.lobby.clone(), app.lobby.kept_text(&name).await?);
            let draw = move || {
                let rules = lobby.read_rules(&name, kept.as_deref())?;
                Ok::<_, ApiError>(lobby.maps.map(&name, rules.board())?)
            };
            app.lobby.pool.run(Lane::Read, client, draw).await??
        }
    };
    let headers =
        [(header::CONTENT_TYPE, "application/json"), (header::CACHE_CONTROL, "max-age=600")];
    Ok((headers, map.to_string()).into_response())
}

pub(super) async fn suggest_level(Body(body): Body<SuggestBody>) -> Json<NextLevel> {
    Json(yard_service::catalog::suggest_level(&body))
}

pub(super) async fn agents() -> Response {
    Json(json!({ "agents": catalog::agents() })).into_response()
}
