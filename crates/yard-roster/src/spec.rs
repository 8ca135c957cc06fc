//! `name:key=value,..` as a value: read once, checked, and printed in one form.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use yard_agents::Budget;
use yard_core::{Rules, Side, hint_or};
use yard_protocol::{CommandError, split_spec, split_words};

use crate::agents::{AgentConfig, DESCRIPTIONS, Describes, Given, ParameterFault, description};
use crate::parameter::{FileName, Unit, Value};

/// An agent and what is set of it.
///
/// Two specifications are equal when they mean the same agent, however they were written. The printed
/// form has the parameters that were written, in the order of the agent's list: what a table or a
/// results file says explicitly stays there, even where a default changes one day.
///
/// ```
/// use yard_roster::AgentSpec;
/// let spec: AgentSpec = "pimbot:filter=off,playouts=3000".parse().unwrap();
/// assert_eq!(spec.to_string(), "pimbot:playouts=3000,filter=off");
/// assert_eq!(spec, "pimbot:filter=off".parse().unwrap(), "3000 playouts are the default");
/// assert_eq!(
///     "pimbot:playout=5".parse::<AgentSpec>().unwrap_err().to_string(),
///     "agent pimbot: unknown parameter \"playout\", did you mean \"playouts\"?"
/// );
/// ```
#[derive(Clone)]
pub struct AgentSpec {
    config: AgentConfig,
    given: Given,
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
    /// The agent does not have that parameter.
    #[error("agent {agent}: unknown parameter \"{key}\"{hint}")]
    UnknownParameter {
        /// Which agent.
        agent: &'static str,
        /// What was asked for.
        key: String,
        /// What may have been meant.
        hint: String,
    },
    /// A part is not written `key=value`.
    #[error("agent {agent}: \"{part}\" is not written key=value")]
    NoValue {
        /// Which agent.
        agent: &'static str,
        /// The part.
        part: String,
    },
    /// A parameter is given twice.
    #[error("agent {agent}: \"{key}\" is given twice")]
    Twice {
        /// Which agent.
        agent: &'static str,
        /// Which parameter.
        key: &'static str,
    },
    /// A parameter cannot be that.
    #[error("agent {agent}: {key} must be {must_be}, not \"{found}\"")]
    Value {
        /// Which agent.
        agent: &'static str,
        /// Which parameter.
        key: &'static str,
        /// What it must be, in words.
        must_be: String,
        /// What was written.
        found: String,
    },
    /// More than one budget.
    #[error("agent {agent}: give one budget, not {}", .keys.join(" and "))]
    Budgets {
        /// Which agent.
        agent: &'static str,
        /// The budgets given.
        keys: Vec<&'static str>,
    },
    /// Settings for which there is no text.
    #[error("agent {agent}: these settings cannot be written as a text")]
    NotWritable {
        /// Which agent.
        agent: &'static str,
    },
    /// The command of `process` is none.
    #[error("agent process: {0}")]
    Command(#[from] CommandError),
}

impl FromStr for AgentSpec {
    type Err = SpecError;

    fn from_str(text: &str) -> Result<AgentSpec, SpecError> {
        // A command may hold anything, so its parameters stand before it.
        let process = text
            .strip_prefix("process")
            .filter(|rest| rest.is_empty() || rest.starts_with([':', '[']));
        let (name, parameters, command) = match process {
            Some(rest) => {
                let (parameters, command) = split_spec(rest)?;
                ("process", parameters, Some(command))
            }
            None => {
                let (name, parameters) = text.split_once(':').unwrap_or((text, ""));
                (name, parameters, None)
            }
        };
        let described = description(name).ok_or_else(|| unknown(name))?;
        let mut pairs = Vec::new();
        for part in parameters.split(',').filter(|part| !part.is_empty()) {
            let pair = part.split_once('=');
            let part = || part.to_owned();
            pairs.push(
                pair.ok_or_else(|| SpecError::NoValue { agent: described.name(), part: part() })?,
            );
        }
        let (mut config, given) =
            described.read(&pairs).map_err(|fault| parameter_error(described, fault))?;
        if let (AgentConfig::Process(program), Some(command)) = (&mut config, command) {
            program.words = split_words(command)?;
            program.command = command.to_owned();
        }
        Ok(AgentSpec { config, given })
    }
}

fn unknown(name: &str) -> SpecError {
    let names = DESCRIPTIONS.iter().map(|known| known.name());
    let hint = yard_core::hint(name, names);
    SpecError::Unknown { name: name.chars().take(40).collect(), hint }
}

fn parameter_error(described: &dyn Describes, fault: ParameterFault) -> SpecError {
    let agent = described.name();
    match fault {
        ParameterFault::UnknownKey(key) => {
            let keys = described.keys();
            let none = || if keys.is_empty() { " (it has none)" } else { "" }.to_owned();
            let hint = hint_or(&key, keys.iter().copied(), none);
            SpecError::UnknownParameter { agent, key, hint }
        }
        ParameterFault::Twice(key) => SpecError::Twice { agent, key },
        ParameterFault::Wrong { key, must_be, found } => {
            SpecError::Value { agent, key, must_be, found }
        }
        ParameterFault::Budgets(keys) => SpecError::Budgets { agent, keys },
    }
}

impl fmt::Display for AgentSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())?;
        let (first, command) = match &self.config {
            AgentConfig::Process(program) => ('[', Some(&program.command)),
            _ => (':', None),
        };
        let mut sign = first;
        for (place, (key, value)) in self.values().into_iter().enumerate() {
            if self.given.has(place) {
                write!(f, "{sign}{key}={value}")?;
                sign = ',';
            }
        }
        match command {
            Some(command) => write!(f, "{}:{command}", if sign == ',' { "]" } else { "" }),
            None => Ok(()),
        }
    }
}

