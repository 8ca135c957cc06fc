//! Help during a game.

use axum::Json;
use axum::extract::State;
use serde::Deserialize;
use serde_json::{Value, json};
use yard_core::Turn;

use super::App;
use super::extract::{Named, Params, Token, Work};
use crate::error::{ApiError, Code};
use crate::help;
use crate::seats::Role;
use crate::tabletop::{self, Tabletop};
use crate::thinkers::Room;
use crate::wire;

/// Which help.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Kind {
    Candidates,
    Belief,
    Hint,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct HelpParams {
    kind: Kind,
}

pub(super) async fn help(
    State(app): State<App>,
    Named(id): Named,
    Token(token): Token,
    Params(HelpParams { kind }): Params<HelpParams>,
    _: Work,
) -> Result<Json<Value>, ApiError> {
    let (game, role) = app.lobby.copy(&id, &token).await?;
    allowed(&game, role, kind)?;
    let thinkers = app.lobby.thinkers.clone();
    let thought = thinkers.run(Room::Study, move || answer(&game, role, kind, app.hint_ms)).await;
    thought.unwrap_or_else(|| Err(ApiError::unavailable("the help broke down"))).map(Json)
}

fn allowed(game: &Tabletop, role: Role, kind: Kind) -> Result<(), ApiError> {
    let help = game.plan().help;
    let on = match kind {
        Kind::Candidates => help.candidates,
        Kind::Belief => help.belief,
        Kind::Hint => help.hints,
    };
    if !on {
        return Err(ApiError::forbidden("this help is switched off in this game"));
    }
    if let Kind::Hint = kind
        && game.is_cancelled()
    {
        return Err(tabletop::cancelled());
    }
    match (kind, role) {
        (Kind::Hint, Role::Watch | Role::WatchAll) => {
            Err(ApiError::forbidden("hints are for those who play"))
        }
        (Kind::Candidates | Kind::Belief | Kind::Hint, _) => Ok(()),
    }
}

fn answer(game: &Tabletop, role: Role, kind: Kind, ms: u32) -> Result<Value, ApiError> {
    // Whatever the role, this is what the detectives can know.
    let view = game.game().detective_view();
    match kind {
        Kind::Candidates => Ok(json!({ "candidates": help::numbers(view.candidates()) })),
        Kind::Belief => Ok(json!({ "belief": help::belief(view) })),
        Kind::Hint => {
            let waits = || ApiError::new(Code::NotYourTurn, "hints are for the seat that moves");
            let hint = match (view.turn(), role) {
                (Turn::MrX, Role::MrX) => help::hint_mr_x(game.game().mr_x_view(), ms),
                (Turn::Detective(_) | Turn::Team, Role::Detectives(_)) => {
                    let may = wire::may_move(view);
                    let own = may.iter().filter(|id| role.moves(**id)).count();
                    match own {
                        0 => return Err(waits()),
                        all if all == may.len() => help::hint_detectives(view, ms),
                        _ => help::hint_seat(view, |id| role.moves(id), ms)?.ok_or_else(waits),
                    }
                }
                _ => return Err(waits()),
            };
            Ok(json!({ "hint": hint? }))
        }
    }
}
