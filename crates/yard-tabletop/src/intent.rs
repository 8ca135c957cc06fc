//! What a move that somebody sends leads to: it is read and checked for the seat, but not yet played.

use yard_core::{DetectiveText, Move, MrXMove, Turn};

use crate::error::MoveError;
use crate::role::Role;
use crate::tabletop::Tabletop;

/// What becomes of a move that a client sends.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Intent {
    /// It is legal now.
    Play(Move),
    /// It was played before at this ply by the same seat: the answer got lost.
    Done,
}

impl Tabletop {
    /// Looks at a move from a client, without playing it.
    ///
    /// Every answer to a seat of the detectives follows from what is public: whose turn it is, the
    /// plies so far and the rules. Their moves do not depend on where Mr X is.
    ///
    /// # Errors
    /// When the seat may not make this move now.
    pub fn intent(&self, role: Role, text: &str, ply: usize) -> Result<Intent, MoveError> {
        if role.only_watches() {
            return Err(MoveError::Watching);
        }
        if ply < self.moves.len() && self.repeats(role, text, ply) {
            return Ok(Intent::Done);
        }
        if ply != self.moves.len() {
            return Err(MoveError::Stale);
        }
        if self.is_cancelled() {
            return Err(MoveError::Cancelled);
        }
        if self.holds_people() {
            return Err(MoveError::Paused);
        }
        let mv = self.read_move(role, text)?;
        // A copy is asked; the game itself stays as it is until the driver has kept the move.
        self.game.clone().play(mv).map_err(MoveError::Illegal)?;
        Ok(Intent::Play(mv))
    }

    /// Whether nobody moves now: where several people play, a pause is for all of them; alone it holds the agents only.
    pub(crate) fn holds_people(&self) -> bool {
        self.paused && self.setup.seats.people() > 1 && !self.is_over()
    }

    /// Reads a move of the seat whose turn it must be.
    fn read_move(&self, role: Role, text: &str) -> Result<Move, MoveError> {
        let turn = self.game.turn();
        match (turn, role) {
            (Turn::MrX, Role::MrX) => Ok(text.parse::<MrXMove>()?.into()),
            (Turn::Detective(_) | Turn::Team, Role::Detectives(_)) => {
                let written: DetectiveText = text.parse()?;
                if let Turn::Detective(next) = turn
                    && !role.moves(next)
                {
                    return Err(MoveError::NotYourTurn { turn });
                }
                let mv = written.in_turn(turn)?;
                match role.moves(mv.by()) {
                    true => Ok(mv.into()),
                    false => Err(MoveError::OtherSeat { by: mv.by() }),
                }
            }
            (
                Turn::MrX | Turn::Detective(_) | Turn::Team | Turn::Over(_),
                Role::MrX | Role::Detectives(_) | Role::Watch | Role::WatchAll,
            ) => Err(MoveError::NotYourTurn { turn }),
        }
    }

    /// Tells whether this seat made this very move at that ply.
    fn repeats(&self, role: Role, text: &str, ply: usize) -> bool {
        let Some(played) = self.moves.get(ply).filter(|mv| is_by(**mv, role)) else {
            return false;
        };
        match played {
            Move::MrX(mv) => text.parse::<MrXMove>().is_ok_and(|sent| sent == *mv),
            Move::Detective(mv) => {
                let order = self.game.rules().order();
                let same = |sent: DetectiveText| {
                    sent.step == DetectiveText::new(*mv, order).step
                        && sent.by.is_none_or(|by| by == mv.by())
                };
                text.parse::<DetectiveText>().is_ok_and(same)
            }
        }
    }

    /// Whether a person made a move.
    pub(crate) fn by_person(&self, mv: Move) -> bool {
        match mv {
            Move::MrX(_) => self.setup.seats.mr_x.is_human(),
            Move::Detective(mv) => self.setup.seats.detective(mv.by()).is_human(),
        }
    }
}

/// Whether a move was made by the holder of a seat.
pub(crate) fn is_by(mv: Move, role: Role) -> bool {
    match mv {
        Move::MrX(_) => role == Role::MrX,
        Move::Detective(mv) => role.moves(mv.by()),
    }
}
