//! The roster: the one place that turns `name:key=value,..` into an agent.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use yard_agents::{Agent, Budget, Detectives, MrX, RandomAgent};
use yard_core::{Rules, did_you_mean};

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
    /// A parameter as text: what was given, or the default.
    fn text(&self, key: &str) -> &str {
        let given = self.parameters.iter().find(|(known, _)| *known == key);
        let info = AGENTS.iter().find(|info| info.name == self.name);
        let default = info.and_then(|info| info.parameters.iter().find(|known| known.key == key));
        match (given, default) {
            (Some((_, value)), _) => value,
            (None, Some(parameter)) => parameter.default,
            (None, None) => "",
        }
    }

    /// A parameter as a number within bounds.
    fn number<T>(&self, key: &str, bounds: std::ops::RangeInclusive<T>) -> Result<T, SpecError>
    where
        T: FromStr + PartialOrd + fmt::Display,
    {
        let text = self.text(key);
        match text.parse() {
            Ok(number) if bounds.contains(&number) => Ok(number),
            _ => Err(SpecError::Parameter {
                agent: self.name,
                text: format!(
                    "{key} must be a number from {} to {}, not \"{text}\"",
                    bounds.start(),
                    bounds.end()
                ),
            }),
        }
    }

    /// A budget: the one of `playouts`, `nodes` and `ms` that was given, or so many playouts.
    #[expect(dead_code, reason = "the first agents with parameters come next")]
    fn budget(&self) -> Result<Budget, SpecError> {
        let given: Vec<&str> = ["playouts", "nodes", "ms"]
            .into_iter()
            .filter(|key| self.parameters.iter().any(|(known, _)| known == key))
            .collect();
        match given[..] {
            [] | ["playouts"] => Ok(Budget::Playouts(self.number("playouts", 1..=100_000_000)?)),
            ["nodes"] => Ok(Budget::Nodes(self.number("nodes", 1..=100_000_000_000)?)),
            ["ms"] => Ok(Budget::Time(Duration::from_millis(self.number("ms", 1..=3_600_000)?))),
            _ => Err(SpecError::Parameter {
                agent: self.name,
                text: format!("give one budget, not {}", given.join(" and ")),
            }),
        }
    }

    /// The agent's name.
    pub fn name(&self) -> &'static str {
        self.name
    }

    /// Makes the agent for Mr X's side.
    ///
    /// # Errors
    /// When it cannot play that side or those rules, or a parameter is wrong.
    pub fn mr_x(&self, _rules: &Rules) -> Result<Box<dyn Agent<MrX>>, SpecError> {
        match self.name {
            "random" => Ok(Box::new(RandomAgent)),
            agent => Err(SpecError::Side { agent, side: "Mr X" }),
        }
    }

    /// Makes the agent for the detectives' side.
    ///
    /// # Errors
    /// When it cannot play that side or those rules, or a parameter is wrong.
    pub fn detectives(&self, _rules: &Rules) -> Result<Box<dyn Agent<Detectives>>, SpecError> {
        match self.name {
            "random" => Ok(Box::new(RandomAgent)),
            agent => Err(SpecError::Side { agent, side: "the detectives" }),
        }
    }
}
