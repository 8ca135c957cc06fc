//! The assistant for Mr X at a real table, as JSON: what the detectives can know, and what each of his moves would tell them.

use serde::Serialize;
use yard_core::{MrXMove, MrXView, Record, Station};

use crate::help::{HintJson, belief_json, station_numbers};
use crate::move_json::{LegalMove, OutcomeJson, legal_mr_x, outcome_json, turn_name};
use crate::ticket_json::TicketsNow;

/// What Mr X's assistant knows; `F` is what a move tells the detectives, `R` a reason of a hint.
#[derive(Clone, Debug, Serialize)]
pub struct MrXAssistantJson<F, R> {
    rules: String,
    turn: String,
    slot: u8,
    slots: u8,
    station: u8,
    candidates: Vec<u8>,
    belief: Vec<(u8, f64)>,
    nearest: Vec<Option<u8>>,
    tickets: TicketsNow,
    legal: Vec<ToldMove<F>>,
    suggestion: Option<HintJson<R>>,
    stage: Option<&'static str>,
    next_surfacing: Option<u8>,
    outcome: Option<OutcomeJson>,
    record: String,
}

/// A legal move and what it tells the detectives.
#[derive(Clone, Debug, Serialize)]
struct ToldMove<F> {
    #[serde(flatten)]
    mv: LegalMove,
    #[serde(flatten)]
    told: F,
}

/// Describes Mr X's own view of a real table.
pub fn mr_x_assistant_json<F, R>(
    view: &MrXView,
    belief: Vec<(Station, f64)>,
    told: impl Fn(MrXMove) -> F,
    suggestion: Option<HintJson<R>>,
    stage: Option<&'static str>,
) -> MrXAssistantJson<F, R> {
    let (rules, public, seen) = (view.rules(), view.public(), view.detective_view());
    let far = |from: Station| rules.board().detective_distance(from, view.station());
    MrXAssistantJson {
        rules: rules.name().to_owned(),
        turn: turn_name(view.turn()),
        slot: public.slots_used(),
        slots: rules.slots(),
        station: view.station().number(),
        candidates: station_numbers(view.candidates()),
        belief: belief_json(belief),
        nearest: public.detectives().map(far).collect(),
        tickets: TicketsNow::new(seen),
        legal: view
            .legal_moves()
            .map(|mv| ToldMove { mv: legal_mr_x(mv), told: told(mv) })
            .collect(),
        suggestion,
        stage,
        next_surfacing: rules.next_surfacing(public.slots_used()),
        outcome: outcome_json(seen),
        record: Record::of_view(seen).to_string(),
    }
}
