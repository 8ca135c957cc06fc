//! The move for one whose time is over.

use yard_core::Move;
use yard_tabletop::{AgentTurn, LateTurn};

use crate::agent_task::Substitute;

/// A move of one of those for whom the game waits: as somebody would who looks one move ahead and sees what this seat
/// sees.
pub fn late_move(late: LateTurn) -> Option<Move> {
    let LateTurn { turn, roles } = late;
    let own = |mv: &Move| match mv {
        Move::MrX(_) => true,
        Move::Detective(mv) => roles.iter().any(|role| role.moves(mv.by())),
    };
    let legal = match &turn {
        AgentTurn::MrX(_) => None,
        // In any order somebody else's detective might be the best to move: that is not up to us.
        AgentTurn::Detectives(turn) => turn.view.legal_moves().map(Move::from).find(|mv| own(mv)),
    };
    let chosen = Substitute::from(turn).run().ok().map(|thought| thought.mv);
    chosen.filter(|mv| own(mv)).or(legal)
}
