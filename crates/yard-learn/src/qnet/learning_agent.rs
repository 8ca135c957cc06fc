//! Query networks at the table: agents that play by them and keep what they decided.

use yard_agents::{Agent, AgentError, Detectives, MrX, Rng};
use yard_core::{DetectiveId, DetectiveMove, DetectiveView, MrXMove, MrXView};

use super::asker::Asker;
use super::plan::Models;
use crate::net::{Entry, Network};

/// One decision of a learner.
#[derive(Clone, PartialEq, Debug)]
pub struct Decision {
    /// The observation with the chosen move.
    pub row: Vec<Entry>,
    /// The round, counted from 1.
    pub round: u8,
    /// The detective; `None` for Mr X.
    pub by: Option<DetectiveId>,
}

/// A side that learns.
#[derive(Debug)]
pub struct QuerySide<'a> {
    networks: &'a [Network],
    models: Models,
    /// The chance of a random move.
    epsilon: f64,
    /// Whether decisions are kept.
    keeps: bool,
    asker: Asker,
    kept: Vec<Decision>,
}

impl<'a> QuerySide<'a> {
    /// Makes the learner.
    pub fn new(
        networks: &'a [Network],
        models: Models,
        epsilon: f64,
        keeps: bool,
    ) -> QuerySide<'a> {
        QuerySide { networks, models, epsilon, keeps, asker: Asker::default(), kept: Vec::new() }
    }

    /// What was decided, in order.
    pub fn into_decisions(self) -> Vec<Decision> {
        self.kept
    }

    fn keep(&mut self, chosen: usize, round: u8, by: Option<DetectiveId>) {
        if self.keeps {
            self.kept.push(Decision { row: self.asker.row(chosen).collect(), round, by });
        }
    }
}

impl Agent<MrX> for QuerySide<'_> {
    fn choose(&mut self, view: &MrXView, rng: &mut Rng) -> Result<MrXMove, AgentError> {
        let (mv, chosen) = self.asker.mr_x(self.networks, view, (self.epsilon, rng));
        self.keep(chosen, view.public().slots_used() + 1, None);
        Ok(mv)
    }
}

impl Agent<Detectives> for QuerySide<'_> {
    fn choose(&mut self, view: &DetectiveView, rng: &mut Rng) -> Result<DetectiveMove, AgentError> {
        let networks = (self.networks, self.models);
        let (mv, chosen) = self.asker.detective(networks, view, (self.epsilon, rng));
        if let Some(chosen) = chosen {
            self.keep(chosen, view.public().slots_used(), Some(mv.by()));
        }
        Ok(mv)
    }
}
