//! One match: the truth and both views, kept together move by move.

use std::sync::Arc;

use crate::error::PlayError;
use crate::moves::{DetectiveMove, Move, MrXMove, PublicMrXMove};
use crate::rules::{Deal, Rules};
use crate::state::State;
use crate::table::{Outcome, Turn};
use crate::view::{DetectiveView, MrXView};

/// One match from the deal on: the truth, and what each side knows of it.
///
/// ```
/// use std::sync::Arc;
/// use yard_core::{presets, Deal, Match, Station};
/// let rules = Arc::new(presets::rules("grid5").unwrap());
/// let at = |n| Station::new(n).unwrap();
/// let deal = Deal { mr_x: at(13), detectives: [at(1), at(25)].into_iter().collect() };
/// let mut bout = Match::new(rules, &deal);
/// let mv = bout.state().moves(bout.rules()).next().unwrap();
/// bout.play(mv).unwrap();
/// assert_eq!(bout.detective_view().candidates().len(), 23, "he can have come from anywhere");
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct Match {
    mr_x: MrXView,
}

impl Match {
    /// Begins a match.
    pub fn new(rules: Arc<Rules>, deal: &Deal) -> Match {
        Match { mr_x: MrXView::new(rules, deal) }
    }

    /// Goes on from a state in the middle, of which the detectives know the given candidates.
    pub(crate) fn from_middle(
        rules: Arc<Rules>,
        state: State,
        candidates: crate::StationSet,
    ) -> Match {
        let seen = DetectiveView::from_middle(rules, state.table, candidates);
        Match { mr_x: MrXView { seen, station: state.mr_x, path: vec![state.mr_x] } }
    }

    /// The rules of the match.
    pub fn rules(&self) -> &Rules {
        self.mr_x.rules()
    }

    /// The truth.
    pub fn state(&self) -> State {
        self.mr_x.state()
    }

    /// Who decides now, or how the match ended.
    pub fn turn(&self) -> Turn {
        self.mr_x.turn()
    }

    /// How the match ended, if it has.
    pub fn outcome(&self) -> Option<Outcome> {
        self.mr_x.table().outcome()
    }

    /// What the detectives know.
    pub fn detective_view(&self) -> &DetectiveView {
        &self.mr_x.seen
    }

    /// What Mr X knows.
    pub fn mr_x_view(&self) -> &MrXView {
        &self.mr_x
    }

    /// Plays a move after checking it.
    ///
    /// # Errors
    /// Says why the move is refused; the match is then unchanged.
    pub fn play(&mut self, mv: Move) -> Result<(), PlayError> {
        self.state().check(self.rules(), mv)?;
        match mv {
            Move::MrX(mv) => self.play_mr_x(mv),
            Move::Detective(mv) => self.play_detective(mv),
        }
        Ok(())
    }

    fn play_mr_x(&mut self, mv: MrXMove) {
        let rules = &self.mr_x.seen.rules_arc();
        let mut state = self.mr_x.state();
        let before = state.table.slots_used;
        state.play_mr_x(rules, mv);
        let caught = state.outcome() == Some(Outcome::Captured);
        let public = PublicMrXMove::from(mv).as_seen(rules, before, caught);
        self.mr_x.path.extend(mv.steps().map(|step| step.to));
        self.mr_x.station = state.mr_x;
        self.mr_x.seen.observe_mr_x(public, state.table);
    }

    fn play_detective(&mut self, mv: DetectiveMove) {
        let mut state = self.mr_x.state();
        state.play_detective(self.mr_x.rules(), mv);
        self.mr_x.seen.observe_detective(mv, state.table);
    }
}
