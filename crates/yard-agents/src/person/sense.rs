//! Common sense: what even a beginner does not do.

use yard_core::{DetectiveId, DetectiveMove, DetectiveView, MrXMove, MrXView, PublicPly, Station};

use super::Habits;
use super::tickets::{self, keep};

/// So many rides ahead a detective looks who looks after his next ones only.
const NEXT_RIDES: u8 = 3;

/// The detectives' moves that make sense; never empty.
///
/// A capture that is certain is the only one. The habits say how long tickets must last, and whether one may go back
/// to where one just came from without cause.
pub(super) fn of_detectives(view: &DetectiveView, habits: Habits) -> Vec<DetectiveMove> {
    let mut moves: Vec<DetectiveMove> = view.legal_moves().collect();
    if let Some(mr_x) = view.candidates().only() {
        let catches = |mv: &&DetectiveMove| target(**mv) == Some(mr_x);
        if let Some(mv) = moves.iter().find(catches) {
            return vec![*mv];
        }
    }
    match habits {
        Habits::All => {
            tickets::keep_riding(view, &mut moves, u8::MAX);
            keep(&mut moves, |mv| !goes_back(view, *mv));
        }
        Habits::Tickets => tickets::keep_riding(view, &mut moves, NEXT_RIDES),
    }
    moves
}

/// Mr X's moves that make sense; never empty.
pub(super) fn of_mr_x(view: &MrXView) -> Vec<MrXMove> {
    let mut moves: Vec<MrXMove> = view.legal_moves().collect();
    tickets::keep_moving(view, &mut moves);
    tickets::spend_black(view, &mut moves);
    moves
}

/// Where a ride leads.
pub(super) fn target(mv: DetectiveMove) -> Option<Station> {
    match mv {
        DetectiveMove::Ride { step, .. } => Some(step.to),
        DetectiveMove::Pass { .. } => None,
    }
}

/// Tells whether a detective would go back to where he just came from, without cause.
///
/// It is cause enough that Mr X has shown himself since, or can be there.
fn goes_back(view: &DetectiveView, mv: DetectiveMove) -> bool {
    let (Some(to), Some(before)) = (target(mv), came_from(view, mv.by())) else { return false };
    to == before && !view.candidates().contains(to)
}

/// The station that a detective left with his last ride; `None` when he has not ridden, or Mr X has shown himself since.
fn came_from(view: &DetectiveView, id: DetectiveId) -> Option<Station> {
    let plies = view.log().plies();
    let ride = |ply: &PublicPly| match ply {
        PublicPly::Detective(DetectiveMove::Ride { by, step }) if *by == id => Some(step.to),
        PublicPly::Detective(_) | PublicPly::MrX(_) => None,
    };
    let seen = |ply: &PublicPly| match ply {
        PublicPly::MrX(mv) => mv.steps().any(|step| step.seen.is_some()),
        PublicPly::Detective(_) => false,
    };
    let last = plies.iter().rposition(|ply| ride(ply).is_some())?;
    if plies[last..].iter().any(seen) {
        return None;
    }
    let earlier = plies[..last].iter().rev().find_map(ride);
    earlier.or_else(|| view.log().start().get(id.index()).copied())
}
