//! The feature spaces of Dash et al. 2018, section 3.4; docs/reference/observation.md has the index table.
//!
//! The paper gives the kinds and numbers of features; the order within them and the scale of counts
//! are ours. A detective's features are made of his view alone.

use yard_core::{
    DetectiveId, DetectiveView, Length, MrXView, Order, PublicLog, PublicState, Rules, Station,
    Step, Stock, Ticket,
};

use crate::net::Entry;

/// Stations of London.
pub const STATIONS: usize = 199;
/// Detectives.
pub const DETECTIVES: usize = 5;
/// Kinds of tickets: taxi, bus, underground.
const KINDS: usize = 3;
/// Turns of Mr X whose tickets a detective remembers.
const REMEMBERED: usize = 5;

/// Inputs that Mr X observes: 199 + 3 + 995 + 15 + 1.
pub const MR_X_INPUTS: usize = STATIONS + KINDS + DETECTIVES * (STATIONS + KINDS) + 1;
/// Inputs that a detective observes: 199 + 1 + 995 + 15 + 15.
pub const DETECTIVE_INPUTS: usize =
    STATIONS + 1 + DETECTIVES * (STATIONS + KINDS) + REMEMBERED * KINDS;
/// The same, and who moves.
pub const SINGLE_INPUTS: usize = DETECTIVE_INPUTS + DETECTIVES;
/// Inputs of a contemplated move: target and ticket.
pub const QUERY_INPUTS: usize = STATIONS + KINDS;

/// Inputs of a network for the joint move of all detectives: what a detective observes, and five moves.
pub const TEAM_INPUTS: usize = DETECTIVE_INPUTS + DETECTIVES * QUERY_INPUTS;

/// Counts of tickets are divided by this, the taxi tickets of a detective at the start.
const TICKETS: f32 = 10.0;
/// Numbers of rounds are divided by this, the length of a game.
const ROUNDS: f32 = 24.0;

/// Tells whether the rules are London's with five detectives in fixed order, 24 slots, and neither
/// black tickets nor double moves.
pub fn supports(rules: &Rules) -> bool {
    let tickets = rules.mr_x_tickets();
    let none = tickets.of(Ticket::Black) == Stock::NONE && tickets.doubles() == Stock::NONE;
    let london = rules.board().stations().len() == STATIONS && rules.board().grid_size().is_none();
    let counted = rules.length() == Length::Slots(24);
    let fixed = rules.order() == Order::Fixed;
    london && none && counted && fixed && usize::from(rules.detectives()) == DETECTIVES
}

/// Appends numbers one part after the other.
struct Parts<'a> {
    start: usize,
    row: &'a mut Vec<Entry>,
}

impl Parts<'_> {
    /// A part of so many inputs of which one is 1, or none.
    fn one_of(&mut self, count: usize, which: Option<usize>) {
        if let Some(which) = which.filter(|which| *which < count) {
            self.row.push(((self.start + which) as u32, 1.0));
        }
        self.start += count;
    }

    fn station(&mut self, station: Option<Station>) {
        self.one_of(STATIONS, station.map(|station| usize::from(station.number()) - 1));
    }

    fn number(&mut self, number: f32) {
        if number != 0.0 {
            self.row.push((self.start as u32, number));
        }
        self.start += 1;
    }

    fn tickets(&mut self, stock: impl Fn(Ticket) -> Stock) {
        for ticket in [Ticket::Taxi, Ticket::Bus, Ticket::Underground] {
            self.number(f32::from(stock(ticket).tickets().unwrap_or(0)) / TICKETS);
        }
    }

    fn detectives(&mut self, public: &PublicState) {
        for id in DetectiveId::ALL {
            self.station(public.detective(id));
        }
        for id in DetectiveId::ALL {
            self.tickets(|ticket| public.detective_tickets(id).of(ticket));
        }
    }
}

/// Writes what Mr X observes.
pub fn mr_x_entries(view: &MrXView, row: &mut Vec<Entry>) {
    row.clear();
    let public = view.public();
    let mut parts = Parts { start: 0, row };
    parts.station(Some(view.station()));
    parts.tickets(|ticket| public.mr_x_tickets().of(ticket));
    parts.detectives(public);
    parts.number(f32::from(public.slots_used() + 1) / ROUNDS);
    debug_assert_eq!(parts.start, MR_X_INPUTS);
}

/// Writes what a detective observes; with `mover` also who he is, for a model of all.
pub fn detective_entries(view: &DetectiveView, mover: Option<DetectiveId>, row: &mut Vec<Entry>) {
    row.clear();
    let (public, rules) = (view.public(), view.rules());
    let used = public.slots_used();
    let mut parts = Parts { start: 0, row };
    parts.station(view.log().last_seen().map(|seen| seen.station));
    let next = rules.next_surfacing(used).map_or(0, |slot| slot - used);
    parts.number(f32::from(next) / ROUNDS);
    parts.detectives(public);
    for ticket in last_tickets(view.log()) {
        parts.one_of(KINDS, ticket.map(|ticket| ticket as usize));
    }
    debug_assert_eq!(parts.start, DETECTIVE_INPUTS);
    if let Some(mover) = mover {
        parts.one_of(DETECTIVES, Some(mover.index()));
    }
}

/// Mr X's last tickets, the latest first.
fn last_tickets(log: &PublicLog) -> [Option<Ticket>; REMEMBERED] {
    let mut tickets = [None; REMEMBERED];
    for slot in log.slots() {
        tickets.rotate_right(1);
        tickets[0] = Some(slot.step.ticket);
    }
    tickets
}

/// One detective's part of a joint move.
pub fn joint_entries(id: DetectiveId, step: Step) -> [Entry; 2] {
    query_entries(DETECTIVE_INPUTS + id.index() * QUERY_INPUTS, step)
}

/// A contemplated move, behind so many observed inputs.
pub fn query_entries(observed: usize, step: Step) -> [Entry; 2] {
    let target = observed + usize::from(step.to.number()) - 1;
    let ticket = observed + STATIONS + (step.ticket as usize).min(KINDS - 1);
    [(target as u32, 1.0), (ticket as u32, 1.0)]
}
