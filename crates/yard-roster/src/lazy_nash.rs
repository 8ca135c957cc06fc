//! `nash` before and after the solved game is there: it is fetched when it is first needed.

use std::path::PathBuf;
use std::sync::Arc;

use yard_agents::{Agent, AgentError, Rng, RootReport, SideType};
use yard_core::Rules;
use yard_solve::Nash;

use crate::policies::PolicyStore;

/// Fetches the solved game when it is first asked.
pub(crate) struct LazyNash {
    policies: Arc<PolicyStore>,
    rules: Arc<Rules>,
    file: Option<PathBuf>,
    precision: f64,
    nash: Option<Nash>,
}

impl LazyNash {
    pub(crate) fn new(
        policies: Arc<PolicyStore>,
        rules: &Rules,
        file: Option<PathBuf>,
        precision: f64,
    ) -> LazyNash {
        let rules = Arc::new(rules.clone());
        LazyNash { policies, rules, file, precision, nash: None }
    }

    fn fetch(&mut self) -> Result<&mut Nash, AgentError> {
        let nash = match self.nash.take() {
            Some(nash) => nash,
            None => {
                let table =
                    self.policies.nash_table(&self.rules, self.file.as_deref(), self.precision);
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
