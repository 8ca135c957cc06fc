//! Help during a game: candidates, beliefs and hints for the seat that asks.

use axum::Json;
use axum::extract::State;
use serde::Deserialize;
use serde_json::{Value, json};
use yard_roster::Roster;
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
    let (pool, roster) = (app.lobby.pool.clone(), app.lobby.roster.clone());
    let work = move || answer(&roster, &game, role, kind, app.hint_ms);
    let help = pool.run(Lane::Study, client, work).await??;
    Ok(Json(json!(help)))
}

fn answer(
    roster: &Roster,
    game: &Tabletop,
    role: Role,
    kind: HelpKind,
    ms: u32,
) -> Result<HelpJson, ApiError> {
    let view = game.public_view();
    match kind {
        HelpKind::Candidates => Ok(HelpJson::Candidates(station_numbers(view.candidates()))),
        HelpKind::Belief => Ok(HelpJson::Belief(belief_json(yard_coach::belief(view)))),
        HelpKind::Hint => Ok(HelpJson::Hint(hints::hint(roster, game.hint_for(role)?, ms)?)),
    }
}
