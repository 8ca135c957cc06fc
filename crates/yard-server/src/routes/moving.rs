//! Moving to another device: what a browser remembers goes to another one under a code that works once.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use serde::Deserialize;
use serde_json::{Value, json};

use super::App;
use super::extract::{Body, Owner, Work};
use crate::clock::now_ms;
use crate::error::{ApiError, Code};
use crate::moving::{MovingCode, cover};
use crate::secret::TokenHash;

/// How long a code works.
const MINUTES: i64 = 15;
/// No bundle is longer.
const LONGEST: usize = 200 << 10;

/// What a browser remembers, as it likes to write it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct BundleBody {
    bundle: String,
}

/// Keeps a bundle for a while. The server cannot read it without the code.
pub(super) async fn put(
    State(app): State<App>,
    Work(client): Work,
    Body(BundleBody { bundle }): Body<BundleBody>,
) -> Result<(StatusCode, Json<Value>), ApiError> {
    if bundle.is_empty() || bundle.len() > LONGEST {
        return Err(ApiError::new(Code::TooLarge, "there is too much to move, or nothing"));
    }
    app.meters.store(client, bundle.len())?;
    let code = MovingCode::draw(app.lobby.chance.as_ref())?;
    let (now, covered) = (now_ms(), cover(&code, bundle.into_bytes()));
    let expires = now + MINUTES * 60_000;
    app.lobby.store.put_bundle(code.hash(), covered, now, expires).await?;
    Ok((StatusCode::CREATED, Json(json!({ "code": code.shown(), "expires": expires }))))
}

/// The code as somebody typed it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct CodeBody {
    code: String,
}

/// Gives a bundle away, once.
pub(super) async fn take(
    State(app): State<App>,
    _: Work,
    Body(CodeBody { code }): Body<CodeBody>,
) -> Result<Json<Value>, ApiError> {
    let wrong =
        || ApiError::new(Code::NotFound, "this code is wrong, used or too old; make a new one");
    let code = MovingCode::read(&code).ok_or_else(wrong)?;
    let found = app.lobby.store.take_bundle(code.hash(), now_ms()).await?.ok_or_else(wrong)?;
    let bundle = String::from_utf8(cover(&code, found)).map_err(|_| wrong())?;
    Ok(Json(json!({ "bundle": bundle })))
}

/// The token that a browser had before.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct MergeBody {
    from: String,
}

/// Gives all that one owner keeps to another; whoever knows both tokens is both.
pub(super) async fn merge(
    State(app): State<App>,
    owner: Owner,
    _: Work,
    Body(MergeBody { from }): Body<MergeBody>,
) -> Result<Json<Value>, ApiError> {
    let to = owner.must()?;
    if !(16..=100).contains(&from.len()) {
        return Err(ApiError::bad("the owner's token has 16 to 100 letters"));
    }
    app.lobby.store.merge_owner(TokenHash::of(&from), to).await?;
    Ok(Json(json!({ "ok": true })))
}
