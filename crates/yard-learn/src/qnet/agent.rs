//! `qnet`: asks its network about every legal move and plays the best.

use std::sync::Arc;

use yard_agents::{Agent, AgentError, Detectives, MrX, Rng, RootReport};
use yard_core::{DetectiveMove, DetectiveView, MrXMove, MrXView, Rules, Side};

use super::asker::Asker;
use super::observe::{MR_X_INPUTS, QUERY_INPUTS, supports};
use super::plan::Models;
use crate::model::Model;

/// Why a model cannot play.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum QnetError {
    /// The rules are not like `dash`.
    #[error("it plays `dash` and rules like it only, not {0}")]
    Rules(String),
    /// The model is for the other side.
    #[error("the model plays {0}")]
    Side(Side),
    /// The model has other inputs, or another number of networks.
    #[error("the model is not one for London: {0} inputs")]
    Shape(usize),
}

/// The agent.
#[derive(Clone, Debug)]
pub struct QnetAgent {
    model: Arc<Model>,
    models: Models,
    asker: Asker,
}

impl QnetAgent {
    /// Looks at the rules alone.
    ///
    /// # Errors
    /// When they are not like `dash`.
    pub fn check_rules(rules: &Rules) -> Result<(), QnetError> {
        if supports(rules) { Ok(()) } else { Err(QnetError::Rules(rules.name().to_owned())) }
    }

    /// Makes the agent for one side.
    ///
    /// # Errors
    /// When the model does not fit the rules or the side.
    pub fn new(model: Arc<Model>, rules: &Rules, side: Side) -> Result<QnetAgent, QnetError> {
        QnetAgent::check_rules(rules)?;
        let info = &model.info;
        if info.side != side {
            return Err(QnetError::Side(info.side));
        }
        let models = Models::ALL.into_iter().find(|one| one.observation() == info.observation);
        let models = models.unwrap_or_default();
        let (inputs, count) = match side {
            Side::MrX => (MR_X_INPUTS + QUERY_INPUTS, 1),
            Side::Detectives => models.networks(),
        };
        let fits =
            |shape: &crate::net::Architecture| shape.inputs() == inputs && shape.outputs() == 1;
        if info.networks.len() != count || !info.networks.iter().all(fits) {
            return Err(QnetError::Shape(info.networks.first().map_or(0, |shape| shape.inputs())));
        }
        Ok(QnetAgent { model, models, asker: Asker::default() })
    }

    fn report(&self) -> Option<RootReport> {
        let value = f64::from(self.asker.value()?);
        Some(RootReport { visits: Vec::new(), value, playouts: 0, nodes: 1 })
    }
}

impl Agent<MrX> for QnetAgent {
    fn choose(&mut self, view: &MrXView, rng: &mut Rng) -> Result<MrXMove, AgentError> {
        Ok(self.asker.mr_x(&self.model.networks, view, (0.0, rng)).0)
    }

    fn root_report(&self) -> Option<RootReport> {
        self.report()
    }
}

impl Agent<Detectives> for QnetAgent {
    fn choose(&mut self, view: &DetectiveView, rng: &mut Rng) -> Result<DetectiveMove, AgentError> {
        Ok(self.asker.detective((&self.model.networks, self.models), view, (0.0, rng)).0)
    }

    fn root_report(&self) -> Option<RootReport> {
        self.report()
    }
}
