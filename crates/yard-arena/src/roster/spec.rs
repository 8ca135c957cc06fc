//! `name:key=value,..` as a value: read, written, and asked for its parameters.

use std::fmt;
use std::path::Path;
use std::str::FromStr;
use std::time::Duration;

use yard_agents::{AgentError, Budget};
use yard_core::did_you_mean;

use super::list::AGENTS;
use crate::process::split_spec;

/// An agent's name and parameters, as in `name:key=value,..`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AgentSpec {
    name: &'static str,
    parameters: Vec<(&'static str, String)>,
    /// The command of `process`; empty for all others.
    command: String,
}

/// Parameters that may name a file.
const FILE_KEYS: [&str; 3] = ["tables", "model", "policy"];

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
    /// The agent cannot play those rules.
    #[error("agent {0}")]
    Rules(String),
    /// The agent cannot play that side.
    #[error("agent {agent} cannot play {side}")]
    Side {
        /// Which agent.
        agent: &'static str,
        /// Which side.
        side: &'static str,
    },
    /// The agent cannot be started.
    #[error("agent {agent}: {cause}")]
    NotReady {
        /// Which agent.
        agent: &'static str,
        /// Why not.
        cause: AgentError,
    },
}

impl FromStr for AgentSpec {
    type Err = SpecError;

    fn from_str(text: &str) -> Result<AgentSpec, SpecError> {
        // A command may hold anything, so its parameters stand before it.
        let process = text
            .strip_prefix("process")
            .filter(|rest| rest.is_empty() || rest.starts_with([':', '[']));
        let wrong = |text| SpecError::Parameter { agent: "process", text };
        let (name, rest, command) = match process.map(split_spec) {
            Some(Ok((parameters, command))) => ("process", parameters, command),
            Some(Err(text)) => return Err(wrong(text)),
            None => {
                let (name, rest) = text.split_once(':').unwrap_or((text, ""));
                (name, rest, "")
            }
        };
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
        let spec = AgentSpec { name: info.name, parameters, command: command.to_owned() };
        if process.is_some() {
            spec.program()?;
        }
        Ok(spec)
    }
}

impl fmt::Display for AgentSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)?;
        let first = if self.command.is_empty() { ':' } else { '[' };
        for (i, (key, value)) in self.parameters.iter().enumerate() {
            write!(f, "{}{key}={value}", if i == 0 { first } else { ',' })?;
        }
        if !self.command.is_empty() {
            write!(f, "{}:{}", if self.parameters.is_empty() { "" } else { "]" }, self.command)?;
        }
        Ok(())
    }
}

impl AgentSpec {
    /// A parameter as text: what was given, or the default.
    pub(crate) fn text(&self, key: &str) -> &str {
        let given = self.parameters.iter().find(|(known, _)| *known == key);
        let info = AGENTS.iter().find(|info| info.name == self.name);
        let default = info.and_then(|info| info.parameters.iter().find(|known| known.key == key));
        match (given, default) {
            (Some((_, value)), _) => value,
            (None, Some(parameter)) => parameter.default,
            (None, None) => "",
        }
    }

    /// What it is told to read: the paths of its files, besides names of what is shipped.
    pub(crate) fn files(&self) -> impl Iterator<Item = &str> {
        let named = self.parameters.iter().filter(|(key, _)| FILE_KEYS.contains(key));
        named.map(|(_, value)| value.as_str()).filter(|value| Path::new(value).is_file())
    }

    /// Tells whether a parameter was given.
    pub(crate) fn is_given(&self, key: &str) -> bool {
        self.parameters.iter().any(|(known, _)| *known == key)
    }

    /// A parameter as a number within bounds.
    pub(crate) fn number<T>(
        &self,
        key: &str,
        bounds: std::ops::RangeInclusive<T>,
    ) -> Result<T, SpecError>
    where
        T: FromStr + PartialOrd + fmt::Display,
    {
        let text = self.text(key);
        match text.parse() {
            Ok(number) if bounds.contains(&number) => Ok(number),
            _ => {
                let words = format!("a number from {} to {}", bounds.start(), bounds.end());
                Err(self.bad_word(key, &words, text))
            }
        }
    }

