//! One guess of where Mr X is, drawn by random steps from where he was last seen (Sova 5.2.1).

use yard_core::{
    DetectiveMove, DetectiveView, Draw, MOST_DETECTIVES, PublicPly, PublicStep, Rules, Station,
    StationSet,
};

/// How many walks are tried before any candidate is taken.
const TRIES: u32 = 64;

/// Draws a station on which Mr X can be.
///
/// A walk begins at the last sighting and follows the tickets shown since, each step uniform over
/// the free stations that the ticket reaches. A walk that meets a detective contradicts the log and
/// is drawn again. Before the first sighting, or when no walk has fitted, the guess is uniform over
/// the candidates.
pub(crate) fn guess(view: &DetectiveView, chance: &mut impl Draw) -> Station {
    let candidates = view.candidates();
    let seen = view.log().plies().iter().rposition(|ply| match ply {
        PublicPly::MrX(mv) => mv.steps().any(|step| step.seen.is_some()),
        PublicPly::Detective(_) => false,
    });
    let start = match seen {
        Some(_) => None,
        None => view.log().mr_x_start(),
    };
    if candidates.len() > 1 && (seen.is_some() || start.is_some()) {
        for _ in 0..TRIES {
            let end = walk(view, seen.unwrap_or(0), start, chance);
            if let Some(end) = end.filter(|end| candidates.contains(*end)) {
                return end;
            }
        }
    }
    let n = chance.below(candidates.len() as u32) as usize;
    candidates.nth(n).expect("Mr X is somewhere while the game goes on")
}

/// A random way of Mr X through the plies from number `since` on; `None` when it cannot go on or a
/// detective meets it.
fn walk(
    view: &DetectiveView,
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
                let occupied = seats.iter().flatten().copied().collect();
                for step in mv.steps() {
                    at = draw_step(view.rules(), at, step, &occupied, chance)?;
                }
            }
            PublicPly::MrX(_) | PublicPly::Detective(DetectiveMove::Pass { .. }) => {}
            PublicPly::Detective(DetectiveMove::Ride { by, step }) => {
                seats[by.index()] = Some(step.to);
                if at == Some(step.to) {
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
