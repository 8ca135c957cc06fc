//! `person`: plays as people do, now with thought and now by a hunch, and never without common sense.
//!
//! Levels of strength are made of it: `care` is the share of moves that are thought through, by an agent that it is
//! given. The other moves are hunches, which err as people err: they misjudge where Mr X is, and do not look two moves
//! ahead. Common sense stands above both. `docs/reference/agents/person.md` has the details and the ladder.

mod hunch;
mod sense;
#[cfg(test)]
mod tests;
mod tickets;

use yard_core::{DetectiveMove, DetectiveView, Move, MrXMove, MrXView};

pub use tickets::rides_after;

use crate::agent::{Agent, AgentError, Detectives, MrX, SideType};
use crate::report::{RootMove, RootReport};
use crate::rng::Rng;

/// What common sense leaves out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Habits {
    /// All that people do not do: tickets last as long as they can, and nobody rides back without cause.
    All,
    /// Only what would leave a detective without a ride within a few rounds.
    Tickets,
}

/// Plays one side as people do.
pub struct Person<S: SideType> {
    care: f64,
    habits: Habits,
    thinker: Box<dyn Agent<S>>,
    /// Whether the last move was thought through.
    thought: bool,
}

impl<S: SideType> Person<S> {
    /// Makes the agent: this share of its moves, from 0 to 1, is what the thinker would do.
    pub fn new(care: f64, thinker: Box<dyn Agent<S>>) -> Person<S> {
        Person { care, habits: Habits::All, thinker, thought: false }
    }

    /// Gives it other habits.
    #[must_use]
    pub fn with_habits(self, habits: Habits) -> Person<S> {
        Person { habits, ..self }
    }

    /// What is left where neither thought nor hunch has a move that makes sense; there always is one.
    fn any<M: Copy>(moves: &[M]) -> Result<M, AgentError> {
        moves.first().copied().ok_or_else(|| AgentError::Unavailable("there is no move".to_owned()))
    }

    /// The thinker's move, or the one that it looked at most often of those that make sense.
    fn think<M: Copy + PartialEq + Into<Move>>(
        &mut self,
        moves: &[M],
        rng: &mut Rng,
        ask: impl FnOnce(&mut dyn Agent<S>, &mut Rng) -> Result<M, AgentError>,
    ) -> Result<Option<M>, AgentError> {
        // The number is drawn in any case, so that one move more or less changes nothing after it.
        self.thought = rng.unit() < self.care && moves.len() > 1;
        if !self.thought {
            return Ok(None);
        }
        let mv = ask(self.thinker.as_mut(), rng)?;
        if moves.contains(&mv) {
            return Ok(Some(mv));
        }
        let tried = self.thinker.root_moves();
        let visits = |mv: &M| tried.iter().find(|one| one.mv == (*mv).into()).map(|one| one.visits);
        let known = moves.iter().filter_map(|mv| Some((visits(mv)?, *mv)));
        // The first of several, so that the order of the moves decides and nothing else.
        Ok(known.rev().max_by_key(|(visits, _)| *visits).map(|(_, mv)| mv))
    }
}

impl Agent<Detectives> for Person<Detectives> {
    fn choose(&mut self, view: &DetectiveView, rng: &mut Rng) -> Result<DetectiveMove, AgentError> {
        let moves = sense::of_detectives(view, self.habits);
        let thought = self.think(&moves, rng, |thinker, rng| thinker.choose(view, rng))?;
        match thought.or_else(|| hunch::of_detectives(view, &moves, rng)) {
            Some(mv) => Ok(mv),
            None => Person::<Detectives>::any(&moves),
        }
    }

    fn begin(&mut self) {
        self.thinker.begin();
    }

    fn end(&mut self, view: &DetectiveView) {
        self.thinker.end(view);
    }

    fn root_report(&self) -> Option<RootReport> {
        self.thinker.root_report().filter(|_| self.thought)
    }

    fn root_moves(&self) -> Vec<RootMove> {
        if self.thought { self.thinker.root_moves() } else { Vec::new() }
    }

    fn ready(&mut self) -> Result<(), AgentError> {
        self.thinker.ready()
    }
}

impl Agent<MrX> for Person<MrX> {
    fn choose(&mut self, view: &MrXView, rng: &mut Rng) -> Result<MrXMove, AgentError> {
        let moves = sense::of_mr_x(view);
        let thought = self.think(&moves, rng, |thinker, rng| thinker.choose(view, rng))?;
        match thought.or_else(|| hunch::of_mr_x(view, &moves, rng)) {
            Some(mv) => Ok(mv),
            None => Person::<MrX>::any(&moves),
        }
    }

    fn begin(&mut self) {
        self.thinker.begin();
    }

    fn end(&mut self, view: &MrXView) {
        self.thinker.end(view);
    }

    fn root_report(&self) -> Option<RootReport> {
        self.thinker.root_report().filter(|_| self.thought)
    }

    fn root_moves(&self) -> Vec<RootMove> {
        if self.thought { self.thinker.root_moves() } else { Vec::new() }
    }

    fn ready(&mut self) -> Result<(), AgentError> {
        self.thinker.ready()
    }
}
