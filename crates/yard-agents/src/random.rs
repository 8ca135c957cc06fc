//! `random`: the floor of every table.

use yard_core::{DetectiveMove, DetectiveView, MrXMove, MrXView};

use crate::agent::{Agent, AgentError, Detectives, MrX};
use crate::past::Past;
use crate::policy::{Policy, Reads, even_chances};
use crate::rng::Rng;

/// Plays each legal move with equal chance, double moves included.
///
/// The baseline of every paper, and "easy" of Mortimer & Colfer. In any order the detectives' move
/// is uniform over the moves of all who have not moved.
#[derive(Clone, Copy, Debug, Default)]
pub struct RandomAgent;

impl Agent<MrX> for RandomAgent {
    fn choose(&mut self, view: &MrXView, rng: &mut Rng) -> Result<MrXMove, AgentError> {
        Ok(view.draw_move(rng))
    }

    fn past(&self) -> Option<Past> {
        Some(Past::reading(Reads::State))
    }
}

impl Agent<Detectives> for RandomAgent {
    fn choose(&mut self, view: &DetectiveView, rng: &mut Rng) -> Result<DetectiveMove, AgentError> {
        Ok(view.draw_move(rng))
    }

    fn past(&self) -> Option<Past> {
        Some(Past::reading(Reads::State))
    }
}

impl Policy<MrX> for RandomAgent {
    fn chances(&mut self, view: &MrXView) -> Vec<(MrXMove, f64)> {
        even_chances(view.legal_moves().collect())
    }

    fn reads(&self) -> Reads {
        Reads::State
    }
}

impl Policy<Detectives> for RandomAgent {
    fn chances(&mut self, view: &DetectiveView) -> Vec<(DetectiveMove, f64)> {
        even_chances(view.legal_moves().collect())
    }

    fn reads(&self) -> Reads {
        Reads::State
    }
}
