//! One guess of where Mr X is, drawn by random steps from where he was last seen (Sova 5.2.1).

use yard_core::{
    DetectiveMove, DetectiveView, Draw, MOST_DETECTIVES, PublicPly, PublicStep, Rules, Station,
    StationSet,
};

use super::Walk;

/// How many walks are tried before any candidate is taken.
const TRIES: u32 = 64;

/// Draws a station for Mr X; by a fitting walk one on which he can be.
///
/// A walk begins at the last sighting and follows the tickets shown since, each step uniform over
/// the free stations that the ticket reaches. A walk that meets a detective contradicts the log and
/// is drawn again. Before the first sighting, or when no walk has fitted, the guess is uniform over
/// the candidates. A plain walk does not look at the detectives, and only one that ends where a detective
/// stands now is drawn again.
pub(crate) fn guess(view: &DetectiveView, kind: Walk, chance: &mut impl Draw) -> Station {
    let candidates = view.candidates();
    let fits = |end: &Station| match kind {
        Walk::Fitting => candidates.contains(*end),
        Walk::Plain => !view.public().is_occupied(*end),
    };
    let is_open = kind == Walk::Plain || candidates.len() > 1;
    let seen = view.log().plies().iter().rposition(|ply| match ply {
        PublicPly::MrX(mv) => mv.steps().any(|step| step.seen.is_some()),
        PublicPly::Detective(_) => false,
    });
    let start = match seen {
        Some(_) => None,
        None => view.log().mr_x_start(),
    };
    if is_open && (seen.is_some() || start.is_some()) {
        for _ in 0..TRIES {
            let end = walk(view, kind, seen.unwrap_or(0), start, chance);
            if let Some(end) = end.filter(fits) {
                return end;
            }
        }
    }
    let n = chance.below(candidates.len() as u32) as usize;
    candidates.nth(n).expect("Mr X is somewhere while the game goes on")
}

/// A random way of Mr X through the plies from number `since` on; `None` when it cannot go on or, unless it
/// is a plain one, a detective meets it.
fn walk(
    view: &DetectiveView,
    kind: Walk,
    since: usize,
    start: Option<Station>,
    chance: &mut impl Draw,
) -> Option<Station> {
    let mut seats = [None; MOST_DETECTIVES];
    for (seat, station) in seats.iter_mut().zip(view.log().start()) {
        *seat = Some(*station);
    }
    let mut at = start;
    for (number, ply) in view.log().plies().iter().enumerate() {
        match *ply {
            PublicPly::MrX(mv) if number >= since => {
                let occupied = match kind {
                    Walk::Fitting => seats.iter().flatten().copied().collect(),
                    Walk::Plain => StationSet::EMPTY,
                };
                for step in mv.steps() {
                    at = draw_step(view.rules(), at, step, &occupied, chance)?;
                }
            }
            PublicPly::MrX(_) | PublicPly::Detective(DetectiveMove::Pass { .. }) => {}
            PublicPly::Detective(DetectiveMove::Ride { by, step }) => {
                seats[by.index()] = Some(step.to);
                if kind == Walk::Fitting && at == Some(step.to) {
                    return None;
                }
            }
        }
    }
    at
}

/// One step of the walk; it stays unplaced until it has been seen. `None` when it cannot go on.
fn draw_step(
    rules: &Rules,
    at: Option<Station>,
    step: PublicStep,
    occupied: &StationSet,
    chance: &mut impl Draw,
) -> Option<Option<Station>> {
    let (None, Some(from)) = (step.seen, at) else {
        return Some(step.seen);
    };
    let free = rules.board().reach(from, step.ticket).without(occupied);
    if free.is_empty() {
        return None;
    }
    Some(free.nth(chance.below(free.len() as u32) as usize))
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::rng::Seed;
    use yard_core::{Game, Move, Turn, presets};

    /// A fitting walk ends where Mr X can be. A plain one need not, but never where a detective stands.
    #[test]
    fn a_plain_walk_may_contradict_the_log() {
        let rules = Arc::new(presets::rules("grid5").unwrap());
        let mut rng = Seed(4).stream("games");
        let mut wrong = 0;
        for _ in 0..40 {
            let mut game = Game::new(Arc::clone(&rules), &rules.deal(&mut rng));
            loop {
                let mv = match game.turn() {
                    Turn::MrX => Move::from(game.mr_x_view().draw_move(&mut rng)),
                    Turn::Detective(_) | Turn::Team => {
                        let view = game.detective_view();
                        let fitting = guess(view, Walk::Fitting, &mut rng);
                        assert!(view.candidates().contains(fitting));
                        let plain = guess(view, Walk::Plain, &mut rng);
                        assert!(!view.public().is_occupied(plain));
                        wrong += usize::from(!view.candidates().contains(plain));
                        Move::from(view.draw_move(&mut rng))
                    }
                    Turn::Over(_) => break,
                };
                game.play(mv).unwrap();
            }
        }
        assert!(wrong > 0, "no guess contradicts the log");
    }
}
