//! From the engine's words to those of its slow twin.

use std::collections::{BTreeMap, BTreeSet};

use crate::reference as twin;
use yard_core::{
    Board, DetectiveTickets, Length, MrXTickets, Order, Outcome, Rules, Station, Stock, Ticket,
    Transport, Turn,
};

/// The number of a station.
pub fn number(station: Station) -> u32 {
    station.number().into()
}

/// The numbers of stations.
pub fn numbers(stations: impl IntoIterator<Item = Station>) -> BTreeSet<u32> {
    stations.into_iter().map(number).collect()
}

/// A stock of tickets.
pub fn twin_stock(stock: Stock) -> twin::Stock {
    match stock.tickets() {
        Some(tickets) => twin::Stock::Count(tickets.into()),
        None => twin::Stock::Unlimited,
    }
}

/// A detective's tickets.
pub fn twin_detective_stock(tickets: DetectiveTickets) -> BTreeMap<char, twin::Stock> {
    let stock = |ticket: Ticket| (ticket.letter(), twin_stock(tickets.of(ticket)));
    Ticket::DETECTIVES.into_iter().map(stock).collect()
}

/// Mr X's tickets.
pub fn twin_mr_x_stock(tickets: MrXTickets) -> BTreeMap<char, twin::Stock> {
    let stock = |ticket: Ticket| (ticket.letter(), twin_stock(tickets.of(ticket)));
    Ticket::ALL.into_iter().map(stock).collect()
}

/// The lines of a board.
pub fn twin_lines(board: &Board) -> Vec<(u32, u32, char)> {
    let letter = |transport| match transport {
        Transport::Taxi => 'T',
        Transport::Bus => 'B',
        Transport::Underground => 'U',
        Transport::Ferry => 'F',
    };
    let lines = board.lines().iter();
    lines.map(|line| (number(line.a), number(line.b), letter(line.transport))).collect()
}

/// The rules.
pub fn twin_rules(rules: &Rules) -> twin::Rules {
    twin::Rules {
        stations: rules.board().stations().len() as u32,
        lines: twin_lines(rules.board()),
        limit: match rules.length() {
            Length::Slots(slots) => twin::Limit::Slots(slots.into()),
            Length::Turns(turns) => twin::Limit::Turns(turns.into()),
        },
        doubles_at_start: rules.mr_x_tickets().doubles().tickets().unwrap_or(0).into(),
        surfaces: rules.surfacings().map(u32::from).collect(),
        hand_over: rules.hand_over(),
        any_order: rules.order() == Order::Any,
        mr_x_may_enter_detective: rules.mr_x_may_enter_detective(),
    }
}

/// Whose turn it is.
pub fn twin_turn(turn: Turn) -> twin::ToMove {
    match turn {
        Turn::MrX => twin::ToMove::MrX,
        Turn::Detective(id) => twin::ToMove::Detective(id.number().into()),
        Turn::Team => twin::ToMove::Team,
        Turn::Over(outcome) => twin::ToMove::Over(match outcome {
            Outcome::Captured => twin::End::Captured,
            Outcome::Cornered => twin::End::Cornered,
            Outcome::Escaped => twin::End::Escaped,
            Outcome::Stranded => twin::End::Stranded,
        }),
    }
}
