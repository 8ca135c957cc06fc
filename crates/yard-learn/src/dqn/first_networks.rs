//! The networks with which a training on a grid begins.

use yard_agents::Seed;

use super::cells::Cells;
use super::learner::LearnerKind;
use super::observe::planes;
use super::plan::DqnPlan;
use crate::model::Model;
use crate::net::{Architecture, ArchitectureError, Network};
use crate::players::Players;
use crate::training::{StartError, TrainError};

/// Why a plan asks for no possible network.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub(super) enum ShapeError {
    /// It is to see what no grid shows.
    #[error("observation is not of grids")]
    Observation,
    /// There is no such network.
    #[error("network: {0}")]
    Network(#[from] ArchitectureError),
}

/// The shape that a plan asks for.
pub(super) fn architecture(plan: &DqnPlan, cells: &Cells) -> Result<Architecture, ShapeError> {
    let planes = planes(plan.observation, plan.side).ok_or(ShapeError::Observation)?;
    let network = &plan.network;
    let hidden = network.hidden_per_cell.iter().map(|factor| factor.saturating_mul(cells.count()));
    let hidden: Vec<usize> = hidden.collect();
    let inputs = if network.convolutions.is_empty() { planes * cells.count() } else { planes };
    let convolutions = &network.convolutions;
    let outputs = cells.outputs();
    Ok(Architecture::convolutional(cells.side(), inputs, convolutions, &hidden, outputs)?)
}

/// Random networks, or those of the model that the plan goes on from.
pub(super) fn first_networks(
    plan: &DqnPlan,
    shape: &Architecture,
    players: &dyn Players,
) -> Result<Vec<Network>, TrainError> {
    let count = match plan.learner.kind {
        LearnerKind::Dqn | LearnerKind::Double => 1,
        LearnerKind::TwoNetworks => 2,
    };
    let Some(name) = &plan.start else {
        let seed = Seed(plan.seed).of_name("weights");
        let random = |at: u64| {
            let mut rng = seed.of_game(at).stream("weights");
            Network::random(shape.clone(), plan.network.init, &mut rng)
        };
        return Ok((0..count).map(random).collect());
    };
    let start = || -> Result<Vec<Network>, StartError> {
        let model = Model::from_bytes(&players.find_model(name, plan.side)?)?;
        let fits = model.networks.iter().all(|network| network.architecture() == shape);
        match fits && model.networks.len() as u64 == count && model.info.side == plan.side {
            true => Ok(model.networks),
            false => Err(StartError::Other),
        }
    };
    start().map_err(|cause| TrainError::Start { name: name.clone(), cause })
}
