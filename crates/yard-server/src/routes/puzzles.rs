//! Puzzles: the list, one position, the one of the day, and what comes of an answer.

use axum::Json;
use axum::extract::State;
use serde::Deserialize;
use serde_json::Value;
use yard_service::puzzles::{self, AnswerBody};

use super::App;
use super::extract::{Body, Caller, Named, Params, Work};
use crate::error::ApiError;
use crate::work_pool::Lane;

pub(super) async fn list() -> Json<Value> {
    Json(puzzles::list())
}

pub(super) async fn one(
    State(app): State<App>,
    Named(id): Named,
    Caller(client): Caller,
) -> Result<Json<Value>, ApiError> {
    app.lobby.pool.run(Lane::Read, client, move || puzzles::one(&id)).await?.map(Json)
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct DailyParams {
    date: String,
}

pub(super) async fn daily(
    State(app): State<App>,
    Params(DailyParams { date }): Params<DailyParams>,
    Caller(client): Caller,
) -> Result<Json<Value>, ApiError> {
    app.lobby.pool.run(Lane::Read, client, move || puzzles::daily(&date)).await?.map(Json)
}

pub(super) async fn answer(
    State(app): State<App>,
    Named(id): Named,
    Work(client): Work,
    Body(body): Body<AnswerBody>,
) -> Result<Json<Value>, ApiError> {
    let work = move || puzzles::answer(&id, &body);
    app.lobby.pool.run(Lane::Study, client, work).await?.map(Json)
}
