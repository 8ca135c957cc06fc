//! The assistant for people at a real table, as JSON: all that follows from the log that they have written.

use std::collections::BTreeMap;

use serde::Serialize;
use yard_core::{DetectiveView, PublicMrXMove, PublicStep, Record, Station, Ticket, Turn};

use crate::help::{HintJson, belief_json, station_numbers};
use crate::move_json::{
    LegalMove, OutcomeJson, legal_detectives, may_move, outcome_json, turn_name,
};
use crate::seat_json::Seen;
use crate::ticket_json::TicketsNow;

/// What the assistant knows.
#[derive(Clone, Debug, Serialize)]
pub struct AssistantJson<R> {
    rules: String,
    turn: String,
    to_move: Vec<u8>,
    slot: u8,
    slots: u8,
    candidates: Vec<u8>,
    belief: Vec<(u8, f64)>,
    likeliest: Vec<(u8, f64)>,
    detectives: Vec<u8>,
    mr_x_seen: Option<Seen>,
    tickets: TicketsNow,
    legal_tickets_for_mr_x: Vec<String>,
    may_double: bool,
    surfaces_next: bool,
    surfacing: BTreeMap<String, Vec<u8>>,
    legal: Vec<LegalMove>,
    suggestions: Vec<Suggestion<R>>,
    stage: Option<&'static str>,
    next_surfacing: Option<u8>,
    outcome: Option<OutcomeJson>,
    record: String,
}

/// A move for one detective.
#[derive(Clone, Debug, Serialize)]
pub struct Suggestion<R> {
    detective: Option<u8>,
    #[serde(flatten)]
    hint: HintJson<R>,
}

impl<R> From<HintJson<R>> for Suggestion<R> {
    fn from(hint: HintJson<R>) -> Suggestion<R> {
        Suggestion { detective: hint.by, hint }
    }
}

/// Describes the detectives' view of a real table, with beliefs and suggestions from whoever has agents.
pub fn assistant_json<R>(
    view: &DetectiveView,
    belief: Vec<(Station, f64)>,
    suggestions: Vec<HintJson<R>>,
    stage: Option<&'static str>,
) -> AssistantJson<R> {
    let (rules, table) = (view.rules(), view.public());
    let tickets = Ticket::ALL.into_iter().filter(|ticket| could_lay(view, *ticket));
    AssistantJson {
        rules: rules.name().to_owned(),
        turn: turn_name(view.turn()),
        to_move: may_move(view).iter().map(|id| id.number()).collect(),
        slot: table.slots_used(),
        slots: rules.slots(),
        candidates: station_numbers(view.candidates()),
        likeliest: likeliest(&belief),
        belief: belief_json(belief),
        detectives: table.detectives().map(Station::number).collect(),
        mr_x_seen: Seen::new(view),
        tickets: TicketsNow::new(view),
        legal_tickets_for_mr_x: tickets.map(|ticket| ticket.letter().to_string()).collect(),
        may_double: view.turn() == Turn::MrX && table.may_double(rules),
        surfaces_next: surfaces_next(view),
        surfacing: surfacing(view),
        legal: legal_detectives(view, |_| true),
        suggestions: suggestions.into_iter().map(Suggestion::from).collect(),
        stage,
        next_surfacing: rules.next_surfacing(table.slots_used()),
        outcome: outcome_json(view),
        record: Record::of_view(view).to_string(),
    }
}

fn surfaces_next(view: &DetectiveView) -> bool {
    view.rules().surfaces_after(view.public().slots_used().saturating_add(1))
}

/// Tells whether Mr X can lay down this ticket now, from one of his candidates at least.
fn could_lay(view: &DetectiveView, ticket: Ticket) -> bool {
    if view.turn() != Turn::MrX {
        return false;
    }
    match surfaces_next(view) {
        false => fits(view, ticket, None),
        true => !shown_at(view, ticket).is_empty(),
    }
}

/// Tells whether a single step of Mr X fits what is known.
fn fits(view: &DetectiveView, ticket: Ticket, seen: Option<Station>) -> bool {
    let step = PublicMrXMove::Single(PublicStep { ticket, seen });
    view.clone().mr_x_moved(step, None).is_ok()
}

/// The stations at which Mr X can show himself with a ticket now.
fn shown_at(view: &DetectiveView, ticket: Ticket) -> Vec<u8> {
    // Only where a line leads is worth a closer look.
    let board = view.rules().board();
    let near =
        |to: &Station| view.candidates().iter().any(|from| board.reach(from, ticket).contains(*to));
    let all = board.stations();
    let shown = all.iter().filter(near).filter(|to| fits(view, ticket, Some(*to)));
    shown.map(Station::number).collect()
}

/// Where Mr X can show himself, for each ticket that he can lay.
fn surfacing(view: &DetectiveView) -> BTreeMap<String, Vec<u8>> {
    if view.turn() != Turn::MrX || !surfaces_next(view) {
        return BTreeMap::new();
    }
    let all =
        Ticket::ALL.into_iter().map(|ticket| (ticket.letter().to_string(), shown_at(view, ticket)));
    all.filter(|(_, stations)| !stations.is_empty()).collect()
}

/// So many places are framed at most, and this share of the belief is enough.
const MOST_LIKELY: usize = 5;
const HALF: f64 = 0.5;

/// The fewest places that hold half of the belief.
fn likeliest(belief: &[(Station, f64)]) -> Vec<(u8, f64)> {
    let mut sum = 0.0;
    let few = belief.iter().take(MOST_LIKELY).take_while(|(_, share)| {
        let goes_on = sum < HALF;
        sum += share;
        goes_on
    });
    belief_json(few.copied())
}
