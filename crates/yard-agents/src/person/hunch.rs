//! Moves by a hunch: one look at the board, as somebody plays who does not think two moves ahead.

use yard_core::{DetectiveMove, DetectiveView, Draw as _, MrXMove, MrXView, Station, Ticket};

use super::sense::target;
use super::tickets::keep;
use crate::rng::Rng;

/// Rides to a station that nobody reaches.
const NEVER: u8 = 20;

/// One of so many hunches goes for where Mr X was last seen, although he has moved since.
const STALE: u32 = 2;

/// A detective guesses where Mr X is, all places being alike to him, and goes there; or where he was last seen.
pub(super) fn of_detectives(
    view: &DetectiveView,
    moves: &[DetectiveMove],
    rng: &mut Rng,
) -> Option<DetectiveMove> {
    let places = view.candidates();
    let fresh = places.nth(rng.below((places.len() as u32).max(1)) as usize)?;
    let seen = view.log().last_seen().filter(|_| rng.below(STALE) == 0);
    let guess = seen.map_or(fresh, |seen| seen.station);
    let far = |mv: &DetectiveMove| {
        let rides = target(*mv).and_then(|to| view.rules().board().detective_distance(to, guess));
        rides.unwrap_or(NEVER)
    };
    let nearest = moves.iter().map(far).min()?;
    let good: Vec<DetectiveMove> = moves.iter().copied().filter(|mv| far(mv) == nearest).collect();
    draw(&good, rng)
}

/// Mr X goes where no detective comes with his next ride, if he can; a double move is for when he cannot otherwise.
pub(super) fn of_mr_x(view: &MrXView, moves: &[MrXMove], rng: &mut Rng) -> Option<MrXMove> {
    let mut good = moves.to_vec();
    let is_single = |mv: &MrXMove| matches!(mv, MrXMove::Single(_));
    let is_safe = |mv: &MrXMove| nearest(view, mv.target()) >= SAFE;
    keep(&mut good, |mv| is_safe(mv) && is_single(mv));
    keep(&mut good, is_safe);
    keep(&mut good, is_single);
    // A black ticket is for the move after he was seen; he may forget it.
    let just_seen =
        view.log().last_seen().is_some_and(|seen| seen.slot == view.public().slots_used());
    let hides = just_seen && rng.below(2) == 0;
    keep(&mut good, |mv| mv.steps().any(|step| step.ticket == Ticket::Black) == hides);
    draw(&good, rng)
}

/// So many rides away a detective does not matter yet.
const SAFE: u8 = 2;

/// Rides of the nearest detective to a station.
fn nearest(view: &MrXView, at: Station) -> u8 {
    let board = view.rules().board();
    let rides = |from: Station| board.detective_distance(from, at).unwrap_or(NEVER);
    view.public().detectives().map(rides).min().unwrap_or(NEVER)
}

fn draw<M: Copy>(from: &[M], rng: &mut Rng) -> Option<M> {
    let count = u32::try_from(from.len()).ok().filter(|count| *count > 0)?;
    from.get(rng.below(count) as usize).copied()
}
