//! What a network sees of a board. The detectives' inputs are made of their view alone.

use std::cmp::Ordering;

use yard_core::{
    DetectiveId, DetectiveView, MrXView, PublicState, Side, Station, Stock, Ticket, Turn,
};

use super::belief::Belief;
use super::cells::Cells;
use crate::model::Observation;
use crate::net::Entry;

/// How the moving detective is marked (Hrkľová 2023, figure 5.3); the others are marked 1.
const MOVER: f32 = 10.0;

/// Planes of one input for each station; `None` for an observation of another method.
pub fn planes(observation: Observation, side: Side) -> Option<usize> {
    match (observation, side) {
        (Observation::Hrklova | Observation::HrklovaProgram, _) => Some(2),
        (Observation::Planes, Side::MrX) => Some(5),
        (Observation::Sighting, Side::MrX) | (Observation::Planes, Side::Detectives) => Some(6),
        (Observation::Tickets | Observation::Stations, Side::MrX)
        | (Observation::Sighting, Side::Detectives) => Some(7),
        (Observation::Tickets | Observation::Stations, Side::Detectives) => Some(8),
        (Observation::Dash | Observation::DashEach | Observation::DashTeam, _) => None,
    }
}

/// Single numbers after the planes of `Stations`: two times, and Mr X's tickets.
const SINGLE: usize = 2 + Ticket::DETECTIVES.len();

/// Inputs of a network on a board of so many stations; `None` for an observation of another method.
pub fn inputs(observation: Observation, side: Side, stations: usize) -> Option<usize> {
    let single = if observation == Observation::Stations { SINGLE } else { 0 };
    Some(planes(observation, side)? * stations + single)
}

/// Appends numbers to a row, plane by plane.
struct Planes<'a> {
    cells: usize,
    row: &'a mut Vec<Entry>,
}

impl Planes<'_> {
    fn mark(&mut self, plane: usize, station: Station, number: f32) {
        self.row.push(((plane * self.cells + Cells::of_station(station)) as u32, number));
    }

    fn fill(&mut self, plane: usize, number: f32) {
        if number != 0.0 {
            let cells = plane * self.cells..(plane + 1) * self.cells;
            self.row.extend(cells.map(|input| (input as u32, number)));
        }
    }

    fn belief(&mut self, plane: usize, belief: &Belief) {
        for number in 1..=self.cells {
            let station = u8::try_from(number).ok().and_then(Station::new);
            match station {
                Some(station) if belief.of(station) > 0.0 => {
                    self.mark(plane, station, belief.of(station));
                }
                Some(_) | None => {}
            }
        }
    }
}

/// Writes what Mr X's network sees.
///
/// `Hrklova`: his cell, and the detectives' cells. `Planes` adds what the detectives believe, the time
/// to his next sighting and the time left; `Sighting` also where he was seen last, from which detectives
/// plan. `Stations` has all tickets, and the times as single numbers.
pub fn mr_x_entries(
    observation: Observation,
    view: &MrXView,
    belief: &mut Belief,
    row: &mut Vec<Entry>,
) {
    row.clear();
    let cells = view.rules().board().stations().len();
    let mut planes = Planes { cells, row };
    planes.mark(0, view.station(), 1.0);
    for station in view.public().detectives() {
        planes.mark(1, station, 1.0);
    }
    if tells_more(observation) {
        belief.update(view.detective_view());
        planes.belief(2, belief);
        if observation != Observation::Stations {
            times(&mut planes, 3, view.detective_view());
        }
    }
    if observation == Observation::Sighting {
        sighting(&mut planes, 5, view.detective_view());
    }
    if observation == Observation::Tickets {
        tickets(&mut planes, 5, view.public());
    }
    if observation == Observation::Stations {
        all_tickets(&mut planes, 3, view.public());
        sighting(&mut planes, 6, view.detective_view());
        single(&mut planes, 7, view.detective_view());
    }
}

