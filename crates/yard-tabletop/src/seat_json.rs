//! Makes a seat's JSON: all that this seat may know of the game, and nothing else.
//!
//! Everything here is made from a view, never from the truth. `public` takes a [`DetectiveView`], which has no
//! place for Mr X's station. Only `own` adds what a [`MrXView`] knows, and the caller needs such a view to call it.

use serde::Serialize;
use yard_core::{DetectiveView, MrXView, Sighting, Station, Turn};

use crate::game_json::GameInfo;
use crate::move_json::{
    LegalMove, LogEntry, OutcomeJson, PlayedMove, full_moves, legal_detectives, legal_mr_x,
    may_move, order_name, outcome_json, public_moves, travel_log, turn_name,
};
use crate::role::Role;
use crate::rules_json::surfacings;
use crate::ticket_json::TicketsNow;

/// What a seat sees.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct SeatJson {
    id: String,
    rules: String,
    board: String,
    seat: String,
    ply: usize,
    slot: u8,
    slots: u8,
    turns_used: u8,
    order: &'static str,
    turn: String,
    to_move: Vec<u8>,
    pub(crate) your_turn: bool,
    stations: StationsNow,
    tickets: TicketsNow,
    log: Vec<LogEntry>,
    surfacings: Vec<u8>,
    next_surfacing: Option<u8>,
    pub(crate) legal: Vec<LegalMove>,
    pub(crate) moves: Vec<PlayedMove>,
    /// Mr X's stations from the start on; for others than him only when the game is over.
    way: Option<Vec<u8>>,
    outcome: Option<OutcomeJson>,
    #[serde(flatten)]
    info: GameInfo,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub(crate) struct StationsNow {
    pub(crate) mr_x: Option<u8>,
    mr_x_seen: Option<Seen>,
    detectives: Vec<u8>,
}

impl StationsNow {
    /// What everybody knows.
    pub(crate) fn new(view: &DetectiveView) -> StationsNow {
        StationsNow {
            mr_x: None,
            mr_x_seen: Seen::new(view),
            detectives: view.public().detectives().map(Station::number).collect(),
        }
    }
}

/// The last place where everybody saw Mr X.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub(crate) struct Seen {
    slot: u8,
    station: u8,
}

impl Seen {
    /// From a view; slot 0 is a start that the rules make known.
    pub(crate) fn new(view: &DetectiveView) -> Option<Seen> {
        let start = view.log().mr_x_start().map(|station| Sighting { slot: 0, station });
        let Sighting { slot, station } = view.log().last_seen().or(start)?;
        Some(Seen { slot, station: station.number() })
    }
}

/// What everybody may know, with the moves of those detectives that the role moves.
pub(crate) fn public(id: &str, view: &DetectiveView, role: Role, info: GameInfo) -> SeatJson {
    let (rules, table) = (view.rules(), view.public());
    let to_move = may_move(view);
    SeatJson {
        id: id.to_owned(),
        rules: rules.name().to_owned(),
        board: rules.board().name().to_owned(),
        seat: role.name(),
        ply: view.log().plies().len(),
        slot: table.slots_used(),
        slots: rules.slots(),
        turns_used: table.turns_used(),
        order: order_name(rules.order()),
        turn: turn_name(view.turn()),
        your_turn: to_move.iter().any(|id| role.moves(*id)),
        to_move: to_move.iter().map(|id| id.number()).collect(),
        stations: StationsNow::new(view),
        tickets: TicketsNow::new(view),
        log: travel_log(view),
        surfacings: surfacings(rules),
        next_surfacing: rules.next_surfacing(table.slots_used()),
        legal: legal_detectives(view, |id| role.moves(id)),
        moves: public_moves(view),
        way: None,
        outcome: outcome_json(view),
        info,
    }
}

/// What Mr X knows: what is public, his station, his way and his moves.
pub(crate) fn own(id: &str, view: &MrXView, role: Role, info: GameInfo) -> SeatJson {
    let mut shown = public(id, view.detective_view(), role, info);
    show_way(&mut shown, view);
    if role == Role::MrX && view.turn() == Turn::MrX {
        shown.your_turn = true;
        shown.legal = view.legal_moves().map(legal_mr_x).collect();
    }
    shown
}

/// Shows the truth in a public view once the game is over; before, nothing happens.
pub(crate) fn reveal(shown: &mut SeatJson, truth: &MrXView) {
    if let Turn::Over(_) = truth.turn() {
        show_way(shown, truth);
    }
}

fn show_way(shown: &mut SeatJson, view: &MrXView) {
    shown.stations.mr_x = Some(view.station().number());
    shown.way = Some(view.path().iter().map(|station| station.number()).collect());
    shown.moves = full_moves(view);
}

/// Takes the moves out of the view of a game that does not go on.
pub(crate) fn stop(shown: &mut SeatJson) {
    shown.your_turn = false;
    shown.to_move.clear();
    shown.legal.clear();
}
