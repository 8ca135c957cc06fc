//! What is forced, by looking at every way the round can go.

use yard_core::{DetectiveMove, Game, Move, Rules, Side, State, Turn};

/// The moves that keep the goal of the side to move, sorted, by exhaustive search of this round.
///
/// For the detectives: the moves after which they can win before Mr X moves again, wherever he is
/// among the candidates. For Mr X: the moves after which no way of the coming round loses, though
/// the detectives saw his station.
pub fn forced_moves(game: &Game) -> Vec<Move> {
    let rules = game.rules();
    match game.turn() {
        Turn::MrX => {
            let state = game.state();
            let safe = state.mr_x_moves(rules).filter(|mv| {
                let mut next = state;
                next.play_mr_x(rules, *mv);
                !team_wins(rules, &[next])
            });
            safe.map(Move::from).collect()
        }
        Turn::Detective(_) | Turn::Team => {
            let view = game.detective_view();
            let guesses: Vec<State> =
                view.candidates().iter().map(|station| view.assume(station)).collect();
            let wins = view.legal_moves().filter(|mv| wins_by(rules, &guesses, *mv));
            wins.map(Move::from).collect()
        }
        Turn::Over(_) => Vec::new(),
    }
}

/// Tells whether the detectives can win all of these in what is left of the round.
///
/// They differ in Mr X's station alone, so one move is a move in all of them.
fn team_wins(rules: &Rules, guesses: &[State]) -> bool {
    let Some(first) = guesses.first() else { return true };
    match first.turn() {
        Turn::Over(outcome) => outcome.winner() == Side::Detectives,
        Turn::MrX => false,
        Turn::Detective(_) | Turn::Team => {
            first.detective_moves(rules).any(|mv| wins_by(rules, guesses, mv))
        }
    }
}

/// The same after a move, which may end some of the guesses and leave the others.
fn wins_by(rules: &Rules, guesses: &[State], mv: DetectiveMove) -> bool {
    let mut left = Vec::new();
    for guess in guesses {
        let mut next = *guess;
        next.play_detective(rules, mv);
        match next.turn() {
            Turn::Over(outcome) if outcome.winner() == Side::Detectives => {}
            Turn::Over(_) | Turn::MrX => return false,
            Turn::Detective(_) | Turn::Team => left.push(next),
        }
    }
    team_wins(rules, &left)
}
