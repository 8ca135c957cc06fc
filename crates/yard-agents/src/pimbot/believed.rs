//! What the detectives believe while Mr X searches, now and after each move that he considers.

use yard_core::{MrXMove, MrXView, PublicMrXMove, PublicStep, Station, Ticket};

use super::locations::Guesses;
use crate::belief::{Belief, MoveModel};
use crate::rng::FastRng;

/// The tickets of a move: the first, and the second of a double move.
type Tickets = (Ticket, Option<Ticket>);

/// Where the detectives believe Mr X to be.
#[derive(Clone, Debug)]
pub(super) struct Believed {
    now: Guesses,
    /// After moves on which he is not seen, by their tickets.
    after: Vec<(Tickets, Guesses)>,
}

impl Believed {
    /// Nothing is believed.
    pub(super) fn new() -> Believed {
        Believed { now: Guesses::new(), after: Vec::new() }
    }

    /// Takes in a position of Mr X's turn and the moves that he considers.
    pub(super) fn weigh(
        &mut self,
        view: &MrXView,
        moves: &[MrXMove],
        belief: &mut Belief,
        model: &MoveModel,
    ) {
        let seen = view.detective_view();
        belief.follow(seen, model);
        self.now.weigh_by(view.candidates(), belief);
        self.after.clear();
        for mv in moves {
            let tickets = tickets_of(*mv);
            let hidden = mv.steps().zip(view.public().slots_used() + 1..);
            let is_seen = hidden.into_iter().any(|(_, slot)| view.rules().surfaces_after(slot));
            if is_seen || self.after_move(tickets).is_some() {
                continue;
            }
            let hidden = |ticket| PublicStep { ticket, seen: None };
            let shown = match tickets {
                (first, None) => PublicMrXMove::Single(hidden(first)),
                (first, Some(second)) => PublicMrXMove::Double(hidden(first), hidden(second)),
            };
            let (belief, candidates) = belief.after(seen, shown, model);
            let mut guesses = Guesses::new();
            guesses.weigh_by(&candidates, &belief);
            self.after.push((tickets, guesses));
        }
    }

    fn after_move(&self, tickets: Tickets) -> Option<&Guesses> {
        self.after.iter().find(|(known, _)| *known == tickets).map(|(_, guesses)| guesses)
    }

    /// Draws a station before his move.
    #[inline]
    pub(super) fn draw(&self, chance: &mut FastRng) -> Option<Station> {
        self.now.draw(chance)
    }

    /// What they believe after a move of his; none where he is seen.
    #[inline]
    pub(super) fn after(&self, mv: MrXMove) -> Option<&Guesses> {
        self.after_move(tickets_of(mv))
    }
}

fn tickets_of(mv: MrXMove) -> Tickets {
    match mv {
        MrXMove::Single(step) => (step.ticket, None),
        MrXMove::Double(first, second) => (first.ticket, Some(second.ticket)),
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use yard_core::{Game, Move, Turn, presets};

    use super::*;
    use crate::Seed;

    /// What Mr X expects the detectives to believe after a hidden move is what they believe after it.
    #[test]
    fn expected_and_later_beliefs_agree() {
        let mut model = MoveModel::UNIFORM;
        for (at, weight) in model.step.iter_mut().enumerate() {
            *weight = (at % 5) as f32 / 4.0 - 0.5;
        }
        let rules = Arc::new(presets::rules("classic").unwrap());
        let mut compared = 0;
        for seed in 0..4 {
            let mut rng = Seed(seed).stream("believed");
            let mut game = Game::new(Arc::clone(&rules), &rules.deal(&mut rng));
            let (mut belief, mut later) = (Belief::default(), Belief::default());
            let mut believed = Believed::new();
            while game.outcome().is_none() {
                let mv: Move = match game.turn() {
                    Turn::MrX => {
                        let view = game.mr_x_view();
                        let moves: Vec<MrXMove> = view.legal_moves().collect();
                        believed.weigh(view, &moves, &mut belief, &model);
                        view.draw_move(&mut rng).into()
                    }
                    Turn::Detective(_) | Turn::Team | Turn::Over(_) => {
                        game.detective_view().draw_move(&mut rng).into()
                    }
                };
                game.play(mv).unwrap();
                if let Move::MrX(mv) = mv
                    && let Some(expected) = believed.after(mv)
                    && game.outcome().is_none()
                {
                    later.follow(game.detective_view(), &model);
                    for station in game.detective_view().candidates().iter() {
                        let (is, was) =
                            (f64::from(later.of(station)), expected.probability(station));
                        assert!((is - was).abs() < 1e-5, "{station}: {is} and {was}");
                        compared += 1;
                    }
                }
            }
        }
        assert!(compared > 500, "{compared}");
    }

    /// Where he is seen they know, so nothing is drawn beforehand.
    #[test]
    fn nothing_is_expected_where_he_is_seen() {
        let setup: yard_core::Setup =
            "classic x 46 detectives 26,29,50,53,91 slot 2".parse().unwrap();
        let game = Game::from_setup(Arc::new(presets::rules("classic").unwrap()), &setup).unwrap();
        let view = game.mr_x_view();
        let moves: Vec<MrXMove> = view.legal_moves().collect();
        let (mut believed, mut belief) = (Believed::new(), Belief::default());
        believed.weigh(view, &moves, &mut belief, &MoveModel::UNIFORM);
        assert!(moves.iter().all(|mv| believed.after(*mv).is_none()));
    }
}
