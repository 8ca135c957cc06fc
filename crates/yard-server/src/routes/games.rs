//! Games: made, seen, played, taken back, listed.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde_json::{Value, json};
use yard_service::bodies::{DeclineBody, ListParams, MoveBody, NameBody, PaceBody};
use yard_tabletop::{Change, CreateGame, check_pace};

use super::App;
use super::extract::{Body, Caller, Named, Owner, Params, Token, Work};
use crate::error::ApiError;
use crate::store::{ListQuery, PAGE};
use crate::table::Command;
use crate::web::Client;

/// About what a game with its moves and links takes in the store.
pub(super) const BYTES_OF_A_GAME: usize = 8 << 10;

pub(super) async fn create(
    State(app): State<App>,
    Work(client): Work,
    Owner(owner): Owner,
    Body(request): Body<CreateGame>,
) -> Result<Response, ApiError> {
    app.meters.store(client, BYTES_OF_A_GAME)?;
    let created = app.lobby.create(request, owner, client).await?;
    Ok((StatusCode::CREATED, Json(created)).into_response())
}

pub(super) async fn play(
    State(app): State<App>,
    Named(id): Named,
    Token(token): Token,
    Caller(client): Caller,
    Body(body): Body<MoveBody>,
) -> Result<Json<Value>, ApiError> {
    let command =
        |role, reply| Command::Move { role, text: body.text.clone(), ply: body.ply, reply };
    let ply = app.lobby.ask(&id, &token, client, command).await?;
    Ok(Json(json!({ "ply": ply })))
}

pub(super) async fn undo(
    State(app): State<App>,
    Named(id): Named,
    Token(token): Token,
    Caller(client): Caller,
) -> Result<Json<Value>, ApiError> {
    let done = app.lobby.ask(&id, &token, client, Command::Undo).await?;
    Ok(Json(json!({ "done": done })))
}

/// What concerns everybody: done at once by one who is alone, otherwise put to the vote.
async fn change(
    app: &App,
    id: &str,
    token: &str,
    client: Client,
    change: Change,
) -> Result<Json<Value>, ApiError> {
    let command = |role, reply| Command::Change { role, change, reply };
    let changed = app.lobby.ask(id, token, client, command).await?;
    Ok(Json(serde_json::to_value(changed)?))
}

pub(super) async fn cancel(
    State(app): State<App>,
    Named(id): Named,
    Token(token): Token,
    Caller(client): Caller,
) -> Result<Json<Value>, ApiError> {
    change(&app, &id, &token, client, Change::End).await
}

pub(super) async fn resume(
    State(app): State<App>,
    Named(id): Named,
    Token(token): Token,
    Caller(client): Caller,
) -> Result<Json<Value>, ApiError> {
    change(&app, &id, &token, client, Change::GoOn).await
}

pub(super) async fn decline(
    State(app): State<App>,
    Named(id): Named,
    Token(token): Token,
    Caller(client): Caller,
    Body(DeclineBody { what }): Body<DeclineBody>,
) -> Result<Json<Value>, ApiError> {
    let command = |role, reply| Command::Decline { role, what, reply };
    app.lobby.ask(&id, &token, client, command).await?;
    Ok(Json(json!({ "ok": true })))
}

pub(super) async fn pace(
    State(app): State<App>,
    Named(id): Named,
    Token(token): Token,
    Caller(client): Caller,
    Body(PaceBody { pace_ms, paused }): Body<PaceBody>,
) -> Result<Json<Value>, ApiError> {
    check_pace(pace_ms.unwrap_or(0))?;
    change(&app, &id, &token, client, Change::Pace { pace_ms, paused }).await
}

pub(super) async fn name(
    State(app): State<App>,
    Named(id): Named,
    Token(token): Token,
    Caller(client): Caller,
    Body(NameBody { name }): Body<NameBody>,
) -> Result<Json<Value>, ApiError> {
    let command = |role, reply| Command::Name { role, name: name.clone(), reply };
    app.lobby.ask(&id, &token, client, command).await?;
    Ok(Json(json!({ "ok": true })))
}

pub(super) async fn list(
    State(app): State<App>,
    owner: Owner,
    Params(params): Params<ListParams>,
) -> Result<Response, ApiError> {
    let owner = owner.must()?;
    let state = params.state()?;
    let query = ListQuery { owner, words: params.query, state, page: params.page };
    let (games, all) = app.lobby.store.list(query).await?;
    let pages = all.div_ceil(PAGE);
    Ok(Json(json!({ "games": games, "page": params.page, "pages": pages })).into_response())
}
