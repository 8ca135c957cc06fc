//! Counting move paths, to compare engines (rule 8.2).

use crate::moves::Move;
use crate::rules::Rules;
use crate::state::State;

/// Counts the sequences of `depth` plies from a state.
///
/// A sequence whose last ply ends the game counts at that depth and at no greater one.
#[must_use]
pub fn perft(rules: &Rules, state: &State, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let count = state.mr_x_moves(rules).count() + state.detective_moves(rules).count();
    if depth == 1 {
        return count as u64;
    }
    let after = |mv: Move| {
        let mut next = *state;
        match mv {
            Move::MrX(mv) => next.play_mr_x(rules, mv),
            Move::Detective(mv) => next.play_detective(rules, mv),
        }
        perft(rules, &next, depth - 1)
    };
    state.moves(rules).map(after).sum()
}
