//! Making agents where many games are played at once.

use std::path::PathBuf;
use std::sync::Arc;

use yard_core::{Rules, Side};

use crate::agent::{Agent, AgentError, Detectives, MrX};
use crate::policy::Policy;

/// Makes agents of one kind.
///
/// A match is played by several threads, and an agent belongs to one of them; so every thread asks
/// for agents of its own. Two agents of one factory must play alike, or results would depend on the
/// number of threads.
///
/// Most agents need no type of their own for this: see [`Both`], [`OnlyMrX`] and [`OnlyDetectives`].
/// Implement it yourself for an agent that looks at the rules before the first game, or that may be
/// unable to play some:
///
/// ```
/// use std::sync::Arc;
/// use yard_agents::{Agent, AgentFactory, Detectives, FactoryError, MrX, RandomAgent};
/// use yard_core::{Rules, Side};
///
/// /// Plays small teams only.
/// struct SmallTeams;
///
/// impl AgentFactory for SmallTeams {
///     fn name(&self) -> String {
///         "small-teams".to_owned()
///     }
///
///     fn mr_x(&self, _: &Arc<Rules>) -> Result<Box<dyn Agent<MrX>>, FactoryError> {
///         Err(FactoryError::Side(Side::MrX))
///     }
///
///     fn detectives(&self, rules: &Arc<Rules>) -> Result<Box<dyn Agent<Detectives>>, FactoryError> {
///         match rules.detectives() {
///             0..=2 => Ok(Box::new(RandomAgent)),
///             many => Err(FactoryError::Rules {
///                 rules: rules.name().to_owned(),
///                 cause: format!("{many} detectives are too many"),
///             }),
///         }
///     }
/// }
///
/// let classic = Arc::new(yard_core::presets::rules("classic").unwrap());
/// let error = SmallTeams.detectives(&classic).map(drop).unwrap_err();
/// assert_eq!(error.to_string(), "cannot play classic: 5 detectives are too many");
/// ```
pub trait AgentFactory: Send + Sync {
    /// What tables and results files call it, e.g. `pimbot:playouts=3000`.
    ///
    /// Kept results are found by this name, so agents that play differently must have different names.
    fn name(&self) -> String;

    /// An agent for Mr X.
    ///
    /// # Errors
    /// Says why it cannot play him under these rules.
    fn mr_x(&self, rules: &Arc<Rules>) -> Result<Box<dyn Agent<MrX>>, FactoryError>;

    /// An agent for the detectives, all of them.
    ///
    /// # Errors
    /// Says why it cannot play them under these rules.
    fn detectives(&self, rules: &Arc<Rules>) -> Result<Box<dyn Agent<Detectives>>, FactoryError>;

    /// The name of what really plays, where that depends on the side and the rules. Results are kept
    /// under it.
    fn plays_as(&self, _side: Side, _rules: &Rules) -> String {
        self.name()
    }

    /// Files that decide how it plays. Kept results are refused when one of them has changed.
    fn files(&self) -> Vec<PathBuf> {
        Vec::new()
    }

    /// The same agent with a budget for a moment's thought. Results are kept with a checksum of what it
    /// does in a few positions, so that they are not mixed with those of an agent that has changed.
    fn reduced(&self, _side: Side, _rules: &Rules) -> Option<Box<dyn AgentFactory>> {
        None
    }

    /// The agent as a policy of Mr X, if it can tell the chances of its moves. A best response to it can
    /// then be worked out.
    ///
    /// # Errors
    /// Says why it cannot play him under these rules.
    fn mr_x_policy(&self, _: &Arc<Rules>) -> Result<Option<Box<dyn Policy<MrX>>>, FactoryError> {
        Ok(None)
    }

    /// The agent as a policy of the detectives, if it can tell the chances of its moves.
    ///
    /// # Errors
    /// Says why it cannot play them under these rules.
    fn detectives_policy(
        &self,
        _: &Arc<Rules>,
    ) -> Result<Option<Box<dyn Policy<Detectives>>>, FactoryError> {
        Ok(None)
    }

    /// Bounds of the share that the detectives win, where the agent plays a solution of the game.
    ///
    /// # Errors
    /// Says why the solution cannot be had.
    fn solved_value(&self, _: &Arc<Rules>) -> Result<Option<[f64; 2]>, FactoryError> {
        Ok(None)
    }
}

/// Why a factory makes no agent. The texts go on from the name of the agent; [`of`](FactoryError::of)
/// puts both together.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum FactoryError {
    /// It does not play that side at all.
    #[error("cannot play {0}")]
    Side(Side),
    /// It does not play those rules.
    #[error("cannot play {rules}: {cause}")]
    Rules {
        /// The name of the rules.
        rules: String,
        /// What about them.
        cause: String,
    },
    /// What it plays by or with cannot be had.
    #[error("is not ready: {0}")]
    NotReady(#[from] AgentError),
    /// A reason of its own: a whole sentence, which names the agent.
    #[error("{0}")]
    Other(String),
}

