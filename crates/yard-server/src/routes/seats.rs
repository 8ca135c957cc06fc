//! Sitting down: an invitation becomes a seat, a seat gets new keys, a lost one is recovered.
//!
//! Secrets come in headers and bodies and never in a path, so no log has them.

use axum::Json;
use axum::extract::State;
use axum::response::{IntoResponse, Response};
use serde::Deserialize;

use super::App;
use super::extract::{Body, Named, Owner, Token, Work};
use crate::error::{ApiError, Code};
use crate::secret::TokenHash;
use crate::table::Command;

pub(super) async fn claim(
    State(app): State<App>,
    Named(id): Named,
    Token(invitation): Token,
    Owner(owner): Owner,
    Work(client): Work,
) -> Result<Response, ApiError> {
    let invitation = TokenHash::of(&invitation);
    let command = |reply| Command::Claim { invitation, owner, reply };
    let seated = app.lobby.ask_with_key(&id, invitation, client, command).await?;
    Ok(Json(seated).into_response())
}

/// The code of one who has lost a seat's token. It has no `Debug` text.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RecoverBody {
    code: String,
}

pub(super) async fn recover(
    State(app): State<App>,
    Named(id): Named,
    Owner(owner): Owner,
    Work(client): Work,
    Body(RecoverBody { code }): Body<RecoverBody>,
) -> Result<Response, ApiError> {
    let code = TokenHash::of_code(&code);
    let command = |reply| Command::Recover { code, owner, reply };
    let seated = app.lobby.ask_with_key(&id, code, client, command).await.map_err(wrong_code)?;
    Ok(Json(seated).into_response())
}

/// One answer for games that are not there and for codes that do not fit.
fn wrong_code(error: ApiError) -> ApiError {
    match error.code == Code::NotFound {
        true => ApiError::new(
            Code::NotFound,
            "there is no such game, or this is not the recovery code of one of its seats",
        ),
        false => error,
    }
}

pub(super) async fn new_keys(
    State(app): State<App>,
    Named(id): Named,
    Token(token): Token,
    Work(client): Work,
) -> Result<Response, ApiError> {
    let seated = app.lobby.ask(&id, &token, client, Command::NewKeys).await?;
    Ok(Json(seated).into_response())
}

/// The seat to which somebody is invited anew.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct InviteBody {
    seat: String,
}

pub(super) async fn invite(
    State(app): State<App>,
    Named(id): Named,
    owner: Owner,
    Work(client): Work,
    Body(InviteBody { seat }): Body<InviteBody>,
) -> Result<Response, ApiError> {
    let command = |reply| Command::Invite { seat: seat.clone(), reply };
    let invited = app.lobby.ask_as_host(&id, owner.must()?, client, command).await?;
    Ok(Json(invited).into_response())
}
