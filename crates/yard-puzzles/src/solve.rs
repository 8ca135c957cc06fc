//! The solver: what every move of a puzzle is worth, by looking at every way in which two rounds can go.
//!
//! All puzzles are two rounds long: the detectives' rides of this round, one move of Mr X after which everybody sees
//! him, and their rides after that. So Mr X's last move needs no guess: he gets away if some line leads to a
//! station where no detective comes with his next ride. What is left to chance is where he is now; every station that
//! fits the log counts alike.
//!
//! Where Mr X has a double move, his first turn may take two slots, and only then he is seen after the next. Should he
//! make a single move there, he counts as free if the detectives do not catch him in this very round: it is more than he can
//! hope for, so a double move that is better than that is better for certain.

use yard_core::{
    DetectiveMove, DetectiveView, MrXMove, MrXView, PublicMrXMove, PublicStep, Station, Step, Turn,
};

use crate::position::{Net, Position};

/// A detective's move and what it is worth.
#[derive(Clone, PartialEq, Debug)]
pub struct CatchValue {
    /// The move.
    pub mv: DetectiveMove,
    /// The share of places from which Mr X does not get away, when the others ride as well as they can.
    pub chance: f64,
    /// A place from which he gets away all the same, and where to.
    pub way_out: Option<(Station, Station)>,
}

/// What the moves of the detective whose turn it is are worth; empty when it is nobody's turn, or in any order.
pub fn catch_values(view: &DetectiveView) -> Vec<CatchValue> {
    catch_values_of(view, &view.candidates().iter().collect::<Vec<_>>())
}

/// The same, of the places that there were when the puzzle began: those that were searched since count as caught.
pub(crate) fn catch_values_of(view: &DetectiveView, places: &[Station]) -> Vec<CatchValue> {
    let Turn::Detective(id) = view.turn() else { return Vec::new() };
    let rules = view.rules();
    let position = Position::new(rules, view.public(), id.index());
    let worth = |mv: DetectiveMove| {
        let (mut most, mut way_out) = (None, None);
        position.with(mv).each_end(&mut Vec::new(), &mut |net, _| {
            let caught = net.caught(rules.board(), places);
            if most.is_none_or(|most| caught > most) {
                most = Some(caught);
                let free = |from: &Station| Some((*from, net.way_out(rules.board(), *from)?));
                way_out = places.iter().find_map(free);
            }
            most != Some(places.len())
        });
        let chance = most.unwrap_or(0) as f64 / places.len().max(1) as f64;
        CatchValue { mv, chance, way_out }
    };
    view.legal_moves().map(worth).collect()
}

/// A move of Mr X and what it is worth.
#[derive(Clone, PartialEq, Debug)]
pub struct SlipValue {
    /// The move.
    pub mv: MrXMove,
    /// The share of the detectives' best plans in which he gets away.
    pub chance: f64,
    /// Whether he gets away whatever they do.
    pub certain: bool,
    /// A best plan of theirs that catches him.
    pub plan: Option<Vec<DetectiveMove>>,
}

/// A turn of Mr X as the detectives see it while he hides.
pub(crate) fn hidden(mv: MrXMove) -> PublicMrXMove {
    let step = |step: Step| PublicStep { ticket: step.ticket, seen: None };
    match mv {
        MrXMove::Single(only) => PublicMrXMove::Single(step(only)),
        MrXMove::Double(first, second) => PublicMrXMove::Double(step(first), step(second)),
    }
}

/// What Mr X's moves are worth, against detectives who search as many places as they can.
pub fn slip_values(view: &MrXView) -> Vec<SlipValue> {
    slip_values_if(view, |_| true)
}

/// The same, but without double moves where some single move is worth more than a puzzle with a double move allows.
pub(crate) fn slip_values_if(
    view: &MrXView,
    goes_on: impl Fn(&[SlipValue]) -> bool,
) -> Vec<SlipValue> {
    if view.turn() != Turn::MrX {
        return Vec::new();
    }
    let moves: Vec<MrXMove> = view.legal_moves().collect();
    let has_double = moves.iter().any(|mv| hidden(*mv).is_double());
    let mut values = Vec::new();
    for doubles in [false, true] {
        if doubles && !(has_double && goes_on(&values)) {
            break;
        }
        let mut shown: Vec<PublicMrXMove> = Vec::new();
        for seen in moves.iter().map(|mv| hidden(*mv)).filter(|seen| seen.is_double() == doubles) {
            if !shown.contains(&seen) {
                shown.push(seen);
            }
        }
        for seen in shown {
            let mut after = view.detective_view().clone();
            if after.mr_x_moved(seen, None).is_ok() {
                let own = moves.iter().copied().filter(|mv| hidden(*mv) == seen);
                let until = if has_double && !doubles { Until::ThisRound } else { Until::Seen };
                values.extend(of_log(&after, own, until));
            }
        }
    }
    values
}

