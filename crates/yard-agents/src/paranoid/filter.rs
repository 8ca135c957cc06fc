//! Moves of Mr X that are not looked at, and whose move it is among the detectives.

use arrayvec::ArrayVec;
use yard_core::{
    DetectiveId, MOST_DETECTIVES, MrXMove, Order, PublicState, Rules, State, Station, StationSet,
    Step, Ticket, Turn,
};

use super::map::Map;
use super::position::Position;
use super::{Method, OmittedMoves, TeamOrder};

/// Which of Mr X's moves the search looks at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct MoveFilter {
    kinds: Kinds,
    /// What is asked of single moves.
    black: Black,
    /// What is asked of double moves.
    black_of_doubles: Black,
}

/// Single moves, double moves or both.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kinds {
    Singles,
    Doubles,
    Both,
}

/// What is asked of the tickets of a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Black {
    /// Anything may be paid.
    Free,
    /// No black ticket.
    Never,
    /// Black tickets only.
    Always,
    /// Where the slot of the step allows it, or its station has a ferry.
    BySlot {
        /// Whether the first step may pay black.
        first: bool,
        /// Whether the slot of the second step allows it.
        second: bool,
    },
}

impl MoveFilter {
    /// Chooses what the search looks at. `threats` are the stations on which Mr X could be captured in
    /// this round.
    pub(crate) fn new(
        method: Method,
        omitted: OmittedMoves,
        rules: &Rules,
        at: &Position,
        threats: &StationSet,
    ) -> MoveFilter {
        let state = &at.state;
        let safe = |mv: &MrXMove| {
            !threats.contains(mv.target()) && !state.public().is_occupied(mv.target())
        };
        let singles = || state.mr_x_moves(rules).take_while(|mv| matches!(mv, MrXMove::Single(_)));
        match method {
            Method::Mortimer => {
                let kinds = match omitted {
                    OmittedMoves::Black | OmittedMoves::None => Kinds::Both,
                    OmittedMoves::All | OmittedMoves::Doubles
                        if singles().any(|mv| safe(&mv)) || !can_double(rules, state) =>
                    {
                        Kinds::Singles
                    }
                    OmittedMoves::All | OmittedMoves::Doubles => Kinds::Doubles,
                };
                let black = |steps| mortimer_black(rules, state, steps);
                let [black, black_of_doubles] = match (omitted, kinds) {
                    (OmittedMoves::Doubles | OmittedMoves::None, _) => [Black::Free; 2],
                    (_, Kinds::Singles) => [black(1); 2],
                    (_, Kinds::Doubles) => [black(2); 2],
                    (_, Kinds::Both) => [black(1), black(2)],
                };
                MoveFilter { kinds, black, black_of_doubles }
            }
            Method::Nijssen => {
                // Only moves that are looked at can be the safe one; all are when the tickets leave none.
                let black = nijssen_black(rules, at);
                let single = MoveFilter { kinds: Kinds::Singles, black, black_of_doubles: black };
                let is_safe = singles().any(|mv| safe(&mv) && single.keeps(rules, mv))
                    || (!singles().any(|mv| single.keeps(rules, mv))
                        && singles().any(|mv| safe(&mv)));
                let doubles = !is_safe && can_double(rules, state);
                MoveFilter { kinds: if doubles { Kinds::Both } else { Kinds::Singles }, ..single }
            }
        }
    }

    /// Tells whether a move stays.
    #[inline]
    pub(crate) fn keeps(self, rules: &Rules, mv: MrXMove) -> bool {
        let is_black = |step: Step| step.ticket == Ticket::Black;
        let black = match mv {
            MrXMove::Single(_) => self.black,
            MrXMove::Double(..) => self.black_of_doubles,
        };
        self.keeps_kind(rules, mv)
            && match (black, mv) {
                (Black::Free, _) => true,
                (Black::Never, _) => !mv.steps().any(is_black),
                (Black::Always, _) => mv.steps().all(is_black),
                (Black::BySlot { first, .. }, MrXMove::Single(step)) => first || !is_black(step),
                (Black::BySlot { first, second }, MrXMove::Double(one, two)) => {
                    (first || !is_black(one))
                        && (second || !is_black(two) || has_ferry(rules, one.to))
                }
            }
    }

    /// The same without a look at the tickets; for when no move would be left.
    #[inline]
    pub(crate) fn keeps_kind(self, _: &Rules, mv: MrXMove) -> bool {
        match (self.kinds, mv) {
            (Kinds::Both, _)
            | (Kinds::Singles, MrXMove::Single(_))
            | (Kinds::Doubles, MrXMove::Double(..)) => true,
            (Kinds::Singles, MrXMove::Double(..)) | (Kinds::Doubles, MrXMove::Single(_)) => false,
        }
    }

