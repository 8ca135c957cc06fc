//! Lists what can be played: rules, boards, agents.

use axum::Json;
use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use serde_json::{Value, json};
use yard_coach::{LevelRecord, NextLevel};

use super::App;
use super::extract::{Body, Caller, Named};
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

/// What somebody has to show against the levels.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct SuggestBody {
    side: PlayedSide,
    record: Vec<LevelRecord>,
}

/// The side that the player plays. Levels of both sides have the same names, so it changes nothing yet.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
enum PlayedSide {
    MrX,
    Detectives,
}

pub(super) async fn suggest_level(
    Body(SuggestBody { side, record }): Body<SuggestBody>,
) -> Json<NextLevel> {
    match side {
        PlayedSide::MrX | PlayedSide::Detectives => Json(yard_coach::next_level(&record)),
    }
}

pub(super) async fn agents() -> Response {
    Json(json!({ "agents": catalog::agents() })).into_response()
}
