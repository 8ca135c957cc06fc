//! Agents that can say how likely they play each move.

use crate::agent::SideType;

/// What of its view a policy looks at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reads {
    /// The table and, for Mr X, his station.
    State,
    /// Also the candidates: all that matters from now on.
    Now,
    /// Also how it came about since Mr X was seen last, or since the start.
    Sighting,
    /// Also what was before that.
    Log,
}

/// Gives the chance of every move, as a function of the view alone.
///
/// A best response to such an agent can be worked out exactly. An agent that draws its moves in
/// another way, or remembers more than its view, has no policy.
pub trait Policy<S: SideType>: Send {
    /// The moves that may be played with their chances, which are positive and sum up to 1.
    fn chances(&mut self, view: &S::View) -> Vec<(S::Move, f64)>;

    /// The same where the earlier views of this side are known, in order: for a policy whose answers hang
    /// together, such as the parts of a joint move.
    fn chances_along(&mut self, _earlier: &[S::View], view: &S::View) -> Vec<(S::Move, f64)> {
        self.chances(view)
    }

    /// What it looks at.
    fn reads(&self) -> Reads {
        Reads::Log
    }
}

/// The same chance for all moves of a list.
pub fn even_chances<M>(moves: Vec<M>) -> Vec<(M, f64)> {
    let chance = 1.0 / moves.len() as f64;
    moves.into_iter().map(|mv| (mv, chance)).collect()
}

/// A best move, which is played with the chance `p`; otherwise any.
pub(crate) fn mostly<M: PartialEq>(best: M, p: f64, moves: Vec<M>) -> Vec<(M, f64)> {
    let mut chances = even_chances(moves);
    for (mv, chance) in &mut chances {
        *chance *= 1.0 - p;
        if *mv == best {
            *chance += p;
        }
    }
    chances.retain(|(_, chance)| *chance > 0.0);
    chances
}
