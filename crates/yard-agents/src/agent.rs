//! The agent trait: a side is a type, and binds what is seen to what is done.

use yard_core::{DetectiveMove, DetectiveView, MrXMove, MrXView};

use crate::rng::Rng;

mod sealed {
    pub trait Sealed {}
    impl Sealed for super::MrX {}
    impl Sealed for super::Detectives {}
}

/// One of the two sides, bound at compile time to what it sees and does.
pub trait Side: sealed::Sealed {
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

impl Side for MrX {
    type View = MrXView;
    type Move = MrXMove;
}

impl Side for Detectives {
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
pub trait Agent<S: Side>: Send {
    /// Returns a legal move of the view, which has at least one.
    ///
    /// The answer may depend on the arguments and on `self` alone; an agent that has a budget
    /// holds it. It is called once for each ply of its side.
    fn choose(&mut self, view: &S::View, rng: &mut Rng) -> S::Move;

    /// Is told that a new match begins; what it remembers of the last one is stale.
    fn begin(&mut self) {}
}
