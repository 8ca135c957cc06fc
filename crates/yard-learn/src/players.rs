//! Whom a training plays with: agents, rules and models, found by name.

use std::sync::Arc;

use yard_agents::{Agent, AgentFactory, Detectives, MrX};
use yard_core::{Rules, Side, presets};

/// Finds what a plan names. The roster lies above this crate, so a training is handed one.
///
/// Each name is looked up once, when the training begins. Without a roster, see [`OwnPlayers`].
pub trait Players: Sync {
    /// The rules of a name.
    ///
    /// # Errors
    /// Says why there are none.
    fn find_rules(&self, name: &str) -> Result<Rules, PlayersError>;

    /// The agent that a text means, such as `alphabeta:depth=3`.
    ///
    /// # Errors
    /// Says why there is none.
    fn find_agent(&self, text: &str) -> Result<Arc<dyn AgentFactory>, PlayersError>;

    /// The bytes of a model that a training of one side goes on from.
    ///
    /// # Errors
    /// Says why there are none.
    fn find_model(&self, name: &str, side: Side) -> Result<Vec<u8>, PlayersError>;
}

/// Why something that a plan names cannot be had. Each holds a whole sentence of whoever looked for it.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum PlayersError {
    /// There are no such rules.
    #[error("{0}")]
    Rules(String),
    /// There is no such agent, or it cannot play that side or those rules.
    #[error("{0}")]
    Agent(String),
    /// There is no such model.
    #[error("{0}")]
    Model(String),
}

/// Agents of your own, each found by the name of its factory, and the rules that `yard-core` has.
///
/// ```
/// use std::sync::Arc;
/// use yard_agents::{Both, RandomAgent};
/// use yard_learn::{OwnPlayers, Players};
/// let players = OwnPlayers(vec![Arc::new(Both::new("random", || RandomAgent))]);
/// assert!(players.find_agent("random").is_ok());
/// assert!(players.find_agent("somebody").is_err());
/// ```
pub struct OwnPlayers(pub Vec<Arc<dyn AgentFactory>>);

impl Players for OwnPlayers {
    fn find_rules(&self, name: &str) -> Result<Rules, PlayersError> {
        presets::rules(name).map_err(|faults| PlayersError::Rules(faults.to_string()))
    }

    fn find_agent(&self, text: &str) -> Result<Arc<dyn AgentFactory>, PlayersError> {
        let agent = self.0.iter().find(|agent| agent.name() == text);
        agent.cloned().ok_or_else(|| PlayersError::Agent(format!("no agent {text}")))
    }

    fn find_model(&self, name: &str, _: Side) -> Result<Vec<u8>, PlayersError> {
        Err(PlayersError::Model(format!("no model {name}")))
    }
}

/// The agent as Mr X.
pub(crate) fn make_mr_x(
    agent: &dyn AgentFactory,
    rules: &Arc<Rules>,
) -> Result<Box<dyn Agent<MrX>>, PlayersError> {
    agent.mr_x(rules).map_err(|error| PlayersError::Agent(error.of(&agent.name())))
}

/// The agent as the detectives.
pub(crate) fn make_detectives(
    agent: &dyn AgentFactory,
    rules: &Arc<Rules>,
) -> Result<Box<dyn Agent<Detectives>>, PlayersError> {
    agent.detectives(rules).map_err(|error| PlayersError::Agent(error.of(&agent.name())))
}
