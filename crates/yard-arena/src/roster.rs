//! The roster: the one place that turns `name:key=value,..` into an agent.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;
use std::time::Duration;

use yard_agents::mcts::{GerzaParameters, Opponent, SovaParameters};
use yard_agents::{
    Agent, AlphaBeta, AlphaBetaConfig, Budget, Detectives, Expectimax, ExpectimaxConfig,
    LineWeights, Lookahead, LookaheadConfig, MctsGerza, MctsSova, MctsSovaDistance, MrX, Paranoid,
    ParanoidConfig, PathSum, Places, RandomAgent,
};
use yard_core::{Rules, did_you_mean};
use yard_learn::grid::DqnAgent;
use yard_learn::london::QnetAgent;

use crate::best::Side;
use crate::models::load_model;
use crate::process::{ProcessAgent, ProgramSpec, split_spec, split_words};

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

/// A budget of the searching agents, beside `playouts`.
pub(crate) const NODES: Parameter =
    Parameter { key: "nodes", default: "none", meaning: "moves made for each move, instead" };
/// Another one.
pub(crate) const MILLISECONDS: Parameter =
    Parameter { key: "ms", default: "none", meaning: "milliseconds for each move, instead" };
/// The budget of a search that plays nothing out.
const SEARCH_NODES: Parameter =
    Parameter { key: "nodes", default: "15000", meaning: "moves made for each move" };
/// How deep such a search may get.
const SEARCH_DEPTH: Parameter =
    Parameter { key: "depth", default: "100", meaning: "the most plies that are searched" };
/// How a tree search takes the other side.
const OPPONENT: Parameter = Parameter {
    key: "opponent",
    default: "opposes",
    meaning: "how the other side chooses in the tree: opposes or follows",
};
/// The same for Sova's searches, which have one more reading.
const SOVA_OPPONENT: Parameter =
    Parameter { meaning: "how the other side chooses: opposes, follows or paired", ..OPPONENT };

