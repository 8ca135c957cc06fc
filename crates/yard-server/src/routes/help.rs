//! Help during a game: candidates, beliefs and hints for the seat that asks.

use axum::Json;
use axum::extract::State;
use serde_json::Value;
use yard_service::bodies::HelpParams;
use yard_service::study;

use super::App;
use super::extract::{Named, Params, Token, Work};
use crate::error::ApiError;
use crate::work_pool::Lane;

pub(super) async fn help(
    State(app): State<App>,
    Named(id): Named,
    Token(token): Token,
    Params(HelpParams { kind }): Params<HelpParams>,
    Work(client): Work,
) -> Result<Json<Value>, ApiError> {
    let (game, role) = app.lobby.copy(&id, &token, client).await?;
    // Whoever may not ask is told at once.
    game.check_help(role, kind)?;
    let work = move || study::help(&game, role, kind);
    app.lobby.pool.run(Lane::Study, client, work).await?.map(Json)
}
