//! The shapes of the networks that a plan for London asks for.

use super::observe::{
    DETECTIVE_INPUTS, DETECTIVES, MR_X_INPUTS, QUERY_INPUTS, SINGLE_INPUTS, TEAM_INPUTS,
};
use super::plan::{Models, QnetPlan, SidePlan};
use crate::model::Observation;
use crate::net::{Architecture, ArchitectureError};

/// Layers that make no network.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{side}.hidden: {cause}")]
pub(super) struct ShapeError {
    /// The section of the plan that has them.
    side: &'static str,
    cause: ArchitectureError,
}

impl Models {
    /// Inputs of each network of the detectives, and how many networks there are.
    pub(super) fn networks(self) -> (usize, usize) {
        match self {
            Models::Single => (SINGLE_INPUTS + QUERY_INPUTS, 1),
            Models::Each => (DETECTIVE_INPUTS + QUERY_INPUTS, DETECTIVES),
            Models::Team => (TEAM_INPUTS, 1),
        }
    }

    /// What a model of them says that it observes.
    pub(super) fn observation(self) -> Observation {
        match self {
            Models::Single => Observation::Dash,
            Models::Each => Observation::DashEach,
            Models::Team => Observation::DashTeam,
        }
    }
}

/// The shapes of all networks that learn: Mr X's first.
pub(super) fn shapes(plan: &QnetPlan) -> Result<Vec<Architecture>, ShapeError> {
    let mut shapes = Vec::new();
    let mut add = |side: &SidePlan, section: &'static str, inputs: usize, count: usize| {
        let shape = Architecture::dense(inputs, &side.hidden, 1);
        let shape = shape.map_err(|cause| ShapeError { side: section, cause })?;
        shapes.extend(std::iter::repeat_n(shape, count));
        Ok::<(), ShapeError>(())
    };
    if plan.mr_x.learns() {
        add(&plan.mr_x, "mr_x", MR_X_INPUTS + QUERY_INPUTS, 1)?;
    }
    if plan.detectives.learns() {
        let (inputs, count) = plan.detectives.models.networks();
        add(&plan.detectives, "detectives", inputs, count)?;
    }
    Ok(shapes)
}