    /// A parameter that is one of several words.
    pub(super) fn word<T: Copy>(
        &self,
        key: &str,
        words: &[(&'static str, T)],
    ) -> Result<T, SpecError> {
        let text = self.text(key);
        let found = words.iter().find(|(word, _)| *word == text);
        found.map(|(_, meaning)| *meaning).ok_or_else(|| {
            let known: Vec<&str> = words.iter().map(|(word, _)| *word).collect();
            self.bad_word(key, &list_of(&known), text)
        })
    }

    /// A budget: the one of `playouts`, `nodes` and `ms` that was given, or so many playouts.
    pub(crate) fn budget(&self) -> Result<Budget, SpecError> {
        let given: Vec<&str> =
            ["playouts", "nodes", "ms"].into_iter().filter(|key| self.is_given(key)).collect();
        match given[..] {
            [] | ["playouts"] => Ok(Budget::Playouts(self.number("playouts", 1..=100_000_000)?)),
            ["nodes"] => Ok(Budget::Nodes(self.number("nodes", 1..=100_000_000_000)?)),
            ["ms"] => Ok(Budget::Time(Duration::from_millis(self.number("ms", 1..=3_600_000)?))),
            _ => Err(self.wrong(format!("give one budget, not {}", given.join(" and ")))),
        }
    }

    /// The time that it may take for a move, where that is its budget.
    pub fn time(&self) -> Option<Duration> {
        match self.budget() {
            Ok(Budget::Time(time)) => Some(time),
            Ok(Budget::Playouts(_) | Budget::Nodes(_)) | Err(_) => None,
        }
    }

    /// As [`budget`](Self::budget), for a search without playouts.
    pub(super) fn search_budget(&self) -> Result<Budget, SpecError> {
        match self.is_given("nodes") || self.is_given("ms") {
            true => self.budget(),
            false => Ok(Budget::Nodes(self.number("nodes", 1..=100_000_000_000)?)),
        }
    }

    /// The same agent with some parameters of another, where that has them.
    pub(crate) fn with_those_of(mut self, other: &AgentSpec, keys: &[&'static str]) -> AgentSpec {
        let budget = ["playouts", "nodes", "ms"].iter().any(|key| other.is_given(key));
        for &key in keys {
            // Without a budget it is the default of `other`, not that of this agent.
            if other.is_given(key) || (key == "playouts" && !budget) {
                self.parameters.push((key, other.text(key).to_owned()));
            }
        }
        self
    }

    /// Why a series with this agent cannot begin.
    pub(crate) fn not_ready(&self, cause: AgentError) -> SpecError {
        SpecError::NotReady { agent: self.name, cause }
    }

    /// The agent's name.
    pub fn name(&self) -> &'static str {
        self.name
    }

    /// A parameter that is none of the words it may be.
    pub(super) fn bad_word(&self, key: &str, words: &str, found: &str) -> SpecError {
        self.wrong(format!("{key} must be {words}, not \"{found}\""))
    }

    /// Something is wrong with a parameter.
    pub(super) fn wrong(&self, text: String) -> SpecError {
        SpecError::Parameter { agent: self.name, text }
    }

    /// The command of `process`; empty for all others.
    pub(super) fn command(&self) -> &str {
        &self.command
    }
}

/// Words as a sentence lists them: "a, b or c".
fn list_of(words: &[&str]) -> String {
    match words {
        [first @ .., last] if !first.is_empty() => format!("{} or {last}", first.join(", ")),
        _ => words.concat(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_command_keeps_its_commas_colons_and_brackets() {
        for text in [
            "process:bot --agent uct:ms=5,c=1 [x]",
            "process[ms=300]:python3 'my bot.py'",
            "process[ms=300,stderr=drop]:a",
        ] {
            let spec: AgentSpec = text.parse().unwrap();
            assert_eq!((spec.name(), spec.to_string().as_str()), ("process", text));
        }
    }

    #[test]
    fn a_wrong_process_is_refused_before_it_is_started() {
        let error = |text: &str| text.parse::<AgentSpec>().unwrap_err().to_string();
        let hint = "write process:COMMAND or process[ms=2000]:COMMAND";
        assert_eq!(error("process"), format!("agent process: there is no command; {hint}"));
        assert_eq!(error("process[ms=5]"), format!("agent process: there is no command; {hint}"));
        assert_eq!(error("process[ms=5:a"), format!("agent process: \"[\" is not closed; {hint}"));
        assert_eq!(error("process:a 'b"), "agent process: a quote ' is not closed");
        assert_eq!(
            error("process[ms=0]:a"),
            "agent process: ms must be a number from 1 to 3600000, not \"0\""
        );
        assert_eq!(
            error("process[stderr=x]:a"),
            "agent process: stderr must be pass or drop, not \"x\""
        );
        assert!(error("processes:a").starts_with("unknown agent"));
    }
}
