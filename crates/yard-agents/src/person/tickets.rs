//! Looks after tickets: nobody shall stand somewhere without a ride that he could have kept.

use std::collections::BTreeMap;

use yard_core::{Board, DetectiveMove, DetectiveView, MrXMove, MrXView, Station, Ticket};

/// Tickets that are left, in the order of [`Ticket::DETECTIVES`].
type Stocks = [u8; 3];

/// Counts how many rides in a row tickets pay for, colleagues left aside.
struct Rides<'a> {
    board: &'a Board,
    known: BTreeMap<(u8, Stocks), u8>,
}

impl Rides<'_> {
    /// The most rides from a station, at most `want`.
    fn longest(&mut self, from: Station, stocks: Stocks, want: u8) -> u8 {
        let all = stocks.iter().fold(0, |sum: u8, stock| sum.saturating_add(*stock));
        let bound = all.min(want);
        if bound == 0 {
            return 0;
        }
        let key = (from.number(), stocks);
        if let Some(rides) = self.known.get(&key) {
            return *rides;
        }
        let mut best = 0;
        // The kind of which most are left comes first, so that none of them is left over.
        let mut kinds = [0, 1, 2];
        kinds.sort_by_key(|kind| std::cmp::Reverse(stocks[*kind]));
        'rides: for kind in kinds.into_iter().filter(|kind| stocks[*kind] > 0) {
            let mut left = stocks;
            left[kind] -= 1;
            for to in self.board.reach(from, Ticket::DETECTIVES[kind]).iter() {
                best = best.max(1 + self.longest(to, left, want - 1));
                if best == bound {
                    break 'rides;
                }
            }
        }
        self.known.insert(key, best);
        best
    }
}

/// How many rides in a row a detective can still pay for after each of some moves, at most one for each round that is
/// left; `None` for a pass, and where tickets never run out.
pub fn rides_after(view: &DetectiveView, moves: &[DetectiveMove]) -> Vec<Option<u8>> {
    rides_within(view, moves, u8::MAX)
}

/// The same, at most so many.
fn rides_within(view: &DetectiveView, moves: &[DetectiveMove], most: u8) -> Vec<Option<u8>> {
    let (rules, public) = (view.rules(), view.public());
    let want = public.rounds_left(rules).min(most);
    let mut rides = Rides { board: rules.board(), known: BTreeMap::new() };
    let mut after = |mv: DetectiveMove| -> Option<u8> {
        let DetectiveMove::Ride { by, step } = mv else { return None };
        let tickets = public.detective_tickets(by);
        let stock = |ticket: Ticket| tickets.of(ticket).tickets();
        if Ticket::DETECTIVES.into_iter().all(|ticket| stock(ticket).is_none()) {
            return None;
        }
        let left = Ticket::DETECTIVES.map(|ticket| match stock(ticket) {
            Some(left) => left - u8::from(ticket == step.ticket),
            None => want,
        });
        Some(rides.longest(step.to, left.map(|stock| stock.min(want)), want))
    };
    moves.iter().map(|mv| after(*mv)).collect()
}

/// Leaves out rides after which a detective could ride less often than after others, of so many rides.
pub(super) fn keep_riding(view: &DetectiveView, moves: &mut Vec<DetectiveMove>, most: u8) {
    let counted: Vec<(DetectiveMove, Option<u8>)> =
        moves.iter().copied().zip(rides_within(view, moves, most)).collect();
    let best = |mv: DetectiveMove| {
        let own = counted.iter().filter(|(other, _)| other.by() == mv.by());
        own.filter_map(|(_, rides)| *rides).max()
    };
    let kept = counted.iter().filter(|(mv, rides)| rides.is_none() || *rides == best(*mv));
    *moves = kept.map(|(mv, _)| *mv).collect();
}

/// Leaves out moves after which Mr X could not pay for any line, if he has others.
pub(super) fn keep_moving(view: &MrXView, moves: &mut Vec<MrXMove>) {
    let (board, tickets) = (view.rules().board(), view.public().mr_x_tickets());
    let goes_on = |mv: &MrXMove| {
        let spent = |ticket: Ticket| mv.steps().filter(|step| step.ticket == ticket).count() as u8;
        let can_pay = |ticket: Ticket| {
            tickets.of(ticket).has(spent(ticket) + 1)
                && !board.reach(mv.target(), ticket).is_empty()
        };
        Ticket::ALL.into_iter().any(can_pay)
    };
    keep(moves, goes_on);
}

/// Leaves out moves without a black ticket, once he has been seen and has still all of them: they are for hiding.
pub(super) fn spend_black(view: &MrXView, moves: &mut Vec<MrXMove>) {
    let (rules, public) = (view.rules(), view.public());
    let first = rules.surfacings().next();
    let was_seen = first.is_some_and(|slot| public.slots_used() >= slot);
    let all = rules.mr_x_tickets().of(Ticket::Black);
    if was_seen && public.mr_x_tickets().of(Ticket::Black) == all {
        keep(moves, |mv| mv.steps().any(|step| step.ticket == Ticket::Black));
    }
}

/// Keeps some of the moves, or all if it would be none.
pub(super) fn keep<M: Copy>(moves: &mut Vec<M>, wanted: impl Fn(&M) -> bool) {
    if moves.iter().any(&wanted) {
        moves.retain(wanted);
    }
}
