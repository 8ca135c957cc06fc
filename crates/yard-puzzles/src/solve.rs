//! The solver: what every move of a puzzle is worth, by looking at every way in which two rounds can go.
//!
//! All puzzles are two rounds long: the detectives' rides of this round, one move of Mr X after which everybody sees
//! him, and their rides after that. So Mr X's last move needs no guess: he gets away if some line leads to a
//! station where no detective comes with his next ride. What is left to chance is where he is now; every station that
//! fits the log counts alike.

use yard_core::{
    DetectiveMove, DetectiveView, MrXMove, MrXView, PublicMrXMove, PublicStep, Station, Ticket,
    Turn,
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
    let Turn::Detective(id) = view.turn() else { return Vec::new() };
    let rules = view.rules();
    let places: Vec<Station> = view.candidates().iter().collect();
    let position = Position::new(rules, view.public(), id.index());
    let worth = |mv: DetectiveMove| {
        let (mut most, mut way_out) = (None, None);
        position.with(mv).each_end(&mut Vec::new(), &mut |net, _| {
            let caught = net.caught(rules.board(), &places);
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

/// What Mr X's single moves are worth, against detectives who search as many places as they can.
pub fn slip_values(view: &MrXView) -> Vec<SlipValue> {
    if view.turn() != Turn::MrX {
        return Vec::new();
    }
    let singles = |ticket: Ticket| {
        let all = view.legal_moves();
        all.filter(move |mv| matches!(mv, MrXMove::Single(step) if step.ticket == ticket))
    };
    let mut values = Vec::new();
    for ticket in Ticket::ALL.into_iter().filter(|ticket| singles(*ticket).next().is_some()) {
        let mut after = view.detective_view().clone();
        let step = PublicStep { ticket, seen: None };
        if after.mr_x_moved(PublicMrXMove::Single(step), None).is_ok() {
            values.extend(of_ticket(&after, singles(ticket)));
        }
    }
    values
}

/// How often Mr X gets away from a place, over the plans that search most.
#[derive(Clone, Default)]
struct Escapes {
    of_best: u32,
    always: bool,
    caught_by: Option<Vec<DetectiveMove>>,
}

fn of_ticket(after: &DetectiveView, moves: impl Iterator<Item = MrXMove>) -> Vec<SlipValue> {
    let rules = after.rules();
    let places: Vec<Station> = after.candidates().iter().collect();
    let position = Position::new(rules, after.public(), 0);
    let fresh = Escapes { of_best: 0, always: true, caught_by: None };
    let mut escapes = vec![fresh; places.len()];
    let (mut most, mut plans) = (0, 0_u32);
    let mut open = vec![false; places.len()];
    position.each_end(&mut Vec::new(), &mut |net: &Net, plan| {
        for (open, from) in open.iter_mut().zip(&places) {
            *open = net.is_open(rules.board(), *from);
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
