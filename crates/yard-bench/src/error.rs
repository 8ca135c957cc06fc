//! What can go wrong with a benchmark or a scene.

use yard_agents::{AgentFactory, FactoryError, Foul};
use yard_roster::{LoadError, SpecError};

/// Why an agent could not be measured or asked.
#[derive(Debug, thiserror::Error)]
pub enum BenchError {
    /// There is no such agent.
    #[error(transparent)]
    Spec(#[from] SpecError),
    /// There are no such rules.
    #[error(transparent)]
    Rules(#[from] LoadError),
    /// The agent cannot play, or has no move.
    #[error("{}", cause.of(agent))]
    Agent {
        /// Which agent.
        agent: String,
        /// Why not.
        cause: FactoryError,
    },
    /// An agent broke the rules.
    #[error(transparent)]
    Foul(#[from] Box<Foul>),
}

impl BenchError {
    /// What a factory or one of its agents says, with its name.
    pub(crate) fn of<E: Into<FactoryError>>(agent: &dyn AgentFactory) -> impl Fn(E) -> BenchError {
        let agent = agent.name();
        move |cause| BenchError::Agent { agent: agent.clone(), cause: cause.into() }
    }
}
