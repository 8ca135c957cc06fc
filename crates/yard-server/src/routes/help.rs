//! Help during a game: candidates, beliefs and hints for the seat that asks.

use axum::Json;
use axum::extract::State;
use serde::Deserialize;
use serde_json::{Value, json};
use yard_coach::Message;
use yard_tabletop::{HelpJson, HelpKind, Role, Tabletop, belief_json, station_numbers};

use super::App;
use super::extract::{Named, Params, Token, Work};
use crate::error::ApiError;
use crate::hints;
use crate::work_pool::Lane;

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct HelpParams {
    kind: HelpKind,
}

pub(super) async fn help(
    State(app): State<App>,
    Named(id): Named,
    Token(token): Token,
    Params(HelpParams { kind }): Params<HelpParams>,
    Work(client): Work,
) -> Result<Json<Value>, ApiError> {
    let (game, role) = app.lobby.copy(&id, &token, client).await?;
    game.check_help(role, kind)?;
    let work = move || answer(&game, role, kind);
    let help = app.lobby.pool.run(Lane::Study, client, work).await??;
    Ok(Json(json!(help)))
}

fn answer(game: &Tabletop, role: Role, kind: HelpKind) -> Result<HelpJson<Message>, ApiError> {
    let view = game.public_view();
    match kind {
        HelpKind::Candidates => Ok(HelpJson::Candidates(station_numbers(view.candidates()))),
        HelpKind::Belief => Ok(HelpJson::Belief(belief_json(yard_coach::belief(view)))),
        HelpKind::Hint => Ok(HelpJson::Hint(hints::hint(game.hint_for(role)?)?)),
    }
}