/// All agents.
pub const AGENTS: [AgentInfo; 15] = [
    AgentInfo {
        name: "random",
        mr_x: true,
        detectives: true,
        about: "every legal move equally likely, double moves included",
        source: "the baseline of every paper; \"easy\" of Mortimer & Colfer",
        parameters: &[],
    },
    AgentInfo {
        name: "lookahead",
        mr_x: true,
        detectives: true,
        about: "one move ahead by the sum of distances over all places of Mr X",
        source: "Mortimer & Colfer, 2a; \"medium\" with p=0.5, \"hard\" detectives with p=1",
        parameters: &[
            Parameter {
                key: "p",
                default: "1",
                meaning: "chance of the best move; else a random one",
            },
            Parameter {
                key: "places",
                default: "exact",
                meaning: "where detectives look: exact, or forgetful as the published program",
            },
            Parameter { key: "taxi", default: "1", meaning: "what a taxi line costs" },
            Parameter { key: "bus", default: "1", meaning: "what a bus line costs" },
            Parameter {
                key: "underground",
                default: "1",
                meaning: "what an underground line costs",
            },
            Parameter { key: "ferry", default: "1", meaning: "what a ferry line costs" },
        ],
    },
    AgentInfo {
        name: "paranoid",
        mr_x: true,
        detectives: false,
        about: "alpha-beta against detectives who see him, deepened to a budget",
        source: "Mortimer & Colfer, 2b and equation 1; \"hard\" Mr X",
        parameters: &[
            SEARCH_NODES,
            MILLISECONDS,
            SEARCH_DEPTH,
            Parameter { key: "taxi", default: "1", meaning: "what a taxi line costs" },
            Parameter { key: "bus", default: "2", meaning: "what a bus line costs" },
            Parameter {
                key: "underground",
                default: "4",
                meaning: "what an underground line costs",
            },
            Parameter { key: "ferry", default: "4", meaning: "what a ferry line costs" },
        ],
    },
    AgentInfo {
        name: "paranoid-nw",
        mr_x: true,
        detectives: false,
        about: "the same search with the leaf and the move filter of the minimax hider",
        source: "Nijssen & Winands 2012, the paranoid hider",
        parameters: &[SEARCH_NODES, MILLISECONDS, SEARCH_DEPTH],
    },
    AgentInfo {
        name: "expectimax",
        mr_x: false,
        detectives: true,
        about: "each detective by himself: his rides against Mr X's as chance",
        source: "Nijssen & Winands 2012, the expectimax seekers",
        parameters: &[SEARCH_NODES, MILLISECONDS, SEARCH_DEPTH],
    },
    AgentInfo {
        name: "alphabeta",
        mr_x: true,
        detectives: true,
        about: "minimax over whole rounds with path-summed distances; detectives plan at each sighting",
        source: "Tulušák 2020, as in Sova 2021, 4.2 and 5.4.2",
        parameters: &[
            Parameter { key: "depth", default: "3", meaning: "rounds that the tree is deep" },
            Parameter {
                key: "sum",
                default: "all",
                meaning: "nodes of a path that count: all, or rounds (after the detectives' plies)",
            },
        ],
    },
    AgentInfo {
        name: "mcts-sova",
        mr_x: true,
        detectives: true,
        about: "UCT by wins, from one random guess of Mr X",
        source: "Sova 2021, 5.2 and formula 5.2",
        parameters: &[
            Parameter {
                key: "playouts",
                default: "3000",
                meaning: "simulated games for each move",
            },
            NODES,
            MILLISECONDS,
            Parameter {
                key: "exploration",
                default: "2",
                meaning: "factor before the root of formula 5.2",
            },
            SOVA_OPPONENT,
        ],
    },
    AgentInfo {
        name: "mcts-sova-distance",
        mr_x: true,
        detectives: true,
        about: "MCTS with rewards by distance",
        source: "Sova 2021, 5.3.1 and formula 5.4",
        parameters: &[
            Parameter {
                key: "playouts",
                default: "3000",
                meaning: "simulated games for each move",
            },
            NODES,
            MILLISECONDS,
            Parameter {
                key: "exploration",
                default: "200",
                meaning: "factor before the root of formula 5.4; 100 in the published code",
            },
            SOVA_OPPONENT,
        ],
    },
    AgentInfo {
        name: "mcts-gerza",
        mr_x: true,
        detectives: true,
        about: "UCB1 over joint moves and possible places; grids only",
        source: "Gerža 2022",
        parameters: &[
            Parameter { key: "playouts", default: "250", meaning: "simulated games for each move" },
            NODES,
            MILLISECONDS,
            Parameter { key: "exploration", default: "5", meaning: "factor of UCB1" },
            Parameter {
                key: "capture",
                default: "10",
                meaning: "what a leaf counts that is itself the capture",
            },
            OPPONENT,
        ],
    },
    AgentInfo {
        name: "pimbot",
        mr_x: true,
        detectives: true,
        about: "UCT with Progressive History, one tree for all guesses, heuristic playouts",
        source: "Nijssen & Winands 2012; Nijssen 2013, chapter 7",
        parameters: &crate::pimbot_spec::PARAMETERS,
    },
    AgentInfo {
        name: "dqn",
        mr_x: true,
        detectives: true,
        about: "a deep Q-network that values the four steps; grids only",
        source: "Hrkľová 2023",
        parameters: &[Parameter {
            key: "model",
            default: "hrklova",
            meaning: "a shipped model, or a file of yard train (*.safetensors)",
        }],
    },
    AgentInfo {
        name: "qnet",
        mr_x: true,
        detectives: true,
        about: "a network that values every contemplated move; `dash` rules only",
        source: "Dash et al. 2018",
        parameters: &[Parameter {
            key: "model",
            default: "dash",
            meaning: "a shipped model, or a file of yard train (*.safetensors)",
        }],
    },
    AgentInfo {
        name: "nash",
        mr_x: true,
        detectives: true,
        about: "perfect play on boards small enough to be solved",
        source: "our solver; docs/SOLUTIONS.md",
        parameters: &crate::nash_spec::PARAMETERS,
    },
    AgentInfo {
        name: "best",
        mr_x: true,
        detectives: true,
        about: "the strongest of the others for the board and the side",
        source: "our own matches: docs/agents/best.md",
        parameters: &crate::best::PARAMETERS,
    },
    AgentInfo {
        name: "process",
        mr_x: true,
        detectives: true,
        about: "a program of your own: process:COMMAND or process[ms=2000]:COMMAND",
        source: "docs/PROTOCOL.md; examples/bot.py is one, yard engine another",
        parameters: &[
            Parameter {
                key: "ms",
                default: "10000",
                meaning: "time for each move in milliseconds",
            },
            Parameter {
                key: "stderr",
                default: "pass",
                meaning: "what it writes there is shown (pass) or thrown away (drop)",
            },
        ],
    },
];

