//! The detectives' plan: the line of play that they follow while Mr X is hidden.

use yard_core::{DetectiveMove, DetectiveView, Draw, Move, State, Station};

use super::search::Line;
use crate::rng::Rng;

/// What the detectives decided at the last sighting.
#[derive(Clone, Debug)]
pub(super) struct Plan {
    /// The slot of the last sighting when the plan was made; 0 when he had not been seen.
    seen: u8,
    moves: Vec<(State, DetectiveMove)>,
    /// The position that the plan leads to.
    end: State,
}

fn last_seen(view: &DetectiveView) -> u8 {
    view.log().last_seen().map_or(0, |seen| seen.slot)
}

/// Tells whether what lies open is as the plan foresaw it, and Mr X may be where it puts him.
///
/// Mr X's tickets may differ: he may pay for the same way with others.
fn fits(assumed: &State, view: &DetectiveView) -> bool {
    let (planned, public) = (assumed.public(), view.public());
    planned.turn() == public.turn()
        && planned.turns_used() == public.turns_used()
        && planned.detectives().eq(public.detectives())
        && view.candidates().contains(assumed.mr_x())
}

impl Plan {
    pub(super) fn new(view: &DetectiveView, line: &Line) -> Plan {
        let moves = line.plies.iter().filter_map(|(state, mv)| match mv {
            Move::Detective(mv) => Some((*state, *mv)),
            Move::MrX(_) => None,
        });
        Plan { seen: last_seen(view), moves: moves.collect(), end: line.end }
    }

    /// The planned move, while there is one and nothing has shown the plan to be wrong.
    pub(super) fn next(&self, view: &DetectiveView) -> Option<DetectiveMove> {
        if self.seen != last_seen(view) {
            return None;
        }
        let (_, mv) = self.moves.iter().find(|(state, _)| fits(state, view))?;
        view.legal_moves().find(|legal| legal == mv)
    }
}

/// Where a new plan puts Mr X: where he is known to be; else, when the old plan has merely run out,
/// where it left him; else on a candidate, each equally likely.
pub(super) fn assume(old: Option<&Plan>, view: &DetectiveView, rng: &mut Rng) -> Station {
    let candidates = view.candidates();
    if let Some(station) = candidates.only() {
        return station;
    }
    if let Some(old) = old
        && old.seen == last_seen(view)
        && fits(&old.end, view)
    {
        return old.end.mr_x();
    }
    let drawn = rng.below(candidates.len() as u32) as usize;
    candidates.nth(drawn).expect("there is a candidate while the game goes on")
}
