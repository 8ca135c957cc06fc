//! `dqn`: plays what its networks value most.

use std::sync::Arc;

use yard_agents::{Agent, AgentError, Detectives, MrX, Rng, RootReport};
use yard_core::{DetectiveMove, DetectiveView, MrXMove, MrXView, Order, Rules, Side};

use super::belief::Belief;
use super::cells::Cells;
use super::observe::planes;
use super::plan::Seats;
use super::policy::{Policy, detective_move, mr_x_move};
use crate::model::{Model, Observation};
use crate::net::Entry;

/// Why a model cannot play.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum DqnError {
    /// The rules are not a grid with detectives in fixed order.
    #[error("it plays grids with the detectives in fixed order only, not {0}")]
    Rules(String),
    /// The model is for the other side.
    #[error("the model plays {0}")]
    Side(Side),
    /// The model is for another grid, or for none.
    #[error(
        "the model has {found} inputs, and {rules} needs {wanted}; it was trained for {trained}"
    )]
    Shape {
        /// Inputs of the model.
        found: usize,
        /// Inputs that the board needs.
        wanted: usize,
        /// The rules asked for.
        rules: String,
        /// The rules it was trained for.
        trained: String,
    },
}

/// The agent.
#[derive(Clone, Debug)]
pub struct DqnAgent {
    model: Arc<Model>,
    policy: Policy,
    belief: Belief,
    row: Vec<Entry>,
    value: Option<f32>,
}

impl DqnAgent {
    /// Looks at the rules alone.
    ///
    /// # Errors
    /// When they are not a grid with detectives in fixed order.
    pub fn check_rules(rules: &Rules) -> Result<(), DqnError> {
        match Cells::of(rules).is_some() && rules.order() == Order::Fixed {
            true => Ok(()),
            false => Err(DqnError::Rules(rules.name().to_owned())),
        }
    }

    /// Makes the agent for one side.
    ///
    /// # Errors
    /// When the model does not fit the rules or the side.
    pub fn new(model: Arc<Model>, rules: &Rules, side: Side) -> Result<DqnAgent, DqnError> {
        let name = || rules.name().to_owned();
        let cells = Cells::of(rules).filter(|_| rules.order() == Order::Fixed);
        let cells = cells.ok_or_else(|| DqnError::Rules(name()))?;
        let info = &model.info;
        if info.side != side {
            return Err(DqnError::Side(info.side));
        }
        let wanted = planes(info.observation, side).unwrap_or(0) * cells.count();
        let fits = |shape: &crate::net::Architecture| {
            shape.inputs() == wanted && shape.outputs() == cells.outputs()
        };
        if !info.networks.iter().all(fits) {
            let found = info.networks.first().map_or(0, |shape| shape.inputs());
            let trained = info.rules.clone();
            return Err(DqnError::Shape { found, wanted, rules: name(), trained });
        }
        let policy = Policy::new(info.observation, (info.mask, info.illegal), cells);
        Ok(DqnAgent { policy, model, belief: Belief::default(), row: Vec::new(), value: None })
    }

    /// What the networks of the model see.
    pub(super) fn observation(&self) -> Observation {
        self.model.info.observation
    }

    /// Mr X's move; `None` when the networks like an illegal one best, and any legal one replaces it.
    pub(super) fn mr_x_choice(&mut self, view: &MrXView, rng: &mut Rng) -> Option<MrXMove> {
        let seen = self.policy.see_mr_x(view, &mut self.belief, &mut self.row);
        let choice = self.policy.choose(&self.model.networks, &self.row, seen, (0.0, rng));
        self.value = Some(choice.value);
        mr_x_move(view, choice.to.or_else(|| self.policy.replacement(seen)))
    }

    /// The moving detective's move; `None` when he must pass, or the networks like an illegal one best and any
    /// legal one replaces it.
    pub(super) fn detective_choice(
        &mut self,
        view: &DetectiveView,
        rng: &mut Rng,
    ) -> Option<DetectiveMove> {
        self.value = None;
        let seen = self.policy.see_detective(view, &mut self.belief, &mut self.row)?;
        let choice = self.policy.choose(&self.model.networks, &self.row, seen, (0.0, rng));
        self.value = Some(choice.value);
        detective_move(view, choice.to.or_else(|| self.policy.replacement(seen)))
    }

    fn report(&self) -> Option<RootReport> {
        let value = f64::from(self.value?);
        Some(RootReport { visits: Vec::new(), value, playouts: 0, nodes: 1 })
    }
}

/// The network as the last detective, and another agent as those before him: how Hrkľová's network learns
/// (5.2).
pub struct DqnBeside {
    network: DqnAgent,
    partner: Box<dyn Agent<Detectives>>,
}

impl DqnBeside {
    /// Puts a network beside its partner.
    pub fn new(network: DqnAgent, partner: Box<dyn Agent<Detectives>>) -> DqnBeside {
        DqnBeside { network, partner }
    }
}

impl Agent<Detectives> for DqnBeside {
    fn choose(&mut self, view: &DetectiveView, rng: &mut Rng) -> Result<DetectiveMove, AgentError> {
        let last: &mut dyn Agent<Detectives> = &mut self.network;
        if Seats::Last.plays(view) { last } else { self.partner.as_mut() }.choose(view, rng)
    }

    fn begin(&mut self) {
        self.partner.begin();
    }

    fn end(&mut self, view: &DetectiveView) {
        self.partner.end(view);
    }

    fn root_report(&self) -> Option<RootReport> {
        self.network.report()
    }

    fn ready(&mut self) -> Result<(), AgentError> {
        self.partner.ready()
    }
}

impl Agent<MrX> for DqnAgent {
    /// An illegal choice is replaced by a legal move, as in training.
    fn choose(&mut self, view: &MrXView, rng: &mut Rng) -> Result<MrXMove, AgentError> {
        Ok(self.mr_x_choice(view, rng).unwrap_or_else(|| view.draw_move(rng)))
    }

    fn root_report(&self) -> Option<RootReport> {
        self.report()
    }
}

impl Agent<Detectives> for DqnAgent {
    fn choose(&mut self, view: &DetectiveView, rng: &mut Rng) -> Result<DetectiveMove, AgentError> {
        Ok(self.detective_choice(view, rng).unwrap_or_else(|| view.draw_move(rng)))
    }

    fn root_report(&self) -> Option<RootReport> {
        self.report()
    }
}
