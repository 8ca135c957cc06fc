//! The agent trait: a side is a type, and binds what is seen to what is done.

use yard_core::{DetectiveMove, DetectiveView, MrXMove, MrXView, Station};

use crate::past::Past;
use crate::report::{RootMove, RootReport};
use crate::rng::Rng;

mod sealed {
    pub trait Sealed {}
    impl Sealed for super::MrX {}
    impl Sealed for super::Detectives {}
}

/// One of the two sides, bound at compile time to what it sees and does.
pub trait SideType: sealed::Sealed {
    /// What this side knows.
    type View;
    /// What this side does.
    type Move;
}

/// The side of Mr X.
#[derive(Clone, Copy, Debug)]
pub enum MrX {}

/// The side of the detectives.
#[derive(Clone, Copy, Debug)]
pub enum Detectives {}

impl SideType for MrX {
    type View = MrXView;
    type Move = MrXMove;
}

impl SideType for Detectives {
    type View = DetectiveView;
    type Move = DetectiveMove;
}

/// Why an agent has no move.
///
/// Each text names the culprit and says what it did, so that it can be shown as it is.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum AgentError {
    /// A program outside this process did not answer: it cannot be started, has ended, took too long or sent
    /// something that is no answer.
    #[error("{0}")]
    NoAnswer(String),
    /// The answer of a program outside this process is not a legal move.
    #[error("{0}")]
    IllegalAnswer(String),
    /// What the agent plays by cannot be had: a solved game, a table or a network.
    #[error("{0}")]
    Unavailable(String),
}

/// Chooses moves for one side, and always has one: what agents of this crate do before they become an [`Agent`].
///
/// An agent that plays either side has this twice, and the rest of [`Agent`] once for both.
pub(crate) trait Decide<S: SideType> {
    /// Returns a legal move of the view, which has at least one.
    fn decide(&mut self, view: &S::View, rng: &mut Rng) -> S::Move;
}

/// Chooses moves for one side.
///
/// An agent of the detectives gets a view without Mr X's station; the compiler refuses the other:
///
/// ```
/// use yard_agents::{Agent, Detectives, RandomAgent};
/// let agent: Box<dyn Agent<Detectives>> = Box::new(RandomAgent);
/// fn ask(agent: &mut dyn Agent<Detectives>, view: &yard_core::DetectiveView, rng: &mut yard_agents::Rng) {
///     println!("{:?}", agent.choose(view, rng));
/// }
/// ```
/// ```compile_fail
/// use yard_agents::{Agent, Detectives, RandomAgent};
/// let agent: Box<dyn Agent<Detectives>> = Box::new(RandomAgent);
/// fn ask(agent: &mut dyn Agent<Detectives>, view: &yard_core::MrXView, rng: &mut yard_agents::Rng) {
///     println!("{:?}", agent.choose(view, rng));
/// }
/// ```
pub trait Agent<S: SideType>: Send {
    /// Returns a legal move of the view, which has at least one.
    ///
    /// The answer may depend on the arguments and on `self` alone; an agent that has a budget
    /// holds it. It is called once for each ply of its side.
    ///
    /// # Errors
    /// Says why it has no move. An agent that thinks in this process always has one; one that asks
    /// somebody else, or looks its moves up, may be left without.
    fn choose(&mut self, view: &S::View, rng: &mut Rng) -> Result<S::Move, AgentError>;

    /// Is told that a new game begins; what it remembers of the last one is stale.
    fn begin(&mut self) {}

    /// Is told, when the game is over and before [`end`](Agent::end), where Mr X was: his start and his station after
    /// each log slot. Now both sides may know.
    fn told_way(&mut self, _way: &[Station]) {}

    /// Is told how the game ended. Where the view is not over, the side whose turn it is has lost
    /// by a foul.
    fn end(&mut self, _view: &S::View) {}

    /// Tells what the last [`choose`](Agent::choose) found at the root of its search.
    ///
    /// `None` when it has not searched: it drew its answer, or follows a plan made before. It is for
    /// benchmarks and checksums and must change nothing.
    fn root_report(&self) -> Option<RootReport> {
        None
    }

    /// What the last [`choose`](Agent::choose) thinks of the moves it has looked at, for people who want
    /// to learn; empty for an agent that does not count wins. It must change nothing.
    fn root_moves(&self) -> Vec<RootMove> {
        Vec::new()
    }

    /// What of the past an answer depends on; `None` where nobody can tell, as with a time for each move or a
    /// program outside this process.
    fn past(&self) -> Option<Past> {
        None
    }

    /// Makes sure that the agent can play at all, before a series is begun.
    ///
    /// # Errors
    /// Says why it cannot.
    fn ready(&mut self) -> Result<(), AgentError> {
        Ok(())
    }
}
