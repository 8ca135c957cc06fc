//! Why a move is a good one, in facts that people can check on the board.

use yard_agents::rides_after;
use yard_core::{
    Board, DetectiveMove, DetectiveView, MrXMove, MrXView, PublicMrXMove, Station, StationSet,
    Ticket,
};

use crate::hint::belief;
use crate::message::Say;

/// Candidates that somebody on a station reaches with one ride, or stands on.
pub(super) fn within_a_ride(board: &Board, from: Station, candidates: &StationSet) -> usize {
    let near = |to: &Station| board.detective_distance(from, *to).is_some_and(|rides| rides <= 1);
    candidates.iter().filter(near).count()
}

/// A smaller chance to catch Mr X at once is no reason to go anywhere.
const WORTH_TELLING: f64 = 0.02;

/// Rides to a station that nobody reaches.
const NEVER: u8 = 20;

/// Mean number of rides to the candidates.
fn mean_distance(board: &Board, from: Station, candidates: &StationSet) -> f64 {
    let rides = |to: Station| f64::from(board.detective_distance(from, to).unwrap_or(NEVER));
    let sum: f64 = candidates.iter().map(rides).sum();
    sum / candidates.len().max(1) as f64
}

/// What a detective's move does to the candidates, the most telling first.
pub(super) fn of_detective(view: &DetectiveView, mv: DetectiveMove) -> Vec<Say> {
    let (board, candidates) = (view.rules().board(), **view.candidates());
    let detective = mv.by().number();
    let DetectiveMove::Ride { by: id, step } = mv else {
        return vec![Say::NoRide { detective }];
    };
    let station = step.to.number();
    if candidates.only() == Some(step.to) {
        return vec![Say::CatchCertain { detective, station }];
    }
    let mut reasons = Vec::new();
    let shares = belief(view);
    let chance = shares.iter().find(|(at, _)| *at == step.to).map_or(0.0, |(_, share)| *share);
    if chance >= WORTH_TELLING {
        reasons.push(Say::Catch { detective, station, chance: (chance * 1e3).round() / 1e3 });
    }
    let covers = within_a_ride(board, step.to, &candidates);
    if let (Some(mr_x), 1) = (candidates.only(), covers) {
        reasons.push(Say::CoverKnown { detective, station: mr_x.number() });
    } else if covers > 0 {
        reasons.push(Say::Cover { detective, candidates: covers, of: candidates.len() });
    } else if let Some(from) = view.public().detective(id) {
        let tenths = |rides: f64| (rides * 10.0).round() / 10.0;
        let before = tenths(mean_distance(board, from, &candidates));
        let after = tenths(mean_distance(board, step.to, &candidates));
        reasons.push(match after < before {
            true => Say::Nearer { detective, before, after },
            false => Say::Wait { detective, rides: after },
        });
    }
    reasons.extend(blocks(board, step.to, &candidates));
    reasons.extend(tickets_left(view, mv));
    reasons
}

/// Warns of a detective's last ticket of a kind, and of a place that he cannot leave.
fn tickets_left(view: &DetectiveView, mv: DetectiveMove) -> Option<Say> {
    let DetectiveMove::Ride { by, step } = mv else { return None };
    let detective = by.number();
    if view.public().rounds_left(view.rules()) > 0 && rides_after(view, &[mv])[0] == Some(0) {
        return Some(Say::LastRide { detective });
    }
    let left = view.public().detective_tickets(by).of(step.ticket).tickets();
    (left == Some(1)).then_some(Say::LastTicket { detective, ticket: step.ticket.name() })
}

/// The fast line that somebody on a station closes to Mr X.
fn blocks(board: &Board, at: Station, candidates: &StationSet) -> Option<Say> {
    let leads_here = |line: &Ticket| {
        let open = |from: Station| board.reach(from, *line).contains(at);
        candidates.iter().any(open)
    };
    let fast = [Ticket::Underground, Ticket::Bus];
    let found = fast.into_iter().find(leads_here);
    found.map(|line| Say::Block { ticket: line.name(), station: at.number() })
}

/// What the detectives see of a move of Mr X.
fn public(view: &MrXView, mv: MrXMove) -> PublicMrXMove {
    PublicMrXMove::from(mv).as_seen(view.rules(), view.public().slots_used(), false)
}