/// What Mr X's last moves are worth: he is seen then, so he is free where no detective comes with his next ride.
pub(crate) fn last_values(view: &MrXView) -> Vec<SlipValue> {
    let net = Position::new(view.rules(), view.public(), 0).net();
    let worth = |mv: MrXMove| {
        let certain = !net.reach.contains(mv.target());
        SlipValue { mv, chance: f64::from(u8::from(certain)), certain, plan: None }
    };
    view.legal_moves().map(worth).collect()
}

/// The answer of the detectives to a move of Mr X: of the plans that search most, the one that leaves him the fewest
/// ways out, but one.
pub(crate) fn reply(view: &MrXView, mv: MrXMove) -> Option<Vec<DetectiveMove>> {
    let mut after = view.detective_view().clone();
    after.mr_x_moved(hidden(mv), None).ok()?;
    let board = after.rules().board();
    let places: Vec<Station> = after.candidates().iter().collect();
    let position = Position::new(after.rules(), after.public(), 0);
    // Stations searched, then how few ways out are left.
    type Rank = (usize, std::cmp::Reverse<usize>);
    let mut best: Option<(Rank, Vec<DetectiveMove>)> = None;
    position.each_end(&mut Vec::new(), &mut |net: &Net, plan| {
        let exits = net.exits(board, mv.target());
        let key = (net.caught(board, &places), std::cmp::Reverse(exits));
        if exits > 0 && best.as_ref().is_none_or(|(known, _)| key > *known) {
            best = Some((key, plan.to_vec()));
        }
        true
    });
    best.map(|(_, plan)| plan)
}

/// When Mr X counts as free.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Until {
    /// When nobody has come to him at the end of this round.
    ThisRound,
    /// When he has a way out of this round to a place where nobody comes with the next ride.
    Seen,
}

/// How often Mr X gets away from a place, over the plans that search most.
#[derive(Clone, Default)]
struct Escapes {
    of_best: u32,
    always: bool,
    caught_by: Option<Vec<DetectiveMove>>,
}

fn of_log(
    after: &DetectiveView,
    moves: impl Iterator<Item = MrXMove>,
    until: Until,
) -> Vec<SlipValue> {
    let rules = after.rules();
    let places: Vec<Station> = after.candidates().iter().collect();
    let position = Position::new(rules, after.public(), 0);
    let fresh = Escapes { of_best: 0, always: true, caught_by: None };
    let mut escapes = vec![fresh; places.len()];
    let (mut most, mut plans) = (0, 0_u32);
    let mut open = vec![false; places.len()];
    position.each_end(&mut Vec::new(), &mut |net: &Net, plan| {
        for (open, from) in open.iter_mut().zip(&places) {
            *open = match until {
                Until::ThisRound => !net.occupied.contains(*from),
                Until::Seen => net.is_open(rules.board(), *from),
            };
        }
        let caught = open.iter().filter(|open| !**open).count();
        if caught > most || plans == 0 {
            (most, plans) = (caught.max(most), 0);
            for one in &mut escapes {
                (one.of_best, one.caught_by) = (0, None);
            }
        }
        let is_best = caught == most;
        plans += u32::from(is_best);
        for (one, open) in escapes.iter_mut().zip(&open) {
            one.always &= *open;
            one.of_best += u32::from(is_best && *open);
            if is_best && !*open && one.caught_by.is_none() {
                one.caught_by = Some(plan.to_vec());
            }
        }
        true
    });
    let worth = |mv: MrXMove| {
        let at = places.iter().position(|place| *place == mv.target())?;
        let one = &escapes[at];
        let chance = f64::from(one.of_best) / f64::from(plans.max(1));
        Some(SlipValue { mv, chance, certain: one.always, plan: one.caught_by.clone() })
    };
    moves.filter_map(worth).collect()
}
