//! `expectimax`: the minimax seekers of Nijssen & Winands.
//!
//! Each detective searches for himself: his own plies maximise, Mr X's are chance, and his
//! colleagues stand still. `docs/agents/paranoid.md` has the formula, the decisions and what the
//! text leaves open.

mod search;

use yard_core::{DetectiveMove, DetectiveView};

use crate::agent::{Agent, AgentError, Detectives};
use crate::budget::Budget;
use crate::report::RootReport;
use crate::rng::Rng;

/// What can be set of [`Expectimax`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ExpectimaxConfig {
    /// What a move may cost; a node is one move made. Playouts count as nodes.
    pub budget: Budget,
    /// The most plies that are searched, Mr X's included.
    pub depth: u8,
}

impl Default for ExpectimaxConfig {
    /// Nijssen & Winands' second, in nodes.
    fn default() -> ExpectimaxConfig {
        ExpectimaxConfig { budget: Budget::Nodes(15_000), depth: 100 }
    }
}

/// Detectives who each come near to where Mr X may be.
#[derive(Clone, Debug, Default)]
pub struct Expectimax {
    config: ExpectimaxConfig,
    report: Option<RootReport>,
}

impl Expectimax {
    /// Makes the agent.
    pub fn new(config: ExpectimaxConfig) -> Expectimax {
        Expectimax { config, report: None }
    }
}

impl Agent<Detectives> for Expectimax {
    fn choose(&mut self, view: &DetectiveView, rng: &mut Rng) -> Result<DetectiveMove, AgentError> {
        let (mv, report) = search::choose(view, self.config, rng);
        self.report = report;
        Ok(mv)
    }

    fn root_report(&self) -> Option<RootReport> {
        self.report.clone()
    }
}
