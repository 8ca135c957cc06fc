//! `dqn`: plays what its networks value most.

use std::sync::Arc;

use yard_agents::{Agent, AgentError, Detectives, MrX, Rng, RootReport};
use yard_core::{DetectiveMove, DetectiveView, MrXMove, MrXView, Rules, Side};

use super::actions::ActionSpace;
use super::belief::Belief;
use super::observe::inputs;
use super::plan::Seats;
use super::policy::Policy;
use crate::model::{Model, Observation};
use crate::net::Entry;

/// Why a model cannot play.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum DqnError {
    /// The rules are neither a grid nor a board without black and double tickets, or detectives move in any order.
    #[error(
        "it plays grids, and other boards without black and double tickets, with the detectives in fixed order; not {0}"
    )]
    Rules(String),
    /// The model is for the other side.
    #[error("the model plays {0}")]
    Side(Side),
    /// The model is for another board.
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
    /// When no network can have an output for every move.
    pub fn check_rules(rules: &Rules) -> Result<(), DqnError> {
        space_of(rules).map(drop)
    }

    /// Makes the agent for one side.
    ///
    /// # Errors
    /// When the model does not fit the rules or the side.
    pub fn new(model: Arc<Model>, rules: &Rules, side: Side) -> Result<DqnAgent, DqnError> {
        let name = || rules.name().to_owned();
        let space = space_of(rules)?;
        let info = &model.info;
        if info.side != side {
            return Err(DqnError::Side(info.side));
        }
        let wanted = inputs(info.observation, side, space.stations()).unwrap_or(0);
        let fits = |shape: &crate::net::Architecture| {
            shape.inputs() == wanted && shape.outputs() == space.outputs()
        };
        if !info.networks.iter().all(fits) {
            let found = info.networks.first().map_or(0, |shape| shape.inputs());
            let trained = info.rules.clone();
            return Err(DqnError::Shape { found, wanted, rules: name(), trained });
        }
        let policy = Policy::new(info.observation, (info.mask, info.illegal), space);
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
        let step = choice.step.or_else(|| self.policy.replacement(seen));
        self.policy.mr_x_move(view, step)
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
        let step = choice.step.or_else(|| self.policy.replacement(seen));
        self.policy.detective_move(view, step)
    }

    fn report(&self) -> Option<RootReport> {
        let value = f64::from(self.value?);
        Some(RootReport { visits: Vec::new(), value, playouts: 0, nodes: 1 })
    }
}

/// What the outputs stand for under some rules.
fn space_of(rules: &Rules) -> Result<ActionSpace, DqnError> {
    ActionSpace::of(rules).ok_or_else(|| DqnError::Rules(rules.name().to_owned()))
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
