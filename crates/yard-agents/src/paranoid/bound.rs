//! How much the detectives can still spoil in a round: a bound that needs no search.
//!
//! While Mr X does not move, each detective changes his own part of the leaf alone. Let everybody
//! who has still to move take the ride that brings him nearest, and another that strikes out a
//! place, and let nobody be in another's way: no real moves give Mr X less. The only thing that
//! could is that he ends up walled in.

use yard_core::{DetectiveId, Order, PublicState, Rules, State, StationSet, Ticket, Turn};

use super::leaf::{LOST, Leaf, black};
use super::map::Map;
use super::position::Position;

/// The least value that a position of the detectives can have when `left` plies follow, or `LOST`
/// where this is hard to say.
#[inline]
pub(super) fn floor(map: &Map, rules: &Rules, leaf: &Leaf, at: &Position, left: u8) -> i32 {
    let public = at.state.public();
    let first = match public.turn() {
        Turn::Detective(id) => id.index(),
        Turn::Team => 0,
        Turn::MrX | Turn::Over(_) => return LOST,
    };
    let round = round_plies(map, rules, public, first);
    if left > round || (left == round && may_be_cornered(map, rules, &at.state, first)) {
        return LOST;
    }
    let row = map.distances(at.state.mr_x());
    let (mut min, mut sum, mut strikes) = (i32::MAX, 0, 0);
    for (id, station) in rules.detective_ids().zip(public.detectives()) {
        let mut distance = row[usize::from(station.number())];
        if is_to_move(public, id, first, left) {
            let tickets = public.detective_tickets(id);
            distance = distance.min(map.nearest(at.state.mr_x(), station, tickets));
            let targets = map.targets(station, tickets);
            strikes += i32::from(!targets.intersection(&at.places).is_empty());
        }
        min = min.min(i32::from(distance));
        sum += i32::from(distance);
    }
    let places = at.places.len() as i32 - strikes.min(i32::from(left));
    leaf.sum(min, sum, black(&at.state), places)
}

/// Tells whether a detective may move within the next plies of this round.
#[inline]
fn is_to_move(public: &PublicState, id: DetectiveId, first: usize, left: u8) -> bool {
    match public.turn() {
        Turn::Detective(_) => (first..first + usize::from(left)).contains(&id.index()),
        Turn::Team => !public.has_moved(id),
        Turn::MrX | Turn::Over(_) => false,
    }
}

/// Plies that surely follow in this round.
#[inline]
fn round_plies(map: &Map, rules: &Rules, public: &PublicState, first: usize) -> u8 {
    match rules.order() {
        // Who cannot ride passes, which is a ply.
        Order::Fixed => rules.detectives() - first as u8,
        Order::Any => {
            let occupied = public.occupied_set();
            let rides = |id: &DetectiveId| surely_rides(map, rules, public, &occupied, *id);
            rules.detective_ids().filter(rides).count() as u8
        }
    }
}

/// Tells whether a detective can ride whatever his colleagues do before him in this round.
#[inline]
fn surely_rides(
    map: &Map,
    rules: &Rules,
    public: &PublicState,
    occupied: &StationSet,
    id: DetectiveId,
) -> bool {
    let Some(station) = public.detective(id).filter(|_| !public.has_moved(id)) else {
        return false;
    };
    let free = map.targets(station, public.detective_tickets(id)).without(occupied);
    let others = || rules.detective_ids().filter(|other| *other != id && !public.has_moved(*other));
    if free.len() > others().count() {
        return true;
    }
    let blocks = |other: &DetectiveId| {
        public.detective(*other).is_some_and(|from| {
            let targets = map.targets(from, public.detective_tickets(*other));
            !targets.intersection(&free).is_empty()
        })
    };
    free.len() > others().filter(blocks).count()
}

/// Tells whether the detectives might come to stand on all stations that Mr X can reach.
///
/// What they hand over can only give him more ways.
#[inline]
fn may_be_cornered(map: &Map, rules: &Rules, state: &State, first: usize) -> bool {
    let public = state.public();
    let tickets = public.mr_x_tickets();
    let ways = Ticket::ALL
        .into_iter()
        .filter(|ticket| tickets.of(*ticket).has(1))
        .fold(StationSet::EMPTY, |set, ticket| {
            set.union(rules.board().reach(state.mr_x(), ticket))
        });
    let all = ways.len();
    if all > usize::from(rules.detectives()) {
        return false;
    }
    let blocks = |id: &DetectiveId| {
        public.detective(*id).is_some_and(|at| {
            let targets = map.targets(at, public.detective_tickets(*id));
            let moves = is_to_move(public, *id, first, u8::MAX);
            ways.contains(at) || moves && !targets.intersection(&ways).is_empty()
        })
    };
    rules.detective_ids().filter(blocks).count() >= all
}
