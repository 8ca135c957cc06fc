//! One game as a row of single decisions.

use std::sync::Arc;

use yard_agents::Seed;
use yard_core::{
    DetectiveId, DetectiveMove, Game, Move, MrXMove, PlayError, PublicState, Rules, Side, Step,
    Turn,
};

use crate::actions::{Action, Actions};

/// Who decides.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EnvAgent {
    /// Mr X.
    MrX,
    /// One of the detectives.
    Detective(DetectiveId),
}

impl EnvAgent {
    /// 0 for Mr X, and the number of a detective.
    #[must_use]
    pub fn number(self) -> u8 {
        match self {
            EnvAgent::MrX => 0,
            EnvAgent::Detective(id) => id.number(),
        }
    }

    /// On which side the agent plays.
    #[must_use]
    pub fn side(self) -> Side {
        match self {
            EnvAgent::MrX => Side::MrX,
            EnvAgent::Detective(_) => Side::Detectives,
        }
    }
}

/// Why an action is refused. The environment is then unchanged.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ActError {
    /// No action has this number.
    #[error("there is no action {number}; actions are 0 to {last}")]
    NoAction {
        /// The number.
        number: i64,
        /// The highest number.
        last: usize,
    },
    /// The rules forbid it now; the mask says so, too.
    #[error("action {number} is not legal now")]
    Illegal {
        /// The number.
        number: usize,
    },
    /// The game has ended.
    #[error("the game is over")]
    Over,
}

/// How far a double move has come.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Pending {
    /// There is none.
    Nothing,
    /// The first step is to be chosen.
    First,
    /// The first step is chosen, the second is not.
    Second(Step),
}

/// One game as a row of single decisions, each a number out of [`Actions`].
///
/// In any order the detectives are asked by number; one who waits is asked again after the next move
/// of a colleague, or when everybody has waited.
#[derive(Clone, Debug)]
pub struct Env {
    game: Game,
    actions: Actions,
    pending: Pending,
    /// Bit n: detective n + 1 lets the others go first.
    waiting: u8,
}

impl Env {
    /// A new game; all of its chance comes from the seed.
    #[must_use]
    pub fn new(rules: Arc<Rules>, seed: Seed) -> Env {
        let deal = rules.deal(&mut seed.stream("deal"));
        let actions = Actions::new(rules.board());
        Env { game: Game::new(rules, &deal), actions, pending: Pending::Nothing, waiting: 0 }
    }

    /// Goes on with a game.
    #[must_use]
    pub fn from_game(game: Game) -> Env {
        let actions = Actions::new(game.rules().board());
        Env { game, actions, pending: Pending::Nothing, waiting: 0 }
    }

    /// A new game under the same rules.
    pub fn reset(&mut self, seed: Seed) {
        let rules = Arc::clone(self.game.detective_view().rules_arc());
        let deal = rules.deal(&mut seed.stream("deal"));
        self.game = Game::new(rules, &deal);
        self.pending = Pending::Nothing;
        self.waiting = 0;
    }

    /// The game itself: the truth, for referees and simulations.
    #[must_use]
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// The set of actions.
    #[must_use]
    pub fn actions(&self) -> Actions {
        self.actions
    }

    /// Who won, if the game is over.
    #[must_use]
    pub fn winner(&self) -> Option<Side> {
        self.game.outcome().map(|outcome| outcome.winner())
    }

    /// Who decides now; `None` when the game is over.
    #[must_use]
    #[inline]
    pub fn agent(&self) -> Option<EnvAgent> {
        match self.game.turn() {
            Turn::MrX => Some(EnvAgent::MrX),
            Turn::Detective(id) => Some(EnvAgent::Detective(id)),
            Turn::Team => {
                let public = self.game.detective_view().public();
                let mut ready = ready(public, self.game.rules());
                let asked = ready.clone().find(|id| self.waiting >> id.index() & 1 == 0);
                asked.or_else(|| ready.next()).map(EnvAgent::Detective)
            }
            Turn::Over(_) => None,
        }
    }

    /// The stage of Mr X's double move: 0 none, 1 the first step is to be chosen, 2 the second; and the
    /// first step, once chosen. This is for Mr X's eyes only.
    #[must_use]
    pub fn double_stage(&self) -> (u8, Option<Step>) {
        match self.pending {
            Pending::Nothing => (0, None),
            Pending::First => (1, None),
            Pending::Second(first) => (2, Some(first)),
        }
    }

    /// What Mr X has begun and nobody else knows: a line about a double move under way, or nothing.
    #[must_use]
    pub fn begun_by_mr_x(&self) -> String {
        match self.pending {
            Pending::Nothing => String::new(),
            Pending::First => "# a double move\n".to_owned(),
            Pending::Second(first) => {
                format!("# a double move, {}{} first\n", first.ticket.letter(), first.to)
            }
        }
    }

    /// The detectives who wait. Only the detectives know.
    pub fn waiting(&self) -> impl Iterator<Item = DetectiveId> {
        let waiting = self.waiting;
        DetectiveId::ALL.into_iter().filter(move |id| waiting >> id.index() & 1 == 1)
    }

    /// Who of the detectives waits: a line, or nothing. Only the detectives know.
    #[must_use]
    pub fn begun_by_detectives(&self) -> String {
        let waiting: Vec<String> = self.waiting().map(|id| id.to_string()).collect();
        match waiting.is_empty() {
            true => String::new(),
            false => format!("# waiting: {}\n", waiting.join(" ")),
        }
    }