    /// Double moves alone, by the same tickets.
    pub(super) fn only_doubles(self) -> MoveFilter {
        MoveFilter { kinds: Kinds::Doubles, ..self }
    }

    /// Tells whether double moves need to be listed at all.
    pub(crate) fn lists_doubles(self) -> bool {
        match self.kinds {
            Kinds::Singles => false,
            Kinds::Doubles | Kinds::Both => true,
        }
    }
}

/// Tells whether Mr X has double moves at the root and the [`MoveFilter`] leaves them out there.
pub(super) fn saves_doubles(map: &Map, method: Method, rules: &Rules, at: &Position) -> bool {
    let all = threats(map, rules, at.state.public(), u8::MAX);
    can_double(rules, &at.state)
        && !MoveFilter::new(method, OmittedMoves::All, rules, at, &all).lists_doubles()
}

fn can_double(rules: &Rules, state: &State) -> bool {
    state.public().mr_x_tickets().doubles().has(1)
        && state.mr_x_moves(rules).any(|mv| matches!(mv, MrXMove::Double(..)))
}

/// Mortimer & Colfer's program: only black tickets while they last for all hidden slots to come;
/// none in the first three slots, where he surfaces, or where he could ride taxis only anyway.
fn mortimer_black(rules: &Rules, state: &State, steps: u8) -> Black {
    let public = state.public();
    let slot = public.slots_used() + steps;
    let surfaces = rules.surfaces_after(slot);
    let hidden = |slot: &u8| !rules.surfaces_after(*slot);
    let to_hide = (public.slots_used() + 1..=rules.slots()).filter(hidden).count();
    let black = public.mr_x_tickets().of(Ticket::Black);
    if !surfaces && black.tickets().is_none_or(|black| usize::from(black) >= to_hide) {
        Black::Always
    } else if slot <= 3 || surfaces || !rides_more_than_taxis(rules, public, state.mr_x()) {
        Black::Never
    } else {
        Black::Free
    }
}

/// Tells whether he could leave a station by something else than a taxi.
fn rides_more_than_taxis(rules: &Rules, public: &PublicState, from: Station) -> bool {
    let board = rules.board();
    let rides =
        |ticket| public.mr_x_tickets().of(ticket).has(1) && !board.reach(from, ticket).is_empty();
    let ferry = public.mr_x_tickets().of(Ticket::Black).has(1) && has_ferry(rules, from);
    rides(Ticket::Bus) || rides(Ticket::Underground) || ferry
}

/// Tells whether a black ticket leads where no other does.
fn has_ferry(rules: &Rules, from: Station) -> bool {
    let board = rules.board();
    let lines = Ticket::DETECTIVES
        .iter()
        .fold(StationSet::EMPTY, |set, ticket| set.union(board.reach(from, *ticket)));
    !board.reach(from, Ticket::Black).is_subset(&lines)
}

/// Nijssen & Winands: no black ticket in rounds 1 and 2, where he surfaces, or when all places have
/// taxi lines only; but always one on a ferry station. A double move takes two slots, and each step is
/// judged by its own; where he could be after the first is not worked out for the second.
fn nijssen_black(rules: &Rules, at: &Position) -> Black {
    let board = rules.board();
    let slot = at.state.public().slots_used() + 1;
    let taxis_only = |from: Station| {
        board.reach(from, Ticket::Black).is_subset(board.reach(from, Ticket::Taxi))
            && board.reach(from, Ticket::Bus).is_empty()
            && board.reach(from, Ticket::Underground).is_empty()
    };
    let allows = |slot: u8| slot > 2 && !rules.surfaces_after(slot);
    let first =
        has_ferry(rules, at.state.mr_x()) || (allows(slot) && !at.places.iter().all(taxis_only));
    Black::BySlot { first, second: allows(slot + 1) }
}

/// The stations that detectives can enter in the next round, if each of them is among the first
/// `plies` to move.
///
/// A colleague cannot be in the way there: whoever enters Mr X's station has captured him.
#[inline]
pub(crate) fn threats(map: &Map, rules: &Rules, public: &PublicState, plies: u8) -> StationSet {
    // In any order the nearest moves first, so one ply is enough for whoever can capture.
    let count = match rules.order() {
        Order::Fixed => usize::from(plies),
        Order::Any if plies == 0 => 0,
        Order::Any => MOST_DETECTIVES,
    };
    let mut threats = StationSet::EMPTY;
    for (id, station) in DetectiveId::ALL.into_iter().zip(public.detectives()).take(count) {
        threats = threats.union(map.targets(station, public.detective_tickets(id)));
    }
    threats
}

