//! `nash` before and after the solved game is there: it is fetched when it is first needed.

use std::path::PathBuf;
use std::sync::Arc;

use yard_agents::{Agent, RandomAgent, Rng, RootReport, SideType};
use yard_core::Rules;
use yard_solve::Nash;

use crate::policies::{PolicyLoadError, PolicyStore};

/// Fetches the solved game when it is first asked.
pub(crate) struct LazyNash {
    policies: Arc<PolicyStore>,
    rules: Arc<Rules>,
    file: Option<PathBuf>,
    precision: f64,
    nash: Option<Nash>,
    failure: Option<String>,
}

impl LazyNash {
    pub(crate) fn new(
        policies: Arc<PolicyStore>,
        rules: &Rules,
        file: Option<PathBuf>,
        precision: f64,
    ) -> LazyNash {
        let rules = Arc::new(rules.clone());
        LazyNash { policies, rules, file, precision, nash: None, failure: None }
    }

    fn fetch(&mut self) -> Result<&mut Nash, PolicyLoadError> {
        let nash = match self.nash.take() {
            Some(nash) => nash,
            None => {
                let file = self.file.as_deref();
                Nash::new(self.policies.nash_table(&self.rules, file, self.precision)?)
            }
        };
        Ok(self.nash.insert(nash))
    }
}
impl<S: SideType> Agent<S> for LazyNash
where
    Nash: Agent<S>,
    RandomAgent: Agent<S>,
{
    fn choose(&mut self, view: &S::View, rng: &mut Rng) -> S::Move {
        match self.fetch() {
            Ok(nash) => nash.choose(view, rng),
            Err(cause) => {
                // Any legal move will do: it is not played.
                self.failure = Some(cause.to_string());
                RandomAgent.choose(view, rng)
            }
        }
    }

    fn failed(&mut self) -> Option<String> {
        self.failure.take()
    }

    fn root_report(&self) -> Option<RootReport> {
        self.nash.as_ref().and_then(Agent::<S>::root_report)
    }

    fn ready(&mut self) -> Result<(), String> {
        self.fetch().map(drop).map_err(|error| error.to_string())
    }
}
