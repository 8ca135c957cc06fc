//! An agent with a stopwatch.

use std::time::Instant;

use yard_agents::{Agent, AgentError, Rng, RootReport, SideType};

/// What the searches of one agent took and did.
#[derive(Clone, Debug, Default)]
pub struct Searches {
    /// Seconds of each search, in order.
    pub seconds: Vec<f64>,
    /// Simulated games in all of them.
    pub playouts: u64,
    /// Moves made or positions looked at.
    pub nodes: u64,
}

impl Searches {
    /// Puts those of another agent after these.
    pub(super) fn append(&mut self, mut other: Searches) {
        self.seconds.append(&mut other.seconds);
        self.playouts += other.playouts;
        self.nodes += other.nodes;
    }

    /// Takes the shorter time of each search from a second run of the same searches.
    pub(super) fn keep_shortest(&mut self, other: &Searches) {
        for (mine, theirs) in self.seconds.iter_mut().zip(&other.seconds) {
            *mine = mine.min(*theirs);
        }
    }
}

/// Plays as the agent within, and measures those of its answers for which it searched.
pub(super) struct Timed<S: SideType> {
    agent: Box<dyn Agent<S>>,
    pub(super) searches: Searches,
}

impl<S: SideType> Timed<S> {
    pub(super) fn new(agent: Box<dyn Agent<S>>) -> Timed<S> {
        Timed { agent, searches: Searches::default() }
    }
}

impl<S: SideType> Agent<S> for Timed<S> {
    #[expect(clippy::disallowed_methods, reason = "a benchmark needs a clock")]
    fn choose(&mut self, view: &S::View, rng: &mut Rng) -> Result<S::Move, AgentError> {
        let begin = Instant::now();
        let mv = self.agent.choose(view, rng);
        let seconds = begin.elapsed().as_secs_f64();
        if let Some(RootReport { playouts, nodes, .. }) = self.agent.root_report() {
            self.searches.seconds.push(seconds);
            self.searches.playouts += playouts;
            self.searches.nodes += nodes;
        }
        mv
    }

    fn begin(&mut self) {
        self.agent.begin();
    }

    fn end(&mut self, view: &S::View) {
        self.agent.end(view);
    }

    fn ready(&mut self) -> Result<(), AgentError> {
        self.agent.ready()
    }
}