/// Writes what a detective's network sees, for the detective whose turn it is.
///
/// `Hrklova`: the belief, and the detectives' cells with the mover marked. `HrklovaProgram` has the belief as
/// the published program reckons it. `Planes` keeps the mover,
/// those who have moved and those who will move apart, and adds the two times.
pub fn detective_entries(
    observation: Observation,
    view: &DetectiveView,
    belief: &mut Belief,
    row: &mut Vec<Entry>,
) {
    row.clear();
    match observation {
        Observation::HrklovaProgram => belief.update_as_run(view),
        Observation::Hrklova
        | Observation::Planes
        | Observation::Sighting
        | Observation::Tickets
        | Observation::Stations
        | Observation::Dash
        | Observation::DashEach
        | Observation::DashTeam => belief.update(view),
    }
    let cells = view.rules().board().stations().len();
    let mut planes = Planes { cells, row };
    planes.belief(0, belief);
    let mover = mover(view.public());
    for (id, station) in DetectiveId::ALL.into_iter().zip(view.public().detectives()) {
        let (plane, mark) = match (tells_more(observation), Some(id).cmp(&mover)) {
            (false, Ordering::Equal) => (1, MOVER),
            (false, Ordering::Less | Ordering::Greater) | (true, Ordering::Equal) => (1, 1.0),
            (true, Ordering::Less) => (3, 1.0),
            (true, Ordering::Greater) => (2, 1.0),
        };
        planes.mark(plane, station, mark);
    }
    if tells_more(observation) && observation != Observation::Stations {
        times(&mut planes, 4, view);
    }
    if observation == Observation::Sighting {
        sighting(&mut planes, 6, view);
    }
    if observation == Observation::Tickets {
        tickets(&mut planes, 6, view.public());
    }
    if observation == Observation::Stations {
        all_tickets(&mut planes, 4, view.public());
        sighting(&mut planes, 7, view);
        single(&mut planes, 8, view);
    }
}

/// Whether there are more than the two planes of the thesis.
fn tells_more(observation: Observation) -> bool {
    match observation {
        Observation::Hrklova | Observation::HrklovaProgram => false,
        Observation::Planes
        | Observation::Sighting
        | Observation::Tickets
        | Observation::Stations
        | Observation::Dash
        | Observation::DashEach
        | Observation::DashTeam => true,
    }
}

/// Whose turn it is among the detectives, in fixed order.
pub(super) fn mover(public: &PublicState) -> Option<DetectiveId> {
    match public.turn() {
        Turn::Detective(id) => Some(id),
        Turn::MrX | Turn::Team | Turn::Over(_) => None,
    }
}

/// The cell where Mr X was seen last, or where everybody knows that he started.
fn sighting(planes: &mut Planes<'_>, plane: usize, view: &DetectiveView) {
    let seen = view.log().last_seen().map(|seen| seen.station);
    if let Some(station) = seen.or(view.log().mr_x_start()) {
        planes.mark(plane, station, 1.0);
    }
}

/// Two planes: Mr X's bus tickets / 10 everywhere, and each detective's / 10 on his cell.
fn tickets(planes: &mut Planes<'_>, first: usize, public: &PublicState) {
    planes.fill(first, tenths(public.mr_x_tickets().of(Ticket::Bus)));
    held_by_detectives(planes, first + 1, public, Ticket::Bus);
}

/// Three planes: each detective's taxi, bus and underground tickets / 10 on his station.
fn all_tickets(planes: &mut Planes<'_>, first: usize, public: &PublicState) {
    for (plane, ticket) in (first..).zip(Ticket::DETECTIVES) {
        held_by_detectives(planes, plane, public, ticket);
    }
}

/// A plane: each detective's tickets of a kind / 10 on his station.
fn held_by_detectives(planes: &mut Planes<'_>, plane: usize, public: &PublicState, kind: Ticket) {
    for (id, station) in DetectiveId::ALL.into_iter().zip(public.detectives()) {
        let held = tenths(public.detective_tickets(id).of(kind));
        if held > 0.0 {
            planes.mark(plane, station, held);
        }
    }
}

/// Tickets / 10; 1 where there is no limit.
fn tenths(stock: Stock) -> f32 {
    stock.tickets().map_or(1.0, |count| f32::from(count) / 10.0)
}

/// The numbers after so many planes: the two times, and Mr X's taxi, bus and underground tickets / 10.
fn single(planes: &mut Planes<'_>, all: usize, view: &DetectiveView) {
    let held = view.public().mr_x_tickets();
    let tickets = Ticket::DETECTIVES.map(|kind| tenths(held.of(kind)));
    let numbers = times_left(view).into_iter().chain(tickets);
    let first = (all * planes.cells) as u32;
    planes.row.extend((first..).zip(numbers).filter(|(_, number)| *number != 0.0));
}

/// Two planes filled with one number each: 1 / (slots to the next sighting), and the part of the
/// slots that is left.
fn times(planes: &mut Planes<'_>, first: usize, view: &DetectiveView) {
    for (plane, time) in (first..).zip(times_left(view)) {
        planes.fill(plane, time);
    }
}

/// 1 / (slots to the next sighting), and the part of the slots that is left.
fn times_left(view: &DetectiveView) -> [f32; 2] {
    let (rules, used) = (view.rules(), view.public().slots_used());
    let next = rules.next_surfacing(used).map_or(0.0, |slot| 1.0 / f32::from(slot - used));
    let slots = f32::from(rules.slots().max(1));
    [next, (slots - f32::from(used)) / slots]
}
