//! All agents by name: what each can do, what can be set, and what is set.
//!
//! An agent is described once, by a [`Description`]. Its defaults are those of its own configuration.
//! A new agent needs a description in one of these files, a variant of [`AgentConfig`], a line in
//! [`DESCRIPTIONS`], and an arm for each side in `roster.rs`.

mod best;
mod learned;
mod nash;
mod person;
mod pimbot;
mod resolve;
mod searches;

use std::sync::LazyLock;

use serde::Serialize;
use yard_agents::mcts::{GerzaConfig, SovaConfig};
use yard_agents::{AlphaBetaConfig, Budget, ExpectimaxConfig, LookaheadConfig, ParanoidConfig};
use yard_core::Side;
use yard_protocol::ProgramSpec;
use yard_solve::ResolveConfig;

pub use best::{BestConfig, HASTE_PLAYOUTS};
pub use learned::{DqnConfig, QnetConfig};
pub use nash::NashConfig;
pub use person::PersonConfig;
pub use pimbot::PimBotSettings;

use crate::parameter::{Kind, Parameter, Value};

/// An agent and all that is set of it.
#[derive(Clone, PartialEq, Debug)]
pub enum AgentConfig {
    /// `random`, which has no parameters.
    Random,
    /// `lookahead`.
    Lookahead(LookaheadConfig),
    /// `paranoid`.
    Paranoid(ParanoidConfig),
    /// `paranoid-nw`: the same search with another leaf and move filter.
    ParanoidNw(ParanoidConfig),
    /// `expectimax`.
    Expectimax(ExpectimaxConfig),
    /// `alphabeta`.
    AlphaBeta(AlphaBetaConfig),
    /// `mcts-sova`.
    MctsSova(SovaConfig),
    /// `mcts-sova-distance`: the same search with rewards by distance.
    MctsSovaDistance(SovaConfig),
    /// `mcts-gerza`.
    MctsGerza(GerzaConfig),
    /// `pimbot`.
    PimBot(Box<PimBotSettings>),
    /// `dqn`.
    Dqn(DqnConfig),
    /// `qnet`.
    Qnet(QnetConfig),
    /// `nash`.
    Nash(NashConfig),
    /// `resolve`.
    Resolve(ResolveConfig),
    /// `best`, which is another agent on each board and side.
    Best(BestConfig),
    /// `person`, which thinks as `best` does, at times.
    Person(PersonConfig),
    /// `process`, somebody's own program.
    Process(ProgramSpec),
}

impl AgentConfig {
    /// The agent's name.
    pub fn name(&self) -> &'static str {
        match self {
            AgentConfig::Random => "random",
            AgentConfig::Lookahead(_) => "lookahead",
            AgentConfig::Paranoid(_) => "paranoid",
            AgentConfig::ParanoidNw(_) => "paranoid-nw",
            AgentConfig::Expectimax(_) => "expectimax",
            AgentConfig::AlphaBeta(_) => "alphabeta",
            AgentConfig::MctsSova(_) => "mcts-sova",
            AgentConfig::MctsSovaDistance(_) => "mcts-sova-distance",
            AgentConfig::MctsGerza(_) => "mcts-gerza",
            AgentConfig::PimBot(_) => "pimbot",
            AgentConfig::Dqn(_) => "dqn",
            AgentConfig::Qnet(_) => "qnet",
            AgentConfig::Nash(_) => "nash",
            AgentConfig::Resolve(_) => "resolve",
            AgentConfig::Best(_) => "best",
            AgentConfig::Person(_) => "person",
            AgentConfig::Process(_) => "process",
        }
    }

    /// What a move may cost; `None` for an agent that has no budget of the common kind.
    pub fn budget(&self) -> Option<Budget> {
        match self {
            AgentConfig::Paranoid(config) | AgentConfig::ParanoidNw(config) => Some(config.budget),
            AgentConfig::Expectimax(config) => Some(config.budget),
            AgentConfig::MctsSova(config) | AgentConfig::MctsSovaDistance(config) => {
                Some(config.budget)
            }
            AgentConfig::MctsGerza(config) => Some(config.budget),
            AgentConfig::PimBot(settings) => Some(settings.config.budget),
            AgentConfig::Best(config) => Some(config.budget),
            AgentConfig::Person(config) => Some(config.best.budget),
            AgentConfig::Random
            | AgentConfig::Lookahead(_)
            | AgentConfig::AlphaBeta(_)
            | AgentConfig::Dqn(_)
            | AgentConfig::Qnet(_)
            | AgentConfig::Nash(_)
            | AgentConfig::Resolve(_)
            | AgentConfig::Process(_) => None,
        }
    }
}

/// Playouts of an agent that is only asked whether it still plays as it did.
const FEW_PLAYOUTS: u32 = 20;
/// Nodes, for those that search.
const FEW_NODES: u64 = 200;
/// Public states, for `resolve`.
const FEW_EXPANSIONS: u32 = 10;