impl fmt::Debug for AgentSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "AgentSpec({self})")
    }
}

impl PartialEq for AgentSpec {
    fn eq(&self, other: &AgentSpec) -> bool {
        self.config == other.config
    }
}

/// As it is printed.
impl Serialize for AgentSpec {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for AgentSpec {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<AgentSpec, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(D::Error::custom)
    }
}

/// What differs from the agent's default is printed, and its budget always.
///
/// # Errors
/// When these settings cannot be written as a text: a specification never prints as another agent.
impl TryFrom<AgentConfig> for AgentSpec {
    type Error = SpecError;

    fn try_from(config: AgentConfig) -> Result<AgentSpec, SpecError> {
        let spec = AgentSpec::of_config(config);
        match spec.to_string().parse::<AgentSpec>() {
            Ok(read) if read == spec => Ok(spec),
            Ok(_) | Err(_) => Err(SpecError::NotWritable { agent: spec.name() }),
        }
    }
}

impl AgentSpec {
    /// A specification of settings that have a text.
    fn of_config(config: AgentConfig) -> AgentSpec {
        let default = description(config.name()).and_then(|known| known.read(&[]).ok());
        let defaults = match (description(config.name()), default) {
            (Some(known), Some((default, _))) => known.values(&default),
            (None, _) | (_, None) => Vec::new(),
        };
        let mut spec = AgentSpec { config, given: Given::default() };
        let told = spec.values().into_iter().enumerate().filter(|(place, (_, value))| {
            matches!(value, Value::Budget(_, Some(_)))
                || defaults.get(*place).is_some_and(|(_, default)| default != value)
        });
        let places: Vec<usize> = told
            .filter(|(_, (_, value))| !matches!(value, Value::Budget(_, None)))
            .map(|(place, _)| place)
            .collect();
        for place in places {
            spec.given.add(place);
        }
        spec
    }
}

