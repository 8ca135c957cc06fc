//! Which moves of Mr X are considered at all: the move filtering of Nijssen & Winands.
//!
//! Black and double-move tickets are few. A search of some thousand playouts cannot see what one is
//! worth twenty rounds later, so rules keep Mr X from squandering them.

use yard_core::{
    Board, DetectiveId, MrXMove, PublicState, Rules, State, Station, StationSet, Step, Ticket,
    Transport,
};

use super::config::Filter;

/// The types of station that the rules on black tickets ask about.
#[derive(Clone, Debug)]
pub(super) struct StationTypes {
    /// Stations with a ferry line.
    ferry: StationSet,
    /// Stations with taxi lines only.
    taxi_only: StationSet,
}

impl StationTypes {
    /// Looks through the lines of a board.
    pub(super) fn new(board: &Board) -> StationTypes {
        let (mut ferry, mut other) = (StationSet::EMPTY, StationSet::EMPTY);
        for line in board.lines() {
            let set = match line.transport {
                Transport::Taxi => continue,
                Transport::Bus | Transport::Underground => &mut other,
                Transport::Ferry => &mut ferry,
            };
            set.insert(line.a);
            set.insert(line.b);
        }
        let taxi_only = board.stations().without(&other).without(&ferry);
        StationTypes { ferry, taxi_only }
    }

    /// Tells whether a black ticket may be laid into a slot, counted from 1, from a station.
    ///
    /// Not in slots 1 and 2, nor where Mr X surfaces, nor when all candidates have taxi lines only:
    /// there it hides nothing. At a ferry it always may. The candidates are those before the step;
    /// without them the third rule is left out.
    #[inline]
    pub(super) fn allow_black(
        &self,
        rules: &Rules,
        from: Station,
        slot: u8,
        candidates: Option<&StationSet>,
    ) -> bool {
        self.ferry.contains(from)
            || (slot > 2
                && !rules.surfaces_after(slot)
                && !candidates.is_some_and(|set| set.is_subset(&self.taxi_only)))
    }
}

/// Tells whether some detective can ride to a station in the coming round.
#[inline]
pub(super) fn can_be_captured(rules: &Rules, public: &PublicState, station: Station) -> bool {
    let distances = rules.board().detective_distances_from(station);
    DetectiveId::ALL.into_iter().any(|id| match public.detective(id) {
        Some(at) if distances[usize::from(at.number())] == 1 => {
            let tickets = public.detective_tickets(id);
            Ticket::DETECTIVES.into_iter().any(|ticket| {
                tickets.of(ticket).has(1) && rules.board().reach(at, ticket).contains(station)
            })
        }
        Some(_) | None => false,
    })
}

/// When double moves are listed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Doubles {
    /// When every single move can be captured in the coming round.
    WhenTrapped,
    /// Whenever they are legal.
    Always,
}

/// The filtering rules as one search applies them.
#[derive(Clone, Copy, Debug)]
pub(super) struct MoveFilter<'a> {
    /// The rules of the game.
    pub(super) rules: &'a Rules,
    /// For the rules on black tickets.
    pub(super) stations: &'a StationTypes,
    /// Which tickets are saved.
    pub(super) saves: Filter,
}

impl MoveFilter<'_> {
    /// Lists the moves that Mr X considers; it must be his turn.
    ///
    /// The list is never empty: rules that leave nothing are dropped.
    pub(super) fn list(
        self,
        state: &State,
        candidates: Option<&StationSet>,
        doubles: Doubles,
        moves: &mut Vec<MrXMove>,
    ) {
        let MoveFilter { rules, stations, saves } = self;
        moves.clear();
        if saves == Filter::Off {
            moves.extend(state.mr_x_moves(rules));
            return;
        }
        let public = state.public();
        let slot = public.slots_used() + 1;
        let steps = state.mr_x_lines_out(rules);
        let may_be_black = |from, slot, candidates| {
            !saves.saves_black() || stations.allow_black(rules, from, slot, candidates)
        };
        let black = may_be_black(state.mr_x(), slot, candidates);
        let allowed = |step: &&Step, black| {
            (black || step.ticket != Ticket::Black) && !public.is_occupied(step.to)
        };
        moves.extend(steps.iter().filter(|step| allowed(step, black)).map(|s| MrXMove::Single(*s)));
        let black = black || moves.is_empty();
        if moves.is_empty() {
            moves.extend(state.mr_x_moves(rules).filter(|mv| matches!(mv, MrXMove::Single(_))));
        }
        let wanted = match doubles {
            Doubles::WhenTrapped if saves.saves_doubles() => {
                moves.iter().all(|mv| can_be_captured(rules, public, mv.target()))
            }
            Doubles::WhenTrapped | Doubles::Always => true,
        };
        if !wanted || !public.may_double(rules) {
            return;
        }
        for &first in steps.iter().filter(|step| allowed(step, black)) {
            let black = may_be_black(first.to, slot + 1, None);
            let seconds = public.lines_after(rules, first).iter();
            moves.extend(
                seconds.filter(|step| allowed(step, black)).map(|s| MrXMove::Double(first, *s)),
            );
        }
    }
}
