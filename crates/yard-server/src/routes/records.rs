//! Looking at a game as a whole: views, records, analyses and imports.

use std::sync::Arc;

use axum::Json;
use axum::body::Bytes;
use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde_json::{Value, json};
use yard_service::study::FactsJson;
use yard_tabletop::{KeptRules, Replay, read_view};

use super::App;
use super::extract::{Caller, Named, Owner, Text, Token, Work};
use crate::clock::now_ms;
use crate::error::ApiError;
use crate::replays::Imported;
use crate::secret::{self, TokenHash};
use crate::store::{KeptRecord, NewImport};
use crate::table::Command;
use crate::web::Client;
use crate::work_pool::Lane;

/// What a token opens: a game of the server, or a record that was imported.
enum LinkTarget {
    Game,
    Import(Arc<Imported>),
}

async fn find(app: &App, id: &str, token: &str, client: Client) -> Result<LinkTarget, ApiError> {
    let hash = TokenHash::of(token);
    // The operator may have deleted it, here or in another process.
    if let Some(known) = app.replays.find(id, hash)
        && app.lobby.store.has_import(id, hash).await?
    {
        return Ok(LinkTarget::Import(known));
    }
    if app.lobby.find(id, token, client).await?.is_some() {
        return Ok(LinkTarget::Game);
    }
    let import = app.lobby.store.import(id, hash).await?.ok_or_else(ApiError::no_game)?;
    let (lobby, id) = (Arc::clone(&app.lobby), id.to_owned());
    let read = move || {
        let KeptRecord { record, rules } = import;
        let replay = Replay::kept(id.clone(), &record, rules.as_ref(), &lobby.catalog);
        replay.map_err(|error| ApiError::unreadable(&id, error)).map(|replay| (replay, id))
    };
    let (replay, id) = app.lobby.pool.run(Lane::Read, client, read).await??;
    Ok(LinkTarget::Import(app.replays.keep(id, hash, replay)))
}

pub(super) async fn view(
    State(app): State<App>,
    Named(id): Named,
    Token(token): Token,
    Caller(client): Caller,
) -> Result<Response, ApiError> {
    let view: Bytes = match find(&app, &id, &token, client).await? {
        LinkTarget::Game => app.lobby.ask(&id, &token, client, Command::View).await?.into(),
        LinkTarget::Import(import) => last_view(&app, import, client).await?,
    };
    Ok(([(header::CONTENT_TYPE, "application/json")], view).into_response())
}

/// The last view of a record: made once, since a long one takes its time, and after that nobody's turn is needed.
async fn last_view(app: &App, import: Arc<Imported>, client: Client) -> Result<Bytes, ApiError> {
    if let Some(known) = import.last.get() {
        return Ok(known.clone());
    }
    let make = move || {
        let view = import.replay.last_view()?.ok_or_else(ApiError::no_game)?;
        let text = Bytes::from(serde_json::to_string(&view)?);
        Ok(import.last.get_or_init(|| text).clone())
    };
    app.lobby.pool.run(Lane::Read, client, make).await?
}

pub(super) async fn record(
    State(app): State<App>,
    Named(id): Named,
    Token(token): Token,
    Caller(client): Caller,
) -> Result<Response, ApiError> {
    let text = match find(&app, &id, &token, client).await? {
        LinkTarget::Game => {
            let (game, role) = app.lobby.copy(&id, &token, client).await?;
            app.lobby.pool.run(Lane::Read, client, move || game.record_text(role)).await?
        }
        LinkTarget::Import(import) => {
            let write = move || import.replay.record().to_string();
            app.lobby.pool.run(Lane::Read, client, write).await?
        }
    };
    Ok(([(header::CONTENT_TYPE, "text/plain; charset=utf-8")], text).into_response())
}

/// A finished game or an import, to be looked at as a whole.
pub(super) async fn finished(
    app: &App,
    id: &str,
    token: &str,
    client: Client,
) -> Result<Arc<Replay>, ApiError> {
    match find(app, id, token, client).await? {
        LinkTarget::Import(import) => Ok(Arc::clone(&import.replay)),
        LinkTarget::Game => {
            let (game, _) = app.lobby.copy(id, token, client).await?;
            let replay = app.lobby.pool.run(Lane::Read, client, move || game.replay()).await?;
            replay.map(Arc::new).ok_or_else(|| ApiError::forbidden("the game is not over yet"))
        }
    }
}

pub(super) async fn analysis(
    State(app): State<App>,
    Named(id): Named,
    Token(token): Token,
    Work(client): Work,
) -> Result<Response, ApiError> {
    let replay = finished(&app, &id, &token, client).await?;
    let progress = app.analyses.ask(replay, &app.lobby.pool, client).await?;
    Ok(Json(progress).into_response())
}

pub(super) async fn facts(
    State(app): State<App>,
    Named(id): Named,
    Token(token): Token,
    Work(client): Work,
) -> Result<Response, ApiError> {
    let role = match find(&app, &id, &token, client).await? {
        LinkTarget::Import(_) => None,
        LinkTarget::Game => Some(app.lobby.copy(&id, &token, client).await?.1),
    };
    let replay = finished(&app, &id, &token, client).await?;
    let progress = app.analyses.ask(Arc::clone(&replay), &app.lobby.pool, client).await?;
    let tell = move || FactsJson::new(&replay, &progress, role);
    let facts = app.lobby.pool.run(Lane::Read, client, tell).await??;
    Ok(Json(facts).into_response())
}

pub(super) async fn import(
    State(app): State<App>,
    Owner(owner): Owner,
    Work(client): Work,
    Text(text): Text,
) -> Result<(StatusCode, Json<Value>), ApiError> {
    let lobby = Arc::clone(&app.lobby);
    let read = move || {
        let (record, view) = read_view(&text, &lobby.catalog)?;
        Ok::<_, ApiError>((record.to_string(), KeptRules::new(view.rules())))
    };
    let (record, rules) = app.lobby.pool.run(Lane::Read, client, read).await??;
    keep(&app, record, rules, owner, client).await
}

/// Keeps a record to be looked at by those who have its token.
pub(super) async fn keep(
    app: &App,
    record: String,
    rules: KeptRules,
    owner: Option<TokenHash>,
    client: Client,
) -> Result<(StatusCode, Json<Value>), ApiError> {
    app.meters.store(client, record.len())?;
    app.lobby.check_quota(owner, record.len()).await?;
    let chance = app.lobby.chance.as_ref();
    let (id, token) = (secret::id(chance)?, secret::token(chance)?);
    let hash = TokenHash::of(&token);
    let import = NewImport { id: id.clone(), hash, owner, record, rules, created: now_ms() };
    app.lobby.store.add_import(import).await?;
    Ok((StatusCode::CREATED, Json(json!({ "id": id, "token": token }))))
}
