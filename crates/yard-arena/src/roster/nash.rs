//! `nash` of the roster: its parameters, and a solved game that is fetched when it is needed.

use std::path::PathBuf;
use std::sync::Arc;

use yard_agents::{Agent, AgentError, Rng, RootReport, SideType};
use yard_core::Rules;
use yard_solve::{Estimate, Nash, SolveError, estimate};

use super::list::Parameter;
use super::spec::{AgentSpec, SpecError};
use crate::policies::{effort_on_first_use, nash_table};

/// What can be set.
pub(crate) const PARAMETERS: [Parameter; 2] = [
    Parameter {
        key: "policy",
        default: "kept",
        meaning: "a file of yard solve, or what is kept in the data folder (kept)",
    },
    Parameter {
        key: "precision",
        default: "0.001",
        meaning: "how far apart the bounds of the value may be, when it is solved now",
    },
];

impl AgentSpec {
    /// Makes `nash`, unless the game is plainly too large.
    pub(crate) fn nash(&self, rules: &Rules) -> Result<LazyNash, SpecError> {
        let precision = self.number("precision", 1e-6..=1.0)?;
        let file = match self.text("policy") {
            "kept" => None,
            path => Some(PathBuf::from(path)),
        };
        let size = estimate(rules);
        if file.is_none() && !is_small(rules, &size) {
            let cause = SolveError::TooLarge(size);
            return Err(SpecError::Rules(format!("nash cannot play {}: {cause}", rules.name())));
        }
        let rules = Arc::new(rules.clone());
        Ok(LazyNash { rules, file, precision, nash: None })
    }
}

/// Tells whether a game of this size is solved without being asked for.
pub(crate) fn is_small(rules: &Rules, size: &Estimate) -> bool {
    let effort = effort_on_first_use(1.0);
    let most = effort.most_positions as f64 * f64::from(rules.slots());
    size.payoffs <= effort.most_work && size.positions <= most
}

/// `nash` before and after the solved game is there.
pub(crate) struct LazyNash {
    rules: Arc<Rules>,
    file: Option<PathBuf>,
    precision: f64,
    nash: Option<Nash>,
}

impl LazyNash {
    fn fetch(&mut self) -> Result<&mut Nash, AgentError> {
        let nash = match self.nash.take() {
            Some(nash) => nash,
            None => {
                let table = nash_table(&self.rules, self.file.as_deref(), self.precision);
                Nash::new(table.map_err(|error| AgentError::Unavailable(error.to_string()))?)
            }
        };
        Ok(self.nash.insert(nash))
    }
}

impl<S: SideType> Agent<S> for LazyNash
where
    Nash: Agent<S>,
{
    fn choose(&mut self, view: &S::View, rng: &mut Rng) -> Result<S::Move, AgentError> {
        self.fetch()?.choose(view, rng)
    }

    fn root_report(&self) -> Option<RootReport> {
        self.nash.as_ref().and_then(Agent::<S>::root_report)
    }

    fn ready(&mut self) -> Result<(), AgentError> {
        self.fetch().map(drop)
    }
}