    /// Calls `take` with every legal action of the agent to move. No action is told twice.
    #[inline]
    pub fn legal(&self, mut take: impl FnMut(Action)) {
        let rules = self.game.rules();
        match self.agent() {
            None => {}
            Some(EnvAgent::MrX) => self.legal_mr_x(rules, take),
            Some(EnvAgent::Detective(id)) => {
                let public = self.game.detective_view().public();
                let mut any = false;
                for step in public.rides(rules, id) {
                    any = true;
                    take(Action::Go(step));
                }
                if !any {
                    take(Action::Pass);
                } else if self.may_wait(id) {
                    take(Action::Wait);
                }
            }
        }
    }

    #[inline]
    fn legal_mr_x(&self, rules: &Rules, mut take: impl FnMut(Action)) {
        let state = self.game.state();
        match self.pending {
            Pending::Nothing => {
                for mv in state.mr_x_moves(rules) {
                    match mv {
                        MrXMove::Single(step) => take(Action::Go(step)),
                        // Singles come first, so all of them have been told.
                        MrXMove::Double(..) => return take(Action::Double),
                    }
                }
            }
            Pending::First => {
                let mut last = None;
                for mv in state.mr_x_moves(rules) {
                    if let MrXMove::Double(first, _) = mv
                        && last != Some(first)
                    {
                        last = Some(first);
                        take(Action::Go(first));
                    }
                }
            }
            Pending::Second(first) => {
                let public = state.public();
                for step in public.lines_after(rules, first) {
                    if !public.is_occupied(step.to) {
                        take(Action::Go(*step));
                    }
                }
            }
        }
    }

    /// Tells whether a detective may let others go first: in any order, if some colleague has yet to
    /// move, can, and has not waited himself.
    fn may_wait(&self, id: DetectiveId) -> bool {
        let public = self.game.detective_view().public();
        self.game.turn() == Turn::Team
            && self.waiting >> id.index() & 1 == 0
            && ready(public, self.game.rules())
                .any(|other| other != id && self.waiting >> other.index() & 1 == 0)
    }

    /// Takes an action for the agent to move.
    ///
    /// # Errors
    /// When it is not legal; nothing has changed then.
    pub fn act(&mut self, number: usize) -> Result<(), ActError> {
        let last = self.actions.len() - 1;
        let none = || ActError::NoAction { number: number as i64, last };
        let action = self.actions.action(number).ok_or_else(none)?;
        let agent = self.agent().ok_or(ActError::Over)?;
        let illegal = ActError::Illegal { number };
        match (agent, action) {
            (EnvAgent::MrX, Action::Double) => self.begin_double(illegal),
            (EnvAgent::MrX, Action::Go(step)) => self.go_mr_x(step, illegal),
            (EnvAgent::MrX, Action::Pass | Action::Wait) => Err(illegal),
            (EnvAgent::Detective(by), Action::Go(step)) => {
                self.play_detective(DetectiveMove::Ride { by, step }, illegal)
            }
            (EnvAgent::Detective(by), Action::Pass) => {
                self.play_detective(DetectiveMove::Pass { by }, illegal)
            }
            (EnvAgent::Detective(id), Action::Wait) => match self.may_wait(id) {
                true => {
                    self.waiting |= 1 << id.index();
                    Ok(())
                }
                false => Err(illegal),
            },
            (EnvAgent::Detective(_), Action::Double) => Err(illegal),
        }
    }

    /// Plays a whole move, as an agent that knows nothing of actions does.
    ///
    /// # Errors
    /// When it is not legal; nothing has changed then.
    pub fn play(&mut self, mv: Move) -> Result<(), PlayError> {
        self.game.play(mv)?;
        self.pending = Pending::Nothing;
        self.waiting = 0;
        Ok(())
    }

    fn begin_double(&mut self, illegal: ActError) -> Result<(), ActError> {
        let mut may = false;
        self.legal(|action| may |= action == Action::Double);
        if !may {
            return Err(illegal);
        }
        self.pending = Pending::First;
        Ok(())
    }

    fn go_mr_x(&mut self, step: Step, illegal: ActError) -> Result<(), ActError> {
        let mv = match self.pending {
            Pending::Nothing => MrXMove::Single(step),
            Pending::First => {
                let mut may = false;
                self.legal(|action| may |= action == Action::Go(step));
                if !may {
                    return Err(illegal);
                }
                self.pending = Pending::Second(step);
                return Ok(());
            }
            Pending::Second(first) => MrXMove::Double(first, step),
        };
        self.game.play(Move::from(mv)).map_err(|_| illegal)?;
        self.pending = Pending::Nothing;
        Ok(())
    }

    fn play_detective(&mut self, mv: DetectiveMove, illegal: ActError) -> Result<(), ActError> {
        self.game.play(Move::from(mv)).map_err(|_| illegal)?;
        self.waiting = 0;
        Ok(())
    }
}

/// The detectives who have yet to move and can, by number.
fn ready<'a>(
    public: &'a PublicState,
    rules: &'a Rules,
) -> impl Iterator<Item = DetectiveId> + Clone + 'a {
    let ids = DetectiveId::ALL.into_iter().take(rules.detectives().into());
    ids.filter(move |id| !public.has_moved(*id) && public.can_ride(rules, *id))
}