impl FactoryError {
    /// The whole sentence about an agent, which is called by its name without parameters.
    pub fn of(&self, agent: &str) -> String {
        let agent = agent.split([':', '[']).next().unwrap_or(agent);
        match self {
            FactoryError::Side(_) | FactoryError::Rules { .. } => format!("agent {agent} {self}"),
            FactoryError::NotReady(cause) => format!("agent {agent}: {cause}"),
            FactoryError::Other(sentence) => sentence.clone(),
        }
    }
}

/// A factory for an agent that plays either side, from a closure.
///
/// ```
/// use std::sync::Arc;
/// use yard_agents::{referee, AgentFactory, Both, MctsSova, RandomAgent, Seed};
///
/// let rules = Arc::new(yard_core::presets::rules("grid5").unwrap());
/// let random = Both::new("mine", || RandomAgent);
/// let searches = Both::cloned("searches", MctsSova::default());
/// let mut mr_x = random.mr_x(&rules).unwrap();
/// let mut team = searches.detectives(&rules).unwrap();
/// assert!(referee(&rules, Seed(1), mr_x.as_mut(), team.as_mut()).is_ok());
/// ```
#[derive(Clone, Debug)]
pub struct Both<F> {
    name: String,
    make: F,
}

/// A factory for an agent that plays Mr X only, from a closure.
///
/// ```
/// use yard_agents::{AgentFactory, OnlyMrX, Paranoid, ParanoidConfig};
///
/// let rules = std::sync::Arc::new(yard_core::presets::rules("classic").unwrap());
/// let hider = OnlyMrX::new("hider", || Paranoid::new(ParanoidConfig::mortimer()));
/// assert!(hider.mr_x(&rules).is_ok());
/// assert!(hider.detectives(&rules).is_err());
/// ```
#[derive(Clone, Debug)]
pub struct OnlyMrX<F> {
    name: String,
    make: F,
}

/// A factory for an agent that plays the detectives only, from a closure.
///
/// ```
/// use yard_agents::{AgentFactory, Expectimax, OnlyDetectives};
///
/// let rules = std::sync::Arc::new(yard_core::presets::rules("classic").unwrap());
/// let seekers = OnlyDetectives::cloned("seekers", Expectimax::default());
/// assert!(seekers.detectives(&rules).is_ok());
/// assert!(seekers.mr_x(&rules).is_err());
/// ```
#[derive(Clone, Debug)]
pub struct OnlyDetectives<F> {
    name: String,
    make: F,
}

macro_rules! constructors {
    ($factory:ident) => {
        impl<F> $factory<F> {
            /// Asks the closure for every agent.
            pub fn new(name: impl Into<String>, make: F) -> $factory<F> {
                $factory { name: name.into(), make }
            }
        }

        impl $factory<()> {
            /// Gives copies of one agent, which should not have played yet.
            pub fn cloned<A: Clone + Sync + Send>(
                name: impl Into<String>,
                agent: A,
            ) -> $factory<impl Fn() -> A + Send + Sync> {
                $factory::new(name, move || agent.clone())
            }
        }
    };
}

constructors!(Both);
constructors!(OnlyMrX);
constructors!(OnlyDetectives);

impl<F, A> AgentFactory for Both<F>
where
    F: Fn() -> A + Send + Sync,
    A: Agent<MrX> + Agent<Detectives> + 'static,
{
    fn name(&self) -> String {
        self.name.clone()
    }

    fn mr_x(&self, _: &Arc<Rules>) -> Result<Box<dyn Agent<MrX>>, FactoryError> {
        Ok(Box::new((self.make)()))
    }

    fn detectives(&self, _: &Arc<Rules>) -> Result<Box<dyn Agent<Detectives>>, FactoryError> {
        Ok(Box::new((self.make)()))
    }
}

impl<F, A> AgentFactory for OnlyMrX<F>
where
    F: Fn() -> A + Send + Sync,
    A: Agent<MrX> + 'static,
{
    fn name(&self) -> String {
        self.name.clone()
    }

    fn mr_x(&self, _: &Arc<Rules>) -> Result<Box<dyn Agent<MrX>>, FactoryError> {
        Ok(Box::new((self.make)()))
    }

    fn detectives(&self, _: &Arc<Rules>) -> Result<Box<dyn Agent<Detectives>>, FactoryError> {
        Err(FactoryError::Side(Side::Detectives))
    }
}

impl<F, A> AgentFactory for OnlyDetectives<F>
where
    F: Fn() -> A + Send + Sync,
    A: Agent<Detectives> + 'static,
{
    fn name(&self) -> String {
        self.name.clone()
    }

    fn mr_x(&self, _: &Arc<Rules>) -> Result<Box<dyn Agent<MrX>>, FactoryError> {
        Err(FactoryError::Side(Side::MrX))
    }

    fn detectives(&self, _: &Arc<Rules>) -> Result<Box<dyn Agent<Detectives>>, FactoryError> {
        Ok(Box::new((self.make)()))
    }
}
