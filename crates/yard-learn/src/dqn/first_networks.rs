//! The networks with which a training begins.

use yard_agents::Seed;

use super::actions::ActionSpace;
use super::learner::LearnerKind;
use super::observe::{inputs, planes};
use super::plan::DqnPlan;
use crate::model::Model;
use crate::net::{Architecture, ArchitectureError, Network};
use crate::players::Players;
use crate::training::{StartError, TrainError};

/// Why a plan asks for no possible network.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub(super) enum ShapeError {
    /// It is to see what this method does not show.
    #[error("observation is one of qnet")]
    Observation,
    /// Convolutions need a square.
    #[error("network.convolutions go with a grid and planes alone")]
    Convolutions,
    /// There is no such network.
    #[error("network: {0}")]
    Network(#[from] ArchitectureError),
}

/// The shape that a plan asks for.
pub(super) fn architecture(
    plan: &DqnPlan,
    space: &ActionSpace,
) -> Result<Architecture, ShapeError> {
    let (network, stations, outputs) = (&plan.network, space.stations(), space.outputs());
    let planes = planes(plan.observation, plan.side).ok_or(ShapeError::Observation)?;
    let all = inputs(plan.observation, plan.side, stations).ok_or(ShapeError::Observation)?;
    let hidden = network.hidden_per_cell.iter().map(|factor| factor.saturating_mul(stations));
    let hidden: Vec<usize> = hidden.collect();
    if network.convolutions.is_empty() {
        return Ok(Architecture::dense(all, &hidden, outputs)?);
    }
    let cells = space.cells().filter(|_| all == planes * stations);
    let side = cells.ok_or(ShapeError::Convolutions)?.side();
    Ok(Architecture::convolutional(side, planes, &network.convolutions, &hidden, outputs)?)
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