impl AgentSpec {
    /// The agent's name.
    pub fn name(&self) -> &'static str {
        self.config.name()
    }

    /// All that is set of it.
    pub fn config(&self) -> &AgentConfig {
        &self.config
    }

    /// All parameters with what they are, in the order of the agent's list.
    pub fn values(&self) -> Vec<(&'static str, Value)> {
        description(self.name()).map_or(Vec::new(), |known| known.values(&self.config))
    }

    /// What a parameter is; `None` when the agent does not have it.
    pub fn value(&self, key: &str) -> Option<Value> {
        self.values().into_iter().find(|(known, _)| *known == key).map(|(_, value)| value)
    }

    /// What a move may cost; `None` for an agent without such a budget.
    pub fn budget(&self) -> Option<Budget> {
        self.config.budget()
    }

    /// The time that it may take for a move, where that is its budget.
    pub fn time(&self) -> Option<Duration> {
        match self.budget() {
            Some(Budget::Time(time)) => Some(time),
            Some(Budget::Playouts(_) | Budget::Nodes(_)) | None => None,
        }
    }

    /// The same agent without its budget, as people read it, and that budget.
    pub fn without_budget(&self) -> Option<(String, Unit, u64)> {
        let (unit, amount) = Unit::of(self.budget()?);
        let mut rest = self.clone();
        for (place, (_, value)) in self.values().into_iter().enumerate() {
            if matches!(value, Value::Budget(..)) {
                rest.given.remove(place);
            }
        }
        Some((rest.to_string(), unit, amount))
    }

    /// All that it may read from files, or takes from what is shipped.
    pub fn files(&self) -> Vec<FileName> {
        let files = self.values().into_iter().filter_map(|(_, value)| match value {
            Value::File(file) => Some(file),
            Value::Count(_)
            | Value::Number(_)
            | Value::Choice(_)
            | Value::Switch(..)
            | Value::Budget(..) => None,
        });
        files.collect()
    }

    /// The trainings whose models it plays with.
    pub fn runs(&self) -> Vec<String> {
        let runs = self.files().into_iter().filter_map(|file| match file {
            FileName::Run { run, .. } => Some(run),
            FileName::Shipped(_) | FileName::Path(_) => None,
        });
        runs.collect()
    }

    /// The same agent with the models of another training.
    #[must_use]
    pub fn with_run(&self, from: &str, to: &str) -> AgentSpec {
        let mut spec = self.clone();
        let model = match &mut spec.config {
            AgentConfig::Dqn(config) => Some(&mut config.model),
            AgentConfig::Qnet(config) => Some(&mut config.model),
            _ => None,
        };
        if let Some(FileName::Run { run, .. }) = model
            && run == from
        {
            to.clone_into(run);
        }
        spec
    }

    /// The same agent with a budget for a moment's thought, where it can have one.
    pub fn reduced(&self) -> Option<AgentSpec> {
        self.config.reduced().map(AgentSpec::of_config)
    }

    /// The agent that `best` is under some rules, as it would be asked for by name; any other agent is
    /// itself.
    pub fn stands_for(&self, side: Side, rules: &Rules) -> AgentSpec {
        match &self.config {
            AgentConfig::Best(config) => AgentSpec::of_config(config.stands_for(side, rules)),
            _ => self.clone(),
        }
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

    /// What was written stays, in the order of the list; what was not is not made up.
    #[test]
    fn a_specification_is_printed_in_one_form() {
        for (text, printed) in [
            ("pimbot", "pimbot"),
            ("pimbot:", "pimbot"),
            ("pimbot:threads=2,playouts=3000", "pimbot:playouts=3000,threads=2"),
            ("lookahead:p=0.50", "lookahead:p=0.5"),
            ("nash:precision=0.0010", "nash:precision=0.001"),
            (
                "dqn:partner=alphabeta,model=runs/a/model.safetensors",
                "dqn:model=runs/a/model.safetensors,partner=alphabeta",
            ),
        ] {
            let spec: AgentSpec = text.parse().unwrap();
            assert_eq!(spec.to_string(), printed);
            assert_eq!(printed.parse::<AgentSpec>().unwrap(), spec);
            let json = serde_json::to_string(&spec).unwrap();
            assert_eq!(json, format!("\"{printed}\""));
            assert_eq!(serde_json::from_str::<AgentSpec>(&json).unwrap(), spec);
        }
        let same: [AgentSpec; 2] = ["best", "best:playouts=3000"].map(|text| text.parse().unwrap());
        assert_eq!(same[0], same[1]);
        assert_ne!(same[0], "best:nodes=3000".parse().unwrap());
    }

    /// Gerža's search has no word for a reading that only Sova's has.
    #[test]
    fn settings_without_a_word_have_no_text() {
        let config = |opponent| {
            let config = yard_agents::GerzaConfig { opponent, ..Default::default() };
            AgentSpec::try_from(AgentConfig::MctsGerza(config))
        };
        assert!(config(yard_agents::mcts::Opponent::Follows).is_ok());
        let error = config(yard_agents::mcts::Opponent::Paired).unwrap_err();
        assert_eq!(error, SpecError::NotWritable { agent: "mcts-gerza" });
    }

    #[test]
    fn files_know_what_they_are() {
        let file = |text: &str| text.parse::<AgentSpec>().unwrap().files().remove(0);
        assert_eq!(file("dqn:model=grid5"), FileName::Shipped("grid5"));
        assert_eq!(file("nash"), FileName::Shipped("kept"));
        let run = FileName::Run { run: "dash-1".to_owned(), file: "mr-x.safetensors".to_owned() };
        assert_eq!(file("qnet:model=runs/dash-1/mr-x.safetensors"), run);
        for path in ["runs/../x", "runs/a/b/c", "x.toml", "/runs/a/b"] {
            assert_eq!(file(&format!("dqn:model={path}")), FileName::Path(path.into()));
        }
        let spec: AgentSpec = "qnet:model=runs/dash-1/mr-x.safetensors".parse().unwrap();
        assert_eq!(spec.runs(), ["dash-1"]);
        let other = spec.with_run("dash-1", "dash-1-200");
        assert_eq!(other.to_string(), "qnet:model=runs/dash-1-200/mr-x.safetensors");
        assert_eq!(spec.with_run("dash-2", "x"), spec);
    }

    #[test]
    fn a_budget_is_taken_off_and_defaults_count() {
        let of = |text: &str| text.parse::<AgentSpec>().unwrap().without_budget();
        let sova = "mcts-sova".to_owned();
        assert_eq!(of("mcts-sova"), Some((sova.clone(), Unit::Playouts, 3000)));
        assert_eq!(of("mcts-sova:playouts=50"), Some((sova, Unit::Playouts, 50)));
        let other = "mcts-sova:exploration=1".to_owned();
        assert_eq!(of("mcts-sova:nodes=9,exploration=1"), Some((other, Unit::Nodes, 9)));
        assert_eq!(of("random"), None);
        // The time limit of a program is not a budget that its strength could be drawn over.
        assert_eq!(of("process:bot playouts=3"), None);
        assert_eq!(of("process[ms=30]:bot"), None);
    }
}
