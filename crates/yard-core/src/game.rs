//! One game: the truth and both views, kept together move by move.

use std::sync::Arc;

use crate::error::PlayError;
use crate::moves::{DetectiveMove, Move, MrXMove, PublicMrXMove};
use crate::public_state::{Outcome, Turn};
use crate::rules::{Deal, Rules};
use crate::state::State;
use crate::view::{DetectiveView, MrXView};

/// One game from the deal on: the truth, and what each side knows of it.
///
/// ```
/// use std::sync::Arc;
/// use yard_core::{presets, Deal, Game, Station};
/// let rules = Arc::new(presets::rules("grid5").unwrap());
/// let at = |n| Station::new(n).unwrap();
/// let deal = Deal { mr_x: at(13), detectives: [at(1), at(25)].into_iter().collect() };
/// let mut game = Game::new(rules, &deal);
/// let mv = game.state().moves(game.rules()).next().unwrap();
/// game.play(mv).unwrap();
/// assert_eq!(game.detective_view().candidates().len(), 23, "he can have come from anywhere");
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct Game {
    mr_x: MrXView,
}

impl Game {
    /// Begins a game.
    #[must_use]
    pub fn new(rules: Arc<Rules>, deal: &Deal) -> Game {
        Game { mr_x: MrXView::new(rules, deal) }
    }

    /// Goes on from a state in the middle, of which the detectives know the given candidates.
    pub(crate) fn from_middle(
        rules: Arc<Rules>,
        state: State,
        candidates: crate::StationSet,
    ) -> Game {
        let seen = DetectiveView::from_middle(rules, state.public, candidates);
        Game { mr_x: MrXView { seen, station: state.mr_x, path: vec![state.mr_x] } }
    }

    /// A game that begins from a setup, of which the detectives know the view.
    pub(crate) fn of_setup(view: DetectiveView, mr_x: crate::Station) -> Game {
        Game { mr_x: MrXView::assume(view, mr_x) }
    }

    /// The rules of the game.
    #[must_use]
    pub fn rules(&self) -> &Rules {
        self.mr_x.rules()
    }

    /// The truth.
    #[must_use]
    pub fn state(&self) -> State {
        self.mr_x.state()
    }

    /// Who decides now, or how the game ended.
    #[must_use]
    pub fn turn(&self) -> Turn {
        self.mr_x.turn()
    }

    /// How the game ended, if it has.
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        self.mr_x.public().outcome()
    }

    /// What the detectives know.
    #[must_use]
    pub fn detective_view(&self) -> &DetectiveView {
        &self.mr_x.seen
    }

    /// What Mr X knows.
    #[must_use]
    pub fn mr_x_view(&self) -> &MrXView {
        &self.mr_x
    }

    /// Plays a move after checking it.
    ///
    /// # Errors
    /// Says why the move is refused; the game is then unchanged.
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
        let before = state.public.slots_used;
        state.play_mr_x(rules, mv);
        let caught = state.outcome() == Some(Outcome::Captured);
        let public = PublicMrXMove::from(mv).as_seen(rules, before, caught);
        self.mr_x.path.extend(mv.steps().map(|step| step.to));
        self.mr_x.station = state.mr_x;
        self.mr_x.seen.observe_mr_x(public, state.public);
    }

    fn play_detective(&mut self, mv: DetectiveMove) {
        let mut state = self.mr_x.state();
        state.play_detective(self.mr_x.rules(), mv);
        self.mr_x.seen.observe_detective(mv, state.public);
    }
}
