//! The assistant for people at a real table.

use axum::Json;
use axum::extract::State;
use axum::response::{IntoResponse, Response};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use yard_core::{DetectiveView, PublicMrXMove, PublicStep, Record, Ticket, Turn};

use super::App;
use super::extract::{Body, Owner, Params, Work};
use crate::clock::now_ms;
use crate::error::ApiError;
use crate::help::{self, HintNow};
use crate::seats::{Role, check_name};
use crate::study;
use crate::thinkers::Room;
use crate::wire::{self, LegalMove, OutcomeNow, Seen, TicketsNow};

/// The log of a real table.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct AssistBody {
    record: String,
    #[serde(default)]
    suggest: bool,
    #[serde(default)]
    ms: Option<u32>,
}

/// How long suggestions may take together, and take if nobody says.
const MOST_MS: u32 = 10_000;
const USUAL_MS: u32 = 1_500;

/// A move for one detective.
#[derive(Serialize)]
struct Suggestion {
    detective: Option<u8>,
    #[serde(flatten)]
    hint: HintNow,
}

#[derive(Serialize)]
struct Assisted {
    rules: String,
    turn: String,
    to_move: Vec<u8>,
    slot: u8,
    slots: u8,
    candidates: Vec<u8>,
    belief: Vec<(u8, f64)>,
    detectives: Vec<u8>,
    mr_x_seen: Option<Seen>,
    tickets: TicketsNow,
    legal_tickets_for_mr_x: Vec<String>,
    may_double: bool,
    surfaces_next: bool,
    legal: Vec<LegalMove>,
    suggestions: Vec<Suggestion>,
    next_surfacing: Option<u8>,
    outcome: Option<OutcomeNow>,
    record: String,
}

pub(super) async fn assist(
    State(app): State<App>,
    _: Work,
    Body(body): Body<AssistBody>,
) -> Result<Response, ApiError> {
    let ms = body.ms.unwrap_or(USUAL_MS);
    if ms > MOST_MS {
        return Err(ApiError::bad(format!("ms is at most {MOST_MS}")));
    }
    let (record, rules) = study::read(&body.record, &app.lobby.catalogue)?;
    let view = record.replay_view(rules).map_err(|error| study::fault(&body.record, &error))?;
    let suggest = body.suggest;
    let answer =
        app.lobby.thinkers.run(Room::Study, move || assisted(&view, suggest.then_some(ms))).await;
    let answer = answer.ok_or_else(|| ApiError::unavailable("the assistant broke down"))??;
    Ok(Json(answer).into_response())
}

fn assisted(view: &DetectiveView, suggest: Option<u32>) -> Result<Assisted, ApiError> {
    let (rules, table) = (view.rules(), view.public());
    let plan = suggest.map_or(Ok(Vec::new()), |ms| help::plan(view, ms))?;
    let suggestion = |hint: HintNow| Suggestion { detective: hint.by, hint };
    let everybody = Role::team(rules);
    Ok(Assisted {
        rules: rules.name().to_owned(),
        turn: wire::turn_name(view.turn()),
        to_move: wire::may_move(view).iter().map(|id| id.number()).collect(),
        slot: table.slots_used(),
        slots: rules.slots(),
        candidates: help::numbers(view.candidates()),
        belief: help::belief(view),
        detectives: table.detectives().map(|station| station.number()).collect(),
        mr_x_seen: wire::seen(view),
        tickets: wire::tickets(view),
        legal_tickets_for_mr_x: wire::letters(
            Ticket::ALL.into_iter().filter(|ticket| could_lay(view, *ticket)),
        ),
        may_double: view.turn() == Turn::MrX && table.may_double(rules),
        surfaces_next: rules.surfaces_after(table.slots_used().saturating_add(1)),
        legal: view
            .legal_moves()
            .filter(|mv| everybody.moves(mv.by()))
            .map(|mv| wire::legal_detective(mv, rules.order()))
            .collect(),
        suggestions: plan.into_iter().map(suggestion).collect(),
        next_surfacing: rules.next_surfacing(table.slots_used()),
        outcome: table.outcome().map(|outcome| wire::outcome_now(outcome, view)),
        record: wire::record_text(&Record::of_view(view)),
    })
}

/// Tells whether Mr X can lay down this ticket now, from one of his candidates at least.
fn could_lay(view: &DetectiveView, ticket: Ticket) -> bool {
    if view.turn() != Turn::MrX {
        return false;
    }
    let surfaces = view.rules().surfaces_after(view.public().slots_used().saturating_add(1));
    let fits = |seen| {
        let step = PublicMrXMove::Single(PublicStep { ticket, seen });
        view.clone().mr_x_moved(step, None).is_ok()
    };
    match surfaces {
        false => fits(None),
        true => view.rules().board().stations().iter().any(|station| fits(Some(station))),
    }
}

pub(super) async fn saved(State(app): State<App>, owner: Owner) -> Result<Response, ApiError> {
    let saved = app.lobby.store.logs(owner.must()?).await?;
    Ok(Json(json!({ "saved": saved })).into_response())
}

/// A log to be kept.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct SaveBody {
    name: String,
    record: String,
}

/// No log is longer.
const LONGEST_LOG: usize = 20_000;

pub(super) async fn save(
    State(app): State<App>,
    owner: Owner,
    _: Work,
    Body(SaveBody { name, record }): Body<SaveBody>,
) -> Result<Json<Value>, ApiError> {
    let owner = owner.must()?;
    check_name(&name)?;
    if name.is_empty() || record.len() > LONGEST_LOG {
        return Err(ApiError::bad("a log has a name, and at most 20,000 letters"));
    }
    app.lobby.store.save_log(owner, name, record, now_ms()).await?;
    Ok(Json(json!({ "ok": true })))
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct DropParams {
    name: String,
}

pub(super) async fn drop_saved(
    State(app): State<App>,
    owner: Owner,
    Params(DropParams { name }): Params<DropParams>,
) -> Result<Json<Value>, ApiError> {
    app.lobby.store.drop_log(owner.must()?, name).await?;
    Ok(Json(json!({ "ok": true })))
}
