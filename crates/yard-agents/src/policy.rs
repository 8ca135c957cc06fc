//! Agents that can say how likely they play each move.

use crate::agent::Side;

/// Gives the chance of every move, as a function of the view alone.
///
/// A best response to such an agent can be worked out exactly. An agent that draws its moves in
/// another way, or remembers more than its view, has no policy.
pub trait Policy<S: Side>: Send {
    /// The moves that may be played with their chances, which are positive and sum up to 1.
    fn chances(&mut self, view: &S::View) -> Vec<(S::Move, f64)>;
}
