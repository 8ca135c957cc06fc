//! Best responses by search: an agent that plays against one certain other, which it may ask.
//!
//! `team` is Mr X's search against detectives: he knows everything, so every answer of theirs can be had by
//! asking a copy of them (`team_model`). `hunt` is the detectives' search against Mr X: `posterior` has how
//! likely he is where, since a copy of him tells what he does on every station (`hidden_model`). Copies draw
//! from streams of their own, never from those of the game. What the responder wins in fresh games is a lower
//! bound of what a best response wins. `docs/research/exploitability.md` has the method and its calibration.

mod hidden_model;
mod hunt;
mod line;
mod posterior;
mod public_tree;
mod team;
mod team_model;

#[cfg(test)]
mod tests;

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use yard_core::{Rules, Side};

use crate::agent::{Agent, Detectives, MrX};
use crate::factory::{AgentFactory, FactoryError};
use hidden_model::HiddenModel;
use hunt::Hunt;
use team::TeamResponse;
use team_model::TeamModel;

/// What a responder may spend.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RespondConfig {
    /// Simulated games for each decision.
    pub playouts: u32,
    /// Questions to the other side in a game.
    pub questions: u64,
    /// Answers to each question that are drawn from an agent which cannot tell its chances.
    pub samples: u32,
    /// Playouts behind each estimate of a position that is not searched further.
    pub leaf: u32,
}

impl Default for RespondConfig {
    fn default() -> RespondConfig {
        RespondConfig { playouts: 400, questions: 20_000, samples: 8, leaf: 60 }
    }
}

/// Makes responders to one agent.
#[derive(Clone)]
pub struct Responder {
    against: Arc<dyn AgentFactory>,
    config: RespondConfig,
    asked: Arc<AtomicU64>,
}

impl Responder {
    /// Responds to the agents of a factory.
    pub fn new(against: Arc<dyn AgentFactory>, config: RespondConfig) -> Responder {
        Responder { against, config, asked: Arc::default() }
    }

    /// Questions that its agents have asked so far in all games.
    pub fn asked(&self) -> u64 {
        self.asked.load(Ordering::Relaxed)
    }
}

impl Responder {
    /// The name against an opponent of some name.
    fn against(&self, name: &str) -> String {
        let RespondConfig { playouts, questions, samples, leaf } = self.config;
        format!(
            "response[{name}]:playouts={playouts},questions={questions},samples={samples},leaf={leaf}"
        )
    }
}

impl AgentFactory for Responder {
    fn name(&self) -> String {
        self.against(&self.against.name())
    }

    fn mr_x(&self, rules: &Arc<Rules>) -> Result<Box<dyn Agent<MrX>>, FactoryError> {
        let model = TeamModel::new(self.against.detectives(rules)?, Arc::clone(&self.asked));
        Ok(Box::new(TeamResponse::new(model, self.config)))
    }

    fn detectives(&self, rules: &Arc<Rules>) -> Result<Box<dyn Agent<Detectives>>, FactoryError> {
        let model = HiddenModel::new(
            self.against.mr_x(rules)?,
            self.against.mr_x_policy(rules)?,
            self.config.samples,
            Arc::clone(&self.asked),
        );
        Ok(Box::new(Hunt::new(rules, model, self.config)))
    }

    fn plays_as(&self, side: Side, rules: &Rules) -> String {
        let other = match side {
            Side::MrX => Side::Detectives,
            Side::Detectives => Side::MrX,
        };
        self.against(&self.against.plays_as(other, rules))
    }

    fn files(&self) -> Vec<PathBuf> {
        self.against.files()
    }
}
