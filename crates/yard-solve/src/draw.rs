//! Draws from a plan.

use yard_agents::Rng;

/// Draws a move by its chance.
pub(crate) fn draw<M: Copy>(chances: &[(M, f64)], rng: &mut Rng) -> Option<M> {
    let mut left = rng.unit();
    for (mv, chance) in chances {
        left -= chance;
        if left < 0.0 {
            return Some(*mv);
        }
    }
    chances.last().map(|(mv, _)| *mv)
}
