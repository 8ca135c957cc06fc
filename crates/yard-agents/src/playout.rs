//! Playing a state to its end by uniformly random moves.

use yard_core::{Draw, Outcome, Rules, State, Turn};

/// How a playout ended, and after how many plies.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Playout {
    /// How it ended.
    pub outcome: Outcome,
    /// Plies from the state it began with.
    pub plies: u32,
}

/// Plays to the end; every ply is uniform over all legal moves, black and double moves included.
///
/// Allocates nothing.
pub fn random_playout(rules: &Rules, mut state: State, chance: &mut impl Draw) -> Playout {
    play_out(
        rules,
        &mut state,
        chance,
        |state, chance| state.play_random_detectives(rules, chance),
        |_| {},
    )
}

/// Plays a state to its end: Mr X at random, the detectives by a function that makes one or more of their
/// plies and returns how many. `watch` sees the state after each step of either.
#[inline]
pub(crate) fn play_out<C: Draw>(
    rules: &Rules,
    state: &mut State,
    chance: &mut C,
    mut detectives: impl FnMut(&mut State, &mut C) -> u32,
    mut watch: impl FnMut(&State),
) -> Playout {
    let mut plies = 0;
    loop {
        match state.turn() {
            Turn::MrX => {
                let mv = state.draw_mr_x_move(rules, chance);
                state.play_mr_x(rules, mv);
                plies += 1;
            }
            Turn::Detective(_) | Turn::Team => plies += detectives(state, chance),
            Turn::Over(outcome) => return Playout { outcome, plies },
        }
        watch(state);
    }
}
