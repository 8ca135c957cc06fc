//! Looking at a game as a whole: views, records, replays, analyses and imports.

use axum::Json;
use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use serde_json::{Value, json};
use yard_tabletop::{Replay, Viewpoint, read_record, read_view};

use super::App;
use super::extract::{Named, Owner, Params, Text, Token, Work};
use crate::clock::now_ms;
use crate::error::ApiError;
use crate::secret::{self, TokenHash};
use crate::table::Command;
use crate::work_pool::Lane;

/// What a token opens: a game of the server, or a record that was imported.
enum LinkTarget {
    Game,
    Import(Box<Replay>),
}

async fn find(app: &App, id: &str, token: &str) -> Result<LinkTarget, ApiError> {
    if app.lobby.find(id, token).await?.is_some() {
        return Ok(LinkTarget::Game);
    }
    let text = app.lobby.store.import(id, TokenHash::of(token)).await?;
    let (record, rules) = read_record(&text.ok_or_else(ApiError::no_game)?, &app.lobby.catalog)?;
    Ok(LinkTarget::Import(Box::new(Replay::imported(id.to_owned(), record, rules))))
}

pub(super) async fn view(
    State(app): State<App>,
    Named(id): Named,
    Token(token): Token,
) -> Result<Response, ApiError> {
    match find(&app, &id, &token).await? {
        LinkTarget::Game => {
            let view = app.lobby.ask(&id, &token, Command::View).await?;
            let headers = [(header::CONTENT_TYPE, "application/json")];
            Ok((headers, view.as_str().to_owned()).into_response())
        }
        LinkTarget::Import(replay) => {
            let view = replay.last_view()?.ok_or_else(ApiError::no_game)?;
            Ok(Json(view).into_response())
        }
    }
}

pub(super) async fn record(
    State(app): State<App>,
    Named(id): Named,
    Token(token): Token,
) -> Result<Response, ApiError> {
    let text = match find(&app, &id, &token).await? {
        LinkTarget::Game => {
            let (game, role) = app.lobby.copy(&id, &token).await?;
            game.record_text(role)
        }
        LinkTarget::Import(replay) => replay.record().to_string(),
    };
    Ok(([(header::CONTENT_TYPE, "text/plain; charset=utf-8")], text).into_response())
}

/// A finished game or an import, to be looked at as a whole.
async fn finished(app: &App, id: &str, token: &str) -> Result<Replay, ApiError> {
    match find(app, id, token).await? {
        LinkTarget::Import(replay) => Ok(*replay),
        LinkTarget::Game => {
            let (game, _) = app.lobby.copy(id, token).await?;
            game.replay().ok_or_else(|| ApiError::forbidden("the game is not over yet"))
        }
    }
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ReplayParams {
    #[serde(default)]
    eyes: ViewpointParam,
}

/// Whose view is wanted. Everybody may ask for the detectives', so that is what you get unasked.
#[derive(Clone, Copy, Default, Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
enum ViewpointParam {
    MrX,
    #[default]
    Detectives,
}

pub(super) async fn replay(
    State(app): State<App>,
    Named(id): Named,
    Token(token): Token,
    Params(params): Params<ReplayParams>,
    _: Work,
) -> Result<Response, ApiError> {
    let replay = finished(&app, &id, &token).await?;
    let viewpoint = match params.eyes {
        ViewpointParam::MrX => Viewpoint::MrX,
        ViewpointParam::Detectives => Viewpoint::Detectives,
    };
    let views = app.lobby.pool.run(Lane::Study, move || replay.views(viewpoint)).await;
    let views = views.ok_or_else(|| ApiError::unavailable("the replay broke down"))??;
    Ok(Json(json!({ "views": views })).into_response())
}

pub(super) async fn analysis(
    State(app): State<App>,
    Named(id): Named,
    Token(token): Token,
    _: Work,
) -> Result<Response, ApiError> {
    let replay = finished(&app, &id, &token).await?;
    let progress = app.analyses.ask(&replay, &app.lobby.pool)?;
    Ok(Json(progress).into_response())
}

pub(super) async fn import(
    State(app): State<App>,
    Owner(owner): Owner,
    _: Work,
    Text(text): Text,
) -> Result<(StatusCode, Json<Value>), ApiError> {
    let (record, _) = read_view(&text, &app.lobby.catalog)?;
    let chance = app.lobby.chance.as_ref();
    let (id, token) = (secret::id(chance)?, secret::token(chance)?);
    let (hash, text) = (TokenHash::of(&token), record.to_string());
    app.lobby.check_quota(owner, text.len()).await?;
    app.lobby.store.add_import(&id, hash, owner, text, now_ms()).await?;
    Ok((StatusCode::CREATED, Json(json!({ "id": id, "token": token }))))
}
