//! The roster: the one place that turns `name:key=value,..` into an agent.

use std::fmt;
use std::str::FromStr;

use yard_agents::{Agent, Detectives, MrX, RandomAgent};
use yard_core::did_you_mean;

/// One parameter of an agent.
#[derive(Clone, Copy, Debug, serde::Serialize)]
pub struct Parameter {
    /// Its name.
    pub key: &'static str,
    /// What it is when left out.
    pub default: &'static str,
    /// What it does.
    pub meaning: &'static str,
}

/// What the roster knows of an agent.
#[derive(Clone, Copy, Debug, serde::Serialize)]
pub struct AgentInfo {
    /// Its name.
    pub name: &'static str,
    /// Whether it can play Mr X.
    pub mr_x: bool,
    /// Whether it can play the detectives.
    pub detectives: bool,
    /// What it does, in a line.
    pub about: &'static str,
    /// Where it comes from.
    pub source: &'static str,
    /// What can be set.
    pub parameters: &'static [Parameter],
}

/// All agents.
pub const AGENTS: [AgentInfo; 1] = [AgentInfo {
    name: "random",
    mr_x: true,
    detectives: true,
    about: "every legal move equally likely, double moves included",
    source: "the baseline of every paper; \"easy\" of Mortimer & Colfer",
    parameters: &[],
}];

/// An agent's name and parameters, as in `name:key=value,..`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AgentSpec {
    name: &'static str,
    parameters: Vec<(&'static str, String)>,
}

/// Why a text names no agent.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SpecError {
    /// There is no such agent.
    #[error("unknown agent \"{name}\"{hint}")]
    Unknown {
        /// What was asked for.
        name: String,
        /// What may have been meant.
        hint: String,
    },
    /// A parameter that the agent does not have, or that is not written `key=value`.
    #[error("agent {agent}: {text}")]
    Parameter {
        /// Which agent.
        agent: &'static str,
        /// What is wrong.
        text: String,
    },
    /// The agent cannot play that side.
    #[error("agent {agent} cannot play {side}")]
    Side {
        /// Which agent.
        agent: &'static str,
        /// Which side.
        side: &'static str,
    },
}

impl FromStr for AgentSpec {
    type Err = SpecError;

    fn from_str(text: &str) -> Result<AgentSpec, SpecError> {
        let (name, rest) = text.split_once(':').unwrap_or((text, ""));
        let Some(info) = AGENTS.iter().find(|info| info.name == name) else {
            let names = AGENTS.iter().map(|info| info.name);
            let hint = match did_you_mean(name, names.clone()) {
                Some(near) => format!(", did you mean \"{near}\"?"),
                None => format!(" (known: {})", names.collect::<Vec<_>>().join(", ")),
            };
            return Err(SpecError::Unknown { name: name.chars().take(40).collect(), hint });
        };
        let wrong = |text: String| SpecError::Parameter { agent: info.name, text };
        let mut parameters: Vec<(&'static str, String)> = Vec::new();
        for part in rest.split(',').filter(|part| !part.is_empty()) {
            let Some((key, value)) = part.split_once('=') else {
                return Err(wrong(format!("\"{part}\" is not written key=value")));
            };
            let Some(known) = info.parameters.iter().find(|known| known.key == key) else {
                let keys = info.parameters.iter().map(|known| known.key);
                return Err(wrong(match did_you_mean(key, keys) {
                    Some(near) => format!("unknown parameter \"{key}\", did you mean \"{near}\"?"),
                    None if info.parameters.is_empty() => {
                        format!("unknown parameter \"{key}\" (it has none)")
                    }
                    None => format!("unknown parameter \"{key}\""),
                }));
            };
            if parameters.iter().any(|(seen, _)| *seen == known.key) {
                return Err(wrong(format!("\"{key}\" is given twice")));
            }
            parameters.push((known.key, value.to_owned()));
        }
        Ok(AgentSpec { name: info.name, parameters })
    }
}

impl fmt::Display for AgentSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)?;
        for (i, (key, value)) in self.parameters.iter().enumerate() {
            write!(f, "{}{key}={value}", if i == 0 { ':' } else { ',' })?;
        }
        Ok(())
    }
}

impl AgentSpec {
    /// Makes the agent for Mr X's side.
    ///
    /// # Errors
    /// When it cannot play that side.
    pub fn mr_x(&self) -> Result<Box<dyn Agent<MrX>>, SpecError> {
        match self.name {
            "random" => Ok(Box::new(RandomAgent)),
            agent => Err(SpecError::Side { agent, side: "Mr X" }),
        }
    }

    /// Makes the agent for the detectives' side.
    ///
    /// # Errors
    /// When it cannot play that side.
    pub fn detectives(&self) -> Result<Box<dyn Agent<Detectives>>, SpecError> {
        match self.name {
            "random" => Ok(Box::new(RandomAgent)),
            agent => Err(SpecError::Side { agent, side: "the detectives" }),
        }
    }
}
