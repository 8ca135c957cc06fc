//! All agents by name, with what can be set.

use crate::{best, nash, pimbot};

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

/// The budget of the agents that play games out.
pub(crate) const PLAYOUTS: Parameter =
    Parameter { key: "playouts", default: "3000", meaning: "simulated games for each move" };
/// Another one.
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
/// What lines cost, for agents that weigh them.
const TAXI: Parameter = Parameter { key: "taxi", default: "1", meaning: "what a taxi line costs" };
const BUS: Parameter = Parameter { key: "bus", default: "1", meaning: "what a bus line costs" };
const UNDERGROUND: Parameter =
    Parameter { key: "underground", default: "1", meaning: "what an underground line costs" };
const FERRY: Parameter =
    Parameter { key: "ferry", default: "1", meaning: "what a ferry line costs" };
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
        source: "Mortimer & Colfer, 2a; \"medium\" Mr X, \"medium\" detectives with p=0.5, \"hard\" ones with p=1",
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
            TAXI,
            BUS,
            UNDERGROUND,
            FERRY,
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
            TAXI,
            Parameter { default: "2", ..BUS },
            Parameter { default: "4", ..UNDERGROUND },
            Parameter { default: "4", ..FERRY },
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
            PLAYOUTS,
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
            PLAYOUTS,
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
            Parameter { default: "250", ..PLAYOUTS },
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
        parameters: &pimbot::PARAMETERS,
    },
    AgentInfo {
        name: "dqn",
        mr_x: true,
        detectives: true,
        about: "a deep Q-network that values the four steps; grids only",
        source: "Hrkľová 2023",
        parameters: &[
            Parameter {
                key: "model",
                default: "hrklova",
                meaning: "a shipped model, or a file of yard train (*.safetensors)",
            },
            Parameter {
                key: "partner",
                default: "none",
                meaning: "who plays the detectives before the last: alphabeta, or none but the network",
            },
        ],
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
        parameters: &nash::PARAMETERS,
    },
    AgentInfo {
        name: "best",
        mr_x: true,
        detectives: true,
        about: "the strongest of the others for the board and the side",
        source: "our own matches: docs/agents/best.md",
        parameters: &best::PARAMETERS,
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
}