impl AgentConfig {
    /// The same agent with a budget for a moment's thought. `None` where that cannot be had: a program,
    /// or a game that would have to be solved.
    pub fn reduced(&self) -> Option<AgentConfig> {
        let (playouts, nodes) = (Budget::Playouts(FEW_PLAYOUTS), Budget::Nodes(FEW_NODES));
        let mut config = self.clone();
        match &mut config {
            AgentConfig::Paranoid(config) | AgentConfig::ParanoidNw(config) => {
                config.budget = nodes;
            }
            AgentConfig::Expectimax(config) => config.budget = nodes,
            AgentConfig::AlphaBeta(config) => config.depth = 1,
            AgentConfig::Resolve(config) => config.expansions = FEW_EXPANSIONS,
            AgentConfig::MctsSova(config) | AgentConfig::MctsSovaDistance(config) => {
                config.budget = playouts;
            }
            AgentConfig::MctsGerza(config) => config.budget = playouts,
            AgentConfig::PimBot(settings) => {
                settings.config.budget = playouts;
                settings.config.threads = 1;
            }
            AgentConfig::Random
            | AgentConfig::Lookahead(_)
            | AgentConfig::Dqn(_)
            | AgentConfig::Qnet(_) => {}
            AgentConfig::Nash(_)
            | AgentConfig::Best(_)
            | AgentConfig::Person(_)
            | AgentConfig::Process(_) => return None,
        }
        Some(config)
    }
}

/// Which sides an agent can play.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Sides {
    Both,
    Only(Side),
}

impl Sides {
    fn has(self, side: Side) -> bool {
        self == Sides::Both || self == Sides::Only(side)
    }
}

/// What there is to know of an agent whose configuration is a `C`.
pub(crate) struct Description<C: 'static> {
    pub(crate) name: &'static str,
    pub(crate) sides: Sides,
    pub(crate) about: &'static str,
    pub(crate) source: &'static str,
    /// The agent's own default.
    pub(crate) default: fn() -> C,
    pub(crate) parameters: &'static [Parameter<C>],
    /// The configuration as that of some agent.
    pub(crate) wrap: fn(C) -> AgentConfig,
    /// The configuration, when it is that of this agent.
    pub(crate) unwrap: fn(&AgentConfig) -> Option<&C>,
}

/// A description whatever the type of its configuration.
pub(crate) trait Describes: Sync {
    fn name(&self) -> &'static str;
    fn info(&self) -> AgentInfo;
    /// The keys of the parameters, in their order.
    fn keys(&self) -> Vec<&'static str>;
    /// Reads parameters, each a key and a text, and tells which were given.
    fn read(&self, given: &[(&str, &str)]) -> Result<(AgentConfig, Given), ParameterFault>;
    /// All parameters of a configuration with what they are.
    fn values(&self, config: &AgentConfig) -> Vec<(&'static str, Value)>;
}

/// What is wrong with the parameters of a specification.
pub(crate) enum ParameterFault {
    /// There is none of that name.
    UnknownKey(String),
    /// It was given before.
    Twice(&'static str),
    /// It must be something else.
    Wrong { key: &'static str, must_be: String, found: String },
    /// More than one budget.
    Budgets(Vec<&'static str>),
}

/// Which parameters were written, by their places in the list.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Given(u64);

impl Given {
    pub(crate) fn has(self, place: usize) -> bool {
        self.0 >> place & 1 == 1
    }

    pub(crate) fn add(&mut self, place: usize) {
        self.0 |= 1 << place;
    }

    pub(crate) fn remove(&mut self, place: usize) {
        self.0 &= !(1 << place);
    }
}

impl<C> Describes for Description<C> {
    fn name(&self) -> &'static str {
        self.name
    }

    fn info(&self) -> AgentInfo {
        let default = (self.default)();
        let parameter = |parameter: &Parameter<C>| ParameterInfo {
            key: parameter.key,
            default: parameter.field.get(&default).to_string(),
            meaning: parameter.meaning,
            kind: parameter.field.kind(),
        };
        AgentInfo {
            name: self.name,
            mr_x: self.sides.has(Side::MrX),
            detectives: self.sides.has(Side::Detectives),
            about: self.about,
            source: self.source,
            parameters: self.parameters.iter().map(parameter).collect(),
        }
    }

    fn keys(&self) -> Vec<&'static str> {
        self.parameters.iter().map(|parameter| parameter.key).collect()
    }

    fn read(&self, given: &[(&str, &str)]) -> Result<(AgentConfig, Given), ParameterFault> {
        let (mut config, mut seen) = ((self.default)(), Given::default());
        let mut budgets = Given::default();
        for (key, text) in given {
            let place = self.parameters.iter().position(|parameter| parameter.key == *key);
            let place = place.ok_or_else(|| ParameterFault::UnknownKey((*key).to_owned()))?;
            let Parameter { key, field, .. } = &self.parameters[place];
            if seen.has(place) {
                return Err(ParameterFault::Twice(key));
            }
            seen.add(place);
            if field.is_budget() {
                budgets.add(place);
            }
            field.read(&mut config, text).map_err(|must_be| ParameterFault::Wrong {
                key,
                must_be,
                found: (*text).to_owned(),
            })?;
        }
        if budgets.0.count_ones() > 1 {
            let keys = self.parameters.iter().enumerate();
            let keys = keys.filter(|(place, _)| budgets.has(*place)).map(|(_, one)| one.key);
            return Err(ParameterFault::Budgets(keys.collect()));
        }
        Ok(((self.wrap)(config), seen))
    }

    fn values(&self, config: &AgentConfig) -> Vec<(&'static str, Value)> {
        let config = (self.unwrap)(config).into_iter();
        let all = config.flat_map(|config| {
            self.parameters.iter().map(move |one| (one.key, one.field.get(config)))
        });
        all.collect()
    }
}

/// What the roster knows of an agent.
#[derive(Clone, PartialEq, Debug, Serialize)]
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
    pub parameters: Vec<ParameterInfo>,
}

impl AgentInfo {
    /// Tells whether it can play a side.
    pub fn plays(&self, side: Side) -> bool {
        match side {
            Side::MrX => self.mr_x,
            Side::Detectives => self.detectives,
        }
    }