/// Tells whether everybody sees where a move of Mr X ends.
pub(super) fn is_seen(view: &MrXView, mv: MrXMove) -> bool {
    public(view, mv).steps().last().is_some_and(|step| step.seen.is_some())
}

/// Stations that the detectives have to search after a move of Mr X.
pub(super) fn left_open(view: &MrXView, mv: MrXMove) -> usize {
    let mut after = view.detective_view().clone();
    let told = after.mr_x_moved(public(view, mv), None).is_ok();
    if told { after.candidates().len() } else { 1 }
}

/// Rides of each detective to a station; `None` for one who never gets there.
pub(super) fn rides_to(view: &MrXView, at: Station) -> Vec<Option<u8>> {
    let board = view.rules().board();
    view.public().detectives().map(|from| board.detective_distance(from, at)).collect()
}

/// Rides of the nearest detective to a station.
pub(super) fn nearest(view: &MrXView, at: Station) -> Option<u8> {
    rides_to(view, at).into_iter().flatten().min()
}

/// What a move of Mr X leaves the detectives to know, in numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug, serde::Serialize)]
pub struct MoveFacts {
    /// Stations that they have to search after it.
    pub left_open: usize,
    /// Rides of the nearest detective to where it ends; `None` where nobody gets there.
    pub rides: Option<u8>,
    /// Whether everybody sees where it ends.
    pub seen: bool,
}

/// What a move of Mr X leaves the detectives to know, in numbers.
pub fn move_facts(view: &MrXView, mv: MrXMove) -> MoveFacts {
    MoveFacts {
        left_open: left_open(view, mv),
        rides: nearest(view, mv.target()),
        seen: is_seen(view, mv),
    }
}

/// What a move of Mr X leaves the detectives to know, the most telling first.
pub(super) fn of_mr_x(view: &MrXView, mv: MrXMove) -> Vec<Say> {
    let board = view.rules().board();
    let at = mv.target();
    let mut reasons = Vec::new();
    if view.legal_moves().nth(1).is_none() {
        reasons.push(Say::OnlyMove {});
    }
    let dear = dear(view, mv);
    let told = matches!(dear, Some(Say::UseBlack { .. } | Say::UseDouble { .. }));
    reasons.extend(dear);
    if is_seen(view, mv) {
        reasons.push(Say::BeSeen { station: at.number() });
    } else if !told {
        reasons.push(Say::Hide { stations: left_open(view, mv) });
    }
    let close = rides_to(view, at).into_iter().filter(|rides| *rides == Some(1)).count();
    reasons.push(match nearest(view, at) {
        _ if close > 0 => Say::Danger { detectives: close },
        Some(rides) => Say::Nearest { rides },
        None => Say::NearestNever {},
    });
    let kinds = Ticket::ALL.iter().filter(|ticket| !board.reach(at, **ticket).is_empty());
    if kinds.count() > 2 {
        reasons.push(Say::FastLines { station: at.number() });
    }
    reasons
}

/// Why a double move or a black ticket is worth it.
fn dear(view: &MrXView, mv: MrXMove) -> Option<Say> {
    let has_black = |mv: MrXMove| mv.steps().any(|step| step.ticket == Ticket::Black);
    let stations = left_open(view, mv);
    let plain = || view.legal_moves().filter(|mv| matches!(mv, MrXMove::Single(_)));
    let most = |moves: &mut dyn Iterator<Item = MrXMove>| moves.map(|mv| left_open(view, mv)).max();
    match mv {
        MrXMove::Double(..) => {
            let instead = most(&mut plain().filter(|mv| !has_black(*mv))).unwrap_or(0);
            let before = plain().filter_map(|mv| nearest(view, mv.target())).max();
            match nearest(view, mv.target()) {
                Some(rides) if Some(rides) > before => Some(Say::DoubleEscape { rides }),
                _ if stations > instead => Some(Say::UseDouble { stations, instead }),
                Some(rides) => Some(Say::DoubleEscape { rides }),
                None => None,
            }
        }
        MrXMove::Single(_) if has_black(mv) => {
            let same =
                &mut plain().filter(|other| other.target() == mv.target() && !has_black(*other));
            let instead = most(same).or_else(|| most(&mut plain().filter(|mv| !has_black(*mv))));
            let instead = instead.unwrap_or(0);
            (stations > instead).then_some(Say::UseBlack { stations, instead })
        }
        MrXMove::Single(_) => None,
    }
}
