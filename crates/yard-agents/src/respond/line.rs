//! A hypothetical game: where Mr X is taken to be, and what the detectives see of it.

use yard_core::{
    DetectiveMove, DetectiveView, Move, MrXMove, MrXView, Outcome, PlayError, PublicMrXMove, Side,
    State,
};

/// A game that goes on from a view and a guess.
#[derive(Clone, Debug)]
pub(super) struct Line {
    /// The truth, as it is taken to be.
    pub(super) state: State,
    /// What the detectives see of it; it is left behind when the game ends.
    pub(super) seen: DetectiveView,
}

impl Line {
    /// Begins where Mr X knows that he is.
    pub(super) fn of_mr_x(view: &MrXView) -> Line {
        Line { state: view.state(), seen: view.detective_view().clone() }
    }

    /// What Mr X sees of it.
    pub(super) fn mr_x_view(&self) -> MrXView {
        MrXView::assume(self.seen.clone(), self.state.mr_x())
    }

    /// Who has won, if it is over.
    pub(super) fn winner(&self) -> Option<Side> {
        self.state.outcome().map(Outcome::winner)
    }

    /// Plays a move of Mr X, and returns what everybody sees of it.
    pub(super) fn play_mr_x(&mut self, mv: MrXMove) -> Result<PublicMrXMove, PlayError> {
        let before = self.state.public().slots_used();
        self.state.play(self.seen.rules(), Move::MrX(mv))?;
        let caught = self.state.outcome() == Some(Outcome::Captured);
        let public = PublicMrXMove::from(mv).as_seen(self.seen.rules(), before, caught);
        if self.state.outcome().is_none() {
            self.seen.mr_x_moved(public, None)?;
        }
        Ok(public)
    }

    /// Plays a move of a detective.
    pub(super) fn play_detective(&mut self, mv: DetectiveMove) -> Result<(), PlayError> {
        self.state.play(self.seen.rules(), Move::Detective(mv))?;
        if self.state.outcome().is_none() {
            self.seen.detective_moved(mv, None)?;
        }
        Ok(())
    }
}
