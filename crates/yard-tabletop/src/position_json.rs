//! A position that belongs to no game at a table, such as a puzzle, in the form of a seat's view.

use serde::Serialize;
use yard_core::{DetectiveView, MrXView, Station, Turn};

use crate::help::station_numbers;
use crate::move_json::{
    LegalMove, LogEntry, legal_detectives, legal_mr_x, may_move, travel_log, turn_name,
};
use crate::rules_json::surfacings;
use crate::seat_json::StationsNow;
use crate::ticket_json::TicketsNow;

/// What one side sees of a position.
#[derive(Clone, Debug, Serialize)]
pub struct PositionJson {
    rules: String,
    board: String,
    turn: String,
    to_move: Vec<u8>,
    slot: u8,
    slots: u8,
    stations: StationsNow,
    tickets: TicketsNow,
    log: Vec<LogEntry>,
    surfacings: Vec<u8>,
    next_surfacing: Option<u8>,
    candidates: Vec<u8>,
    legal: Vec<LegalMove>,
}

impl PositionJson {
    /// What the detectives see.
    pub fn of_detectives(view: &DetectiveView) -> PositionJson {
        let (rules, public) = (view.rules(), view.public());
        PositionJson {
            rules: rules.name().to_owned(),
            board: rules.board().name().to_owned(),
            turn: turn_name(view.turn()),
            to_move: may_move(view).iter().map(|id| id.number()).collect(),
            slot: public.slots_used(),
            slots: rules.slots(),
            stations: StationsNow::new(view),
            tickets: TicketsNow::new(view),
            log: travel_log(view),
            surfacings: surfacings(rules),
            next_surfacing: rules.next_surfacing(public.slots_used()),
            candidates: station_numbers(view.candidates()),
            legal: legal_detectives(view, |_| true),
        }
    }

    /// What Mr X sees: where he is, and his moves.
    pub fn of_mr_x(view: &MrXView) -> PositionJson {
        let mut shown = PositionJson::of_detectives(view.detective_view());
        shown.stations.mr_x = Some(Station::number(view.station()));
        if view.turn() == Turn::MrX {
            shown.legal = view.legal_moves().map(legal_mr_x).collect();
        }
        shown
    }
}