/// Whose moves the tree looks at: in any order those of the detective who can come nearest to Mr X, or of
/// everybody who can move.
///
/// Empty when no detective is to move.
#[inline]
pub(super) fn movers(
    map: &Map,
    rules: &Rules,
    state: &State,
    team: TeamOrder,
) -> ArrayVec<DetectiveId, MOST_DETECTIVES> {
    let public = state.public();
    match (public.turn(), team) {
        (Turn::Detective(id), _) => ArrayVec::from_iter([id]),
        (Turn::Team, TeamOrder::Nearest) => {
            let nearest = can_move(rules, public).min_by_key(|id| {
                let tickets = public.detective_tickets(*id);
                public.detective(*id).map(|from| map.nearest(state.mr_x(), from, tickets))
            });
            nearest.into_iter().collect()
        }
        (Turn::Team, TeamOrder::Anybody) => can_move(rules, public).collect(),
        (Turn::MrX | Turn::Over(_), _) => ArrayVec::new(),
    }
}

/// The detectives who have not moved in this round and can.
#[inline]
pub(crate) fn can_move<'a>(
    rules: &'a Rules,
    public: &'a PublicState,
) -> impl Iterator<Item = DetectiveId> + 'a {
    rules
        .detective_ids()
        .filter(|id| !public.has_moved(*id) && public.rides(rules, *id).next().is_some())
}

#[cfg(test)]
mod tests {
    use yard_core::{Candidates, Setup, presets};

    use super::*;
    use crate::paranoid::position::Position;

    /// The double moves that stay where Mr X is far from all detectives, when he looks at them.
    fn doubles(x: u8, slot: u8) -> Vec<(Step, Step)> {
        let text = format!("classic x {x} detectives 190,191,192,193,174 slot {slot}");
        let setup: Setup = text.parse().unwrap();
        let rules = presets::rules("classic").unwrap();
        let state = State::from_setup(&rules, &setup).unwrap();
        let places = Candidates::new([state.mr_x()].into_iter().collect());
        let at = Position { state, places };
        let all = OmittedMoves::All;
        let filter = MoveFilter::new(Method::Nijssen, all, &rules, &at, &StationSet::EMPTY);
        let filter = filter.only_doubles();
        let kept = state.mr_x_moves(&rules).filter(|mv| filter.keeps(&rules, *mv));
        kept.filter_map(|mv| match mv {
            MrXMove::Double(one, two) => Some((one, two)),
            MrXMove::Single(_) => None,
        })
        .collect()
    }

    fn is_black(step: Step) -> bool {
        step.ticket == Ticket::Black
    }

    /// Mr X surfaces in slots 3 and 8; 13 has lines of three kinds, but no ferry.
    #[test]
    fn each_step_of_a_double_move_is_judged_by_its_own_slot() {
        for (used, first, second) in [
            (0, false, false),
            (1, false, false),
            (3, true, true),
            (6, true, false),
            (7, false, true),
        ] {
            let kept = doubles(13, used);
            assert!(!kept.is_empty());
            assert_eq!(kept.iter().any(|(one, _)| is_black(*one)), first, "after slot {used}");
            assert_eq!(kept.iter().any(|(_, two)| is_black(*two)), second, "after slot {used}");
        }
    }

    /// A station is safe only if he would look at the move there: from 13 by bus, and by black as long as that is not saved.
    #[test]
    fn a_safe_station_that_only_a_saved_ticket_reaches_is_none() {
        let rules = presets::rules("classic").unwrap();
        let doubles = |slot: u8| {
            let text = format!(
                "classic x 13 detectives 190,191,192,193,174 slot {slot} x-tickets 4,0,0,2,2"
            );
            let state = State::from_setup(&rules, &text.parse().unwrap()).unwrap();
            let places = Candidates::new([state.mr_x()].into_iter().collect());
            let threats = *rules.board().reach(state.mr_x(), Ticket::Taxi);
            let at = Position { state, places };
            MoveFilter::new(Method::Nijssen, OmittedMoves::All, &rules, &at, &threats)
                .lists_doubles()
        };
        // He surfaces in slot 8, so black is saved there and a double move is due; in slot 6 it is not.
        assert!(doubles(7));
        assert!(!doubles(5));
    }

    /// 108 has a ferry, 105 is beside it.
    #[test]
    fn a_ferry_takes_a_black_ticket_in_the_second_step_as_well() {
        let kept = doubles(105, 6);
        let black: Vec<u8> =
            kept.iter().filter(|(_, two)| is_black(*two)).map(|(one, _)| one.to.number()).collect();
        assert!(!black.is_empty() && black.iter().all(|station| *station == 108), "{black:?}");
    }
}