    /// Tells whether it has a parameter.
    pub fn has(&self, key: &str) -> bool {
        self.parameters.iter().any(|parameter| parameter.key == key)
    }
}

/// What the roster knows of a parameter.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct ParameterInfo {
    /// Its name.
    pub key: &'static str,
    /// What it is when left out.
    pub default: String,
    /// What it does.
    pub meaning: &'static str,
    /// What it may be.
    #[serde(flatten)]
    pub kind: Kind,
}

/// All agents.
pub(crate) static DESCRIPTIONS: [&dyn Describes; 17] = [
    &searches::RANDOM,
    &searches::LOOKAHEAD,
    &searches::PARANOID,
    &searches::PARANOID_NW,
    &searches::EXPECTIMAX,
    &searches::ALPHABETA,
    &searches::MCTS_SOVA,
    &searches::MCTS_SOVA_DISTANCE,
    &searches::MCTS_GERZA,
    &pimbot::PIMBOT,
    &learned::DQN,
    &learned::QNET,
    &nash::NASH,
    &resolve::RESOLVE,
    &best::BEST,
    &person::PERSON,
    &searches::PROCESS,
];

/// The description of an agent, by name.
pub(crate) fn description(name: &str) -> Option<&'static dyn Describes> {
    DESCRIPTIONS.iter().find(|known| known.name() == name).copied()
}

/// All agents, for lists.
pub static AGENTS: LazyLock<Vec<AgentInfo>> =
    LazyLock::new(|| DESCRIPTIONS.iter().map(|description| description.info()).collect());

#[cfg(test)]
mod tests {
    use super::*;

    /// A row in both tables, told by the name in code at its start.
    #[test]
    fn every_agent_is_documented() {
        let readme = include_str!("../../../../README.md");
        let list = include_str!("../../../../docs/reference/agents.md");
        for AgentInfo { name, .. } in AGENTS.iter() {
            let rows = [format!("| `{name}`"), format!("| `{name}:"), format!("| [`{name}`](")];
            for (file, text) in [("README.md", readme), ("docs/reference/agents.md", list)] {
                let has = |line: &str| rows.iter().any(|row| line.starts_with(row));
                assert!(text.lines().any(has), "{name} is not in {file}");
            }
        }
    }

    /// Each description makes a configuration of its own name, and knows all values of it again.
    #[test]
    fn descriptions_and_configurations_belong_together() {
        for description in DESCRIPTIONS {
            let Ok((config, given)) = description.read(&[]) else { panic!("no default") };
            assert_eq!((config.name(), given), (description.name(), Given::default()));
            let keys = description.keys();
            assert!(keys.len() <= 64, "{} parameters do not fit", keys.len());
            let values: Vec<&str> =
                description.values(&config).into_iter().map(|(key, _)| key).collect();
            assert_eq!(values, keys, "{}", description.name());
        }
    }

    /// A default that is written out is the same agent: no default is out of its own bounds.
    #[test]
    fn every_default_can_be_written() {
        for description in DESCRIPTIONS.iter().filter(|known| known.name() != "process") {
            let Ok((default, _)) = description.read(&[]) else { panic!("no default") };
            for (key, value) in description.values(&default) {
                let text = value.to_string();
                if text == "none" && matches!(value, Value::Budget(..)) {
                    continue;
                }
                let Ok((again, _)) = description.read(&[(key, &text)]) else {
                    panic!("{}:{key}={text} is refused", description.name())
                };
                assert!(again == default, "{}:{key}={text}", description.name());
            }
        }
    }
}
