//! Looking back: replays, records, analyses and imports.

use axum::Json;
use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use serde_json::{Value, json};

use super::App;
use super::extract::{Named, Owner, Params, Text, Token, Work};
use crate::clock::now_ms;
use crate::error::{ApiError, Code};
use crate::secret::{self, TokenHash};
use crate::study::{self, Eyes, Study};
use crate::table::Wish;
use crate::thinkers::Room;
use crate::wire;

/// What a token opens: a game of the server, or a record that was brought.
enum Opened {
    Game,
    Import(Box<Study>),
}

async fn open(app: &App, id: &str, token: &str) -> Result<Opened, ApiError> {
    match app.lobby.seat(id, token).await {
        Ok(_) => Ok(Opened::Game),
        Err(error) if error.code == Code::NotFound => {
            let text = app.lobby.store.import(id, TokenHash::of(token)).await?;
            let text = text.ok_or_else(ApiError::no_game)?;
            let (record, rules) = study::read(&text, &app.lobby.catalogue)?;
            Ok(Opened::Import(Box::new(Study::imported(id.to_owned(), record, rules))))
        }
        Err(error) => Err(error),
    }
}

pub(super) async fn view(
    State(app): State<App>,
    Named(id): Named,
    Token(token): Token,
) -> Result<Response, ApiError> {
    match open(&app, &id, &token).await? {
        Opened::Game => {
            let view = app.lobby.ask(&id, &token, Wish::View).await?;
            let headers = [(header::CONTENT_TYPE, "application/json")];
            Ok((headers, view.as_str().to_owned()).into_response())
        }
        Opened::Import(study) => Ok(Json(study.last_view()?).into_response()),
    }
}

pub(super) async fn record(
    State(app): State<App>,
    Named(id): Named,
    Token(token): Token,
) -> Result<Response, ApiError> {
    let text = match open(&app, &id, &token).await? {
        Opened::Game => {
            let (game, role) = app.lobby.copy(&id, &token).await?;
            game.record(role)
        }
        Opened::Import(study) => wire::record_text(&study.record),
    };
    Ok(([(header::CONTENT_TYPE, "text/plain; charset=utf-8")], text).into_response())
}

/// A finished game or an import, to be looked at as a whole.
async fn finished(app: &App, id: &str, token: &str) -> Result<Study, ApiError> {
    match open(app, id, token).await? {
        Opened::Import(study) => Ok(*study),
        Opened::Game => {
            let (game, _) = app.lobby.copy(id, token).await?;
            game.study().ok_or_else(|| ApiError::forbidden("the game is not over yet"))
        }
    }
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ReplayParams {
    #[serde(default)]
    eyes: Option<EyesWord>,
}

#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
enum EyesWord {
    MrX,
    Detectives,
}

pub(super) async fn replay(
    State(app): State<App>,
    Named(id): Named,
    Token(token): Token,
    Params(params): Params<ReplayParams>,
    _: Work,
) -> Result<Response, ApiError> {
    let study = finished(&app, &id, &token).await?;
    let eyes = match params.eyes {
        Some(EyesWord::MrX) => Eyes::MrX,
        Some(EyesWord::Detectives) | None => Eyes::Detectives,
    };
    let views = app.lobby.thinkers.run(Room::Study, move || study.views(eyes)).await;
    let views = views.ok_or_else(|| ApiError::unavailable("the replay broke down"))??;
    Ok(Json(json!({ "views": views })).into_response())
}

pub(super) async fn analysis(
    State(app): State<App>,
    Named(id): Named,
    Token(token): Token,
    _: Work,
) -> Result<Response, ApiError> {
    let study = finished(&app, &id, &token).await?;
    let progress = app.analyses.ask(&study, &app.lobby.thinkers)?;
    Ok(Json(progress).into_response())
}

pub(super) async fn import(
    State(app): State<App>,
    Owner(owner): Owner,
    _: Work,
    Text(text): Text,
) -> Result<(StatusCode, Json<Value>), ApiError> {
    let (record, rules) = study::read(&text, &app.lobby.catalogue)?;
    record.replay_view(rules).map_err(|error| study::fault(&text, &error))?;
    let chance = app.lobby.chance.as_ref();
    let (id, token) = (secret::id(chance)?, secret::token(chance)?);
    let (hash, text) = (TokenHash::of(&token), wire::record_text(&record));
    app.lobby.store.add_import(&id, hash, owner, text, now_ms()).await?;
    Ok((StatusCode::CREATED, Json(json!({ "id": id, "token": token }))))
}
