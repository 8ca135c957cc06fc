//! What people at one table need besides moves: reactions, links for watching, the next game, and a replay to share.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use serde_json::{Value, json};
use yard_tabletop::{KeptRules, Reaction, SeatChange};

use super::App;
use super::extract::{Body, Caller, Named, Owner, Token, Work};
use super::games::BYTES_OF_A_GAME;
use super::records;
use crate::error::ApiError;
use crate::new_game::Created;
use crate::table::{Command, NextSeat, Seated};
use crate::work_pool::Lane;

/// What somebody says to the table.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ReactBody {
    reaction: Reaction,
}

pub(super) async fn react(
    State(app): State<App>,
    Named(id): Named,
    Token(token): Token,
    Caller(client): Caller,
    Body(ReactBody { reaction }): Body<ReactBody>,
) -> Result<Json<Value>, ApiError> {
    let command = |role, reply| Command::React { role, reaction, reply };
    app.lobby.ask(&id, &token, client, command).await?;
    Ok(Json(json!({ "ok": true })))
}

pub(super) async fn spectators(
    State(app): State<App>,
    Named(id): Named,
    Token(token): Token,
    Work(client): Work,
) -> Result<(StatusCode, Json<Value>), ApiError> {
    let watch = app.lobby.ask(&id, &token, client, Command::AddWatch).await?;
    Ok((StatusCode::CREATED, Json(json!({ "watch": watch }))))
}

/// What becomes of the seats.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RematchBody {
    seats: SeatChange,
}

pub(super) async fn rematch(
    State(app): State<App>,
    Named(id): Named,
    Token(token): Token,
    Owner(owner): Owner,
    Work(client): Work,
    Body(RematchBody { seats }): Body<RematchBody>,
) -> Result<Response, ApiError> {
    app.meters.store(client, BYTES_OF_A_GAME)?;
    let command = |role, reply| Command::Rematch { role, seats, owner, reply };
    match app.lobby.ask(&id, &token, client, command).await? {
        NextSeat::Made { seat, made } => {
            Ok((StatusCode::CREATED, Json(made_json(&seat, &made)?)).into_response())
        }
        NextSeat::Waits { id, role } => {
            let command = |reply| Command::SitDown { role, owner, reply };
            let Seated { seat, token, recovery } =
                app.lobby.ask_by_right(&id, client, command).await?;
            let watch = app.lobby.ask(&id, &token, client, Command::AddWatch).await.ok();
            let told = json!({
                "id": id, "seat": seat, "token": token, "recovery": recovery, "watch": watch,
            });
            Ok(Json(told).into_response())
        }
    }
}

/// The seat of the one who made the next game.
fn made_json(seat: &str, made: &Created) -> Result<Value, ApiError> {
    let token = match seat {
        "mr_x" => made.links.mr_x.clone(),
        _ => made.links.detectives.iter().flatten().next().cloned(),
    };
    let recovery = made.recovery.get(seat);
    let told = token.zip(recovery).map(|(token, recovery)| {
        json!({
            "id": made.id, "seat": seat, "token": token, "recovery": recovery,
            "watch": made.links.watch,
        })
    });
    told.ok_or_else(|| ApiError::unavailable("the next game has no seat for you"))
}

/// A copy of a finished game that opens no seat.
pub(super) async fn share(
    State(app): State<App>,
    Named(id): Named,
    Token(token): Token,
    Owner(owner): Owner,
    Work(client): Work,
) -> Result<(StatusCode, Json<Value>), ApiError> {
    let replay = records::finished(&app, &id, &token, client).await?;
    let write = move || (replay.record().to_string(), KeptRules::new(replay.rules()));
    let (record, rules) = app.lobby.pool.run(Lane::Read, client, write).await?;
    records::keep(&app, record, rules, owner, client).await
}
