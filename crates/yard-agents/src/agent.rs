//! The agent trait: a side is a type, and binds what is seen to what is done.

use yard_core::{DetectiveMove, DetectiveView, MrXMove, MrXView};

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

/// Chooses moves for one side.
///
/// An agent of the detectives gets a view without Mr X's station; the compiler refuses the other:
///
/// ```
/// use yard_agents::{Agent, Detectives, RandomAgent};
/// let agent: Box<dyn Agent<Detectives>> = Box::new(RandomAgent);
/// fn ask(agent: &mut dyn Agent<Detectives>, view: &yard_core::DetectiveView, rng: &mut yard_agents::Rng) {
///     agent.choose(view, rng);
/// }
/// ```
/// ```compile_fail
/// use yard_agents::{Agent, Detectives, RandomAgent};
/// let agent: Box<dyn Agent<Detectives>> = Box::new(RandomAgent);
/// fn ask(agent: &mut dyn Agent<Detectives>, view: &yard_core::MrXView, rng: &mut yard_agents::Rng) {
///     agent.choose(view, rng);
/// }
/// ```
pub trait Agent<S: SideType>: Send {
    /// Returns a legal move of the view, which has at least one.
    ///
    /// The answer may depend on the arguments and on `self` alone; an agent that has a budget
    /// holds it. It is called once for each ply of its side.
    fn choose(&mut self, view: &S::View, rng: &mut Rng) -> S::Move;

    /// Is told that a new game begins; what it remembers of the last one is stale.
    fn begin(&mut self) {}

    /// Is told how the game ended. Where the view is not over, the side whose turn it is has lost
    /// by a foul.
    fn end(&mut self, _view: &S::View) {}

    /// Says why the last [`choose`](Agent::choose) gave no answer of its own, if it did not.
    ///
    /// An agent that thinks in this process has no such reason. One that asks somebody else may be
    /// left without an answer; it then returns any legal move, which is not played.
    fn failed(&mut self) -> Option<String> {
        None
    }

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

    /// Makes sure that the agent can play at all, before a series is begun.
    ///
    /// # Errors
    /// Says why it cannot.
    fn ready(&mut self) -> Result<(), String> {
        Ok(())
    }
}
