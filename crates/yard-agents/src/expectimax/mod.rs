//! `expectimax`: the minimax seekers of Nijssen & Winands, and the search for Mr X that Mortimer & Colfer set
//! beside their own.
//!
//! Each detective searches for himself: his own plies maximise, Mr X's are chance, and his
//! colleagues stand still. Mr X's plies maximise, and each detective's are chance.
//! `docs/reference/agents/paranoid.md` has the formulas, the decisions and what the texts leave open.

mod mr_x;
mod search;

use yard_core::{DetectiveMove, DetectiveView, MrXMove, MrXView};

use crate::agent::{Agent, AgentError, Decide, Detectives, MrX, SideType};
use crate::budget::Budget;
use crate::paranoid::map::Map;
use crate::past::Past;
use crate::policy::{Policy, Reads};
use crate::report::RootReport;
use crate::rng::Rng;

/// The most rides of a detective that are looked at; no board of ours has as many.
const MOST_RIDES: usize = 3 * 254;

/// What Mr X expects of a detective.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Replies {
    /// He takes Mr X to be on one of his places, each equally likely, and comes as near to it as he can.
    #[default]
    Places,
    /// All his rides are equally likely.
    Random,
}

/// What can be set of [`Expectimax`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ExpectimaxConfig {
    /// What a move may cost; a node is one move made. Playouts count as nodes.
    pub budget: Budget,
    /// The most plies that are searched, those of the other side included.
    pub depth: u8,
    /// What Mr X expects of the detectives.
    pub replies: Replies,
}

impl Default for ExpectimaxConfig {
    /// Nijssen & Winands' second, in nodes.
    fn default() -> ExpectimaxConfig {
        ExpectimaxConfig { budget: Budget::Nodes(15_000), depth: 100, replies: Replies::Places }
    }
}

/// Detectives who each come near to where Mr X may be, or a Mr X who takes their rides as chance.
#[derive(Clone, Debug)]
pub struct Expectimax {
    config: ExpectimaxConfig,
    /// For Mr X, who makes its tables when he is first asked.
    map: Map,
    report: Option<RootReport>,
}

impl Default for Expectimax {
    fn default() -> Expectimax {
        Expectimax::new(ExpectimaxConfig::default())
    }
}

impl Expectimax {
    /// Makes the agent; it can play either side.
    pub fn new(config: ExpectimaxConfig) -> Expectimax {
        Expectimax { config, map: mr_x::new_map(), report: None }
    }
}

impl<S: SideType> Agent<S> for Expectimax
where
    Expectimax: Decide<S>,
{
    fn choose(&mut self, view: &S::View, rng: &mut Rng) -> Result<S::Move, AgentError> {
        Ok(self.decide(view, rng))
    }

    fn root_report(&self) -> Option<RootReport> {
        self.report.clone()
    }

    fn past(&self) -> Option<Past> {
        self.config.budget.past(Past::reading(Reads::Now))
    }
}

impl Decide<MrX> for Expectimax {
    fn decide(&mut self, view: &MrXView, _: &mut Rng) -> MrXMove {
        let (mv, report) = mr_x::choose(view, self.config, &mut self.map);
        self.report = report;
        mv
    }
}

impl Decide<Detectives> for Expectimax {
    fn decide(&mut self, view: &DetectiveView, rng: &mut Rng) -> DetectiveMove {
        let (mv, report) = search::choose(view, self.config, rng);
        self.report = report;
        mv
    }
}

/// Mr X's side draws nothing, unless a clock does; the detectives draw their guesses.
impl Policy<MrX> for Expectimax {
    fn chances(&mut self, view: &MrXView) -> Vec<(MrXMove, f64)> {
        vec![(mr_x::choose(view, self.config, &mut self.map).0, 1.0)]
    }

    fn reads(&self) -> Reads {
        Reads::Now
    }
}
