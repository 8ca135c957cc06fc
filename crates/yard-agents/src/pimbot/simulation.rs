//! One simulated game: what is kept along it besides the state, and the playout that ends it.

use yard_core::{DetectiveId, DetectiveMove, MrXMove, Outcome, State, Turn};

use super::candidates::{SimulatedCandidates, draw};
use super::history::{MoveCode, MoveLog, code_of_detective, code_of_mr_x};
use super::policy::{PlayoutContext, detective_move, guess, mr_x_move, next_detective};
use crate::rng::FastRng;

/// How a simulated game ended, and which detective moved last.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Ending {
    /// How it ended; `None` where the playout was cut.
    pub(super) outcome: Option<Outcome>,
    /// Who made the last move of the detectives, where one was made.
    pub(super) last: Option<DetectiveId>,
}

/// A simulated game, in the tree and below it. Its memory is kept from game to game.
#[derive(Clone, Debug)]
pub(super) struct Simulation {
    /// Where Mr X can be, as the detectives see it, while a policy needs it.
    pub(super) candidates: SimulatedCandidates,
    /// The detective who moved last, if it was not Mr X: his own step onto a detective (rule 4.9) is
    /// nobody's capture.
    last: Option<DetectiveId>,
    /// Every move, for Progressive History.
    log: MoveLog,
}

impl Simulation {
    /// One that has not begun.
    pub(super) fn new() -> Simulation {
        Simulation { candidates: SimulatedCandidates::new(), last: None, log: MoveLog::new() }
    }

    /// Begins anew.
    #[inline]
    pub(super) fn begin(&mut self, candidates: yard_core::Candidates) {
        self.candidates.reset(candidates);
        self.last = None;
        self.log.clear();
    }

    /// The moves so far.
    pub(super) fn log(&self) -> &[MoveCode] {
        &self.log
    }

    /// Plays and logs a move of Mr X.
    // Always inlined, like its twin below: left to the compiler, a search needs 3 % more instructions.
    #[inline(always)]
    pub(super) fn play_mr_x(
        &mut self,
        context: &PlayoutContext<'_>,
        state: &mut State,
        mv: MrXMove,
        chance: &mut FastRng,
    ) {
        let PlayoutContext { rules, policies, .. } = context;
        if policies.need_candidates() {
            self.candidates.mr_x_moved(rules, state.public(), mv);
        }
        if policies.assume_station() {
            let public = state.public();
            match policies.believe() {
                true => self.candidates.follow(
                    rules,
                    public,
                    mv,
                    |set, chance| guess(context, public, set, chance),
                    chance,
                ),
                false => self.candidates.follow(rules, public, mv, draw, chance),
            }
        }
        self.log.push(code_of_mr_x(mv));
        state.play_mr_x(rules, mv);
        self.last = None;
    }

    /// Plays and logs a move of a detective.
    #[inline(always)]
    pub(super) fn play_detective(
        &mut self,
        context: &PlayoutContext<'_>,
        state: &mut State,
        mv: DetectiveMove,
    ) {
        self.log.push(code_of_detective(mv));
        state.play_detective(context.rules, mv);
        if let DetectiveMove::Ride { step, .. } = mv
            && context.policies.need_candidates()
        {
            self.candidates.detective_moved(context.rules.board(), step.to);
        }
        self.last = Some(mv.by());
    }

    /// Lets the detective whose turn it is move by the team's policy.
    #[inline]
    pub(super) fn reply(
        &mut self,
        context: &PlayoutContext<'_>,
        state: &mut State,
        chance: &mut FastRng,
    ) {
        let Some(by) = next_detective(context.rules, state.public()) else {
            unreachable!("it is somebody's turn among the detectives");
        };
        let mv = detective_move(context, state, by, &mut self.candidates, chance);
        self.play_detective(context, state, mv);
    }

    /// Plays by the policies of both sides: to the end, or until Mr X has used so many slots and it is his turn.
    /// Allocates nothing.
    pub(super) fn playout(
        &mut self,
        context: &PlayoutContext<'_>,
        state: &mut State,
        until: u8,
        chance: &mut FastRng,
    ) -> Ending {
        loop {
            match state.turn() {
                Turn::MrX => {
                    if state.public().slots_used() >= until {
                        return Ending { outcome: None, last: self.last };
                    }
                    let mv = mr_x_move(context, state, chance);
                    self.play_mr_x(context, state, mv, chance);
                }
                Turn::Detective(_) | Turn::Team => self.reply(context, state, chance),
                Turn::Over(outcome) => {
                    return Ending { outcome: Some(outcome), last: self.last };
                }
            }
        }
    }
}