/// An agent's name and parameters, as in `name:key=value,..`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AgentSpec {
    name: &'static str,
    parameters: Vec<(&'static str, String)>,
    /// The command of `process`; empty for all others.
    command: String,
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
        cause: String,
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
    pub(crate) fn budget(&self) -> Result<Budget, SpecError> {
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

    /// As [`budget`](Self::budget), for a search without playouts.
    fn search_budget(&self) -> Result<Budget, SpecError> {
        match self.parameters.iter().any(|(key, _)| *key == "nodes" || *key == "ms") {
            true => self.budget(),
            false => Ok(Budget::Nodes(self.number("nodes", 1..=100_000_000_000)?)),
        }
    }

    /// How `process` starts and treats its program.
    fn program(&self) -> Result<ProgramSpec, SpecError> {
        let wrong = |text| SpecError::Parameter { agent: self.name, text };
        Ok(ProgramSpec {
            command: self.command.clone(),
            words: split_words(&self.command).map_err(wrong)?,
            limit: Duration::from_millis(self.number("ms", 1..=3_600_000)?),
            mute: match self.text("stderr") {
                "pass" => false,
                "drop" => true,
                other => return Err(wrong(format!("stderr is pass or drop, not \"{other}\""))),
            },
        })
    }

    /// The same agent with some parameters of another, where that has them.
    pub(crate) fn with_those_of(mut self, other: &AgentSpec, keys: &[&'static str]) -> AgentSpec {
        let given = |key: &&str| other.parameters.iter().any(|(known, _)| known == key);
        let budget = ["playouts", "nodes", "ms"].iter().any(given);
        for &key in keys {
            // Without a budget it is the default of `other`, not that of this agent.
            if given(&key) || (key == "playouts" && !budget) {
                self.parameters.push((key, other.text(key).to_owned()));
            }
        }
        self
    }

    /// Looks at the parameters of `best`, some of which the agent that it is may not have.
    fn check_best(&self) -> Result<(), SpecError> {
        self.budget()?;
        self.number("threads", 1..=256).map(drop)
    }

    /// Why a series with this agent cannot begin.
    pub(crate) fn not_ready(&self, cause: String) -> SpecError {
        SpecError::NotReady { agent: self.name, cause }
    }

    /// The agent's name.
    pub fn name(&self) -> &'static str {
        self.name
    }

    fn line_weights(&self) -> Result<LineWeights, SpecError> {
        Ok(LineWeights {
            taxi: self.number("taxi", 1..=100)?,
            bus: self.number("bus", 1..=100)?,
            underground: self.number("underground", 1..=100)?,
            ferry: self.number("ferry", 1..=100)?,
        })
    }

    pub(crate) fn lookahead(&self) -> Result<Lookahead, SpecError> {
        let p = self.number("p", 0.0..=1.0)?;
        let places = match self.text("places") {
            "exact" => Places::Exact,
            "forgetful" => Places::Forgetful,
            other => {
                return Err(SpecError::Parameter {
                    agent: self.name,
                    text: format!("places must be exact or forgetful, not \"{other}\""),
                });
            }
        };
        Ok(Lookahead::new(LookaheadConfig { p, weights: self.line_weights()?, places }))
    }

    pub(crate) fn paranoid(&self) -> Result<Paranoid, SpecError> {
        let published = match self.name {
            "paranoid-nw" => ParanoidConfig::nijssen(),
            _ => ParanoidConfig { weights: self.line_weights()?, ..ParanoidConfig::mortimer() },
        };
        let (budget, depth) = (self.search_budget()?, self.number("depth", 1..=100)?);
        Ok(Paranoid::new(ParanoidConfig { budget, depth, ..published }))
    }

    fn expectimax(&self) -> Result<Expectimax, SpecError> {
        let (budget, depth) = (self.search_budget()?, self.number("depth", 1..=100)?);
        Ok(Expectimax::new(ExpectimaxConfig { budget, depth }))
    }

    pub(crate) fn alphabeta(&self) -> Result<AlphaBeta, SpecError> {
        let sum = match self.text("sum") {
            "all" => PathSum::All,
            "rounds" => PathSum::Rounds,
            other => return Err(self.bad_word("sum", "all or rounds", other)),
        };
        Ok(AlphaBeta::new(AlphaBetaConfig { depth: self.number("depth", 1..=6)?, sum }))
    }

    fn opponent(&self) -> Result<Opponent, SpecError> {
        match self.text("opponent") {
            "opposes" => Ok(Opponent::Opposes),
            "follows" => Ok(Opponent::Follows),
            "paired" if self.name != "mcts-gerza" => Ok(Opponent::Paired),
            other if self.name == "mcts-gerza" => {
                Err(self.bad_word("opponent", "opposes or follows", other))
            }
            other => Err(self.bad_word("opponent", "opposes, follows or paired", other)),
        }
    }

    fn bad_word(&self, key: &str, words: &str, found: &str) -> SpecError {
        let text = format!("{key} must be {words}, not \"{found}\"");
        SpecError::Parameter { agent: self.name, text }
    }

    fn sova(&self) -> Result<SovaParameters, SpecError> {
        Ok(SovaParameters {
            budget: self.budget()?,
            exploration: self.number("exploration", 0.0..=1e9)?,
            opponent: self.opponent()?,
        })
    }

    fn gerza(&self, rules: &Rules) -> Result<MctsGerza, SpecError> {
        let parameters = GerzaParameters {
            budget: self.budget()?,
            exploration: self.number("exploration", 0.0..=1e9)?,
            capture: self.number("capture", 0.0..=1e9)?,
            opponent: self.opponent()?,
        };
        MctsGerza::new(rules, parameters).map_err(|error| SpecError::Rules(error.to_string()))
    }

    fn dqn(&self, rules: &Rules, side: yard_learn::Side) -> Result<DqnAgent, SpecError> {
        // Rules come first: a model may be right and the board wrong.
        DqnAgent::check_rules(rules).map_err(|error| self.refuses(&error))?;
        let model = self.model(side)?;
        DqnAgent::new(model, rules, side).map_err(|error| self.refuses(&error))
    }

    fn qnet(&self, rules: &Rules, side: yard_learn::Side) -> Result<QnetAgent, SpecError> {
        QnetAgent::check_rules(rules).map_err(|error| self.refuses(&error))?;
        let model = self.model(side)?;
        QnetAgent::new(model, rules, side).map_err(|error| self.refuses(&error))
    }

    fn model(&self, side: yard_learn::Side) -> Result<Arc<yard_learn::Model>, SpecError> {
        load_model(self.text("model"), side)
            .map_err(|text| SpecError::Parameter { agent: self.name, text })
    }

    fn refuses(&self, error: &dyn fmt::Display) -> SpecError {
        SpecError::Rules(format!("{}: {error}", self.name))
    }

    /// Makes the agent for Mr X's side.
    ///
    /// # Errors
    /// When it cannot play that side or those rules, or a parameter is wrong.
    pub fn mr_x(&self, rules: &Rules) -> Result<Box<dyn Agent<MrX>>, SpecError> {
        match self.name {
            "random" => Ok(Box::new(RandomAgent)),
            "lookahead" => Ok(Box::new(self.lookahead()?)),
            "paranoid" | "paranoid-nw" => Ok(Box::new(self.paranoid()?)),
            "alphabeta" => Ok(Box::new(self.alphabeta()?)),
            "mcts-sova" => Ok(Box::new(MctsSova::new(self.sova()?))),
            "mcts-sova-distance" => Ok(Box::new(MctsSovaDistance::new(self.sova()?))),
            "mcts-gerza" => Ok(Box::new(self.gerza(rules)?)),
            "pimbot" => Ok(Box::new(self.pimbot()?)),
            "dqn" => Ok(Box::new(self.dqn(rules, yard_learn::Side::MrX)?)),
            "qnet" => Ok(Box::new(self.qnet(rules, yard_learn::Side::MrX)?)),
            "nash" => Ok(Box::new(self.nash(rules)?)),
            "best" => {
                self.check_best()?;
                self.stands_for(Side::MrX, rules).mr_x(rules)
            }
            "process" => Ok(Box::new(ProcessAgent::new(self.program()?))),
            agent => Err(SpecError::Side { agent, side: "Mr X" }),
        }
    }

    /// Makes the agent for the detectives' side.
    ///
    /// # Errors
    /// When it cannot play that side or those rules, or a parameter is wrong.
    pub fn detectives(&self, rules: &Rules) -> Result<Box<dyn Agent<Detectives>>, SpecError> {
        match self.name {
            "random" => Ok(Box::new(RandomAgent)),
            "lookahead" => Ok(Box::new(self.lookahead()?)),
            "expectimax" => Ok(Box::new(self.expectimax()?)),
            "alphabeta" => Ok(Box::new(self.alphabeta()?)),
            "mcts-sova" => Ok(Box::new(MctsSova::new(self.sova()?))),
            "mcts-sova-distance" => Ok(Box::new(MctsSovaDistance::new(self.sova()?))),
            "mcts-gerza" => Ok(Box::new(self.gerza(rules)?)),
            "pimbot" => Ok(Box::new(self.pimbot()?)),
            "dqn" => Ok(Box::new(self.dqn(rules, yard_learn::Side::Detectives)?)),
            "qnet" => Ok(Box::new(self.qnet(rules, yard_learn::Side::Detectives)?)),
            "nash" => Ok(Box::new(self.nash(rules)?)),
            "best" => {
                self.check_best()?;
                self.stands_for(Side::Detectives, rules).detectives(rules)
            }
            "process" => Ok(Box::new(ProcessAgent::new(self.program()?))),
            agent => Err(SpecError::Side { agent, side: "the detectives" }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A row in both tables, told by the name in code at its start.
    #[test]
    fn every_agent_is_documented() {
        let readme = include_str!("../../../README.md");
        let list = include_str!("../../../docs/AGENTS.md");
        for AgentInfo { name, .. } in &AGENTS {
            let rows = [format!("| `{name}`"), format!("| `{name}:"), format!("| [`{name}`](")];
            for (file, text) in [("README.md", readme), ("docs/AGENTS.md", list)] {
                let has = |line: &str| rows.iter().any(|row| line.starts_with(row));
                assert!(text.lines().any(has), "{name} is not in {file}");
            }
        }
    }

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
            "agent process: stderr is pass or drop, not \"x\""
        );
        assert!(error("processes:a").starts_with("unknown agent"));
    }

    #[test]
    fn the_classical_players_refuse_what_they_cannot_do() {
        let rules = yard_core::presets::rules("bristol").unwrap();
        let team = |text: &str| {
            let made = text.parse::<AgentSpec>().unwrap().detectives(&rules);
            made.err().map(|error| error.to_string()).unwrap_or_default()
        };
        assert_eq!(team("lookahead:p=0.5,places=forgetful,bus=2"), "");
        assert_eq!(team("expectimax:ms=5"), "");
        assert_eq!(
            team("lookahead:places=near"),
            "agent lookahead: places must be exact or forgetful, not \"near\""
        );
        assert_eq!(
            team("expectimax:nodes=5,ms=5"),
            "agent expectimax: give one budget, not nodes and ms"
        );
        assert_eq!(team("paranoid"), "agent paranoid cannot play the detectives");
        let mr_x = |text: &str| text.parse::<AgentSpec>().unwrap().mr_x(&rules).is_ok();
        assert!(mr_x("paranoid:ferry=9") && mr_x("paranoid-nw:nodes=100,depth=4"));
        assert!(!mr_x("expectimax") && !mr_x("paranoid:taxi=0") && !mr_x("paranoid:depth=0"));
    }
}
