//! `best`: the strongest of the other agents for a board and a side, by measured games.
//!
//! It is an agent of the roster by another name, so nothing here plays. `docs/agents/best.md` has the
//! games behind the choice.

use std::time::Duration;

use yard_agents::Budget;
use yard_core::{Rules, Side};
use yard_solve::estimate;

use crate::list::{MILLISECONDS, NODES, PLAYOUTS, Parameter};
use crate::nash::is_small;
use crate::policies::is_shipped;
use crate::spec::AgentSpec;

/// What can be set.
pub(crate) const PARAMETERS: [Parameter; 4] = [
    PLAYOUTS,
    NODES,
    MILLISECONDS,
    Parameter {
        key: "threads",
        default: "1",
        meaning: "trees searched at once, with a share of the budget each; not on grids",
    },
];

/// What it is for one side.
struct Choice {
    /// Agent and settings.
    spec: &'static str,
    /// Which parameters of `best` it takes over.
    takes: &'static [&'static str],
}

/// Either side of one kind of board.
struct Choices {
    mr_x: Choice,
    detectives: Choice,
}

const LONDON: Choices = Choices {
    mr_x: Choice {
        spec: "pimbot:replies=policy,seekers=guess",
        takes: &["playouts", "nodes", "ms", "threads"],
    },
    detectives: Choice {
        spec: "pimbot:locations=belief,unvisited=history",
        takes: &["playouts", "nodes", "ms", "threads"],
    },
};

/// Alpha-beta has no budget: it searches three rounds, at most some milliseconds.
const GRIDS: Choices = Choices {
    mr_x: Choice { spec: "mcts-sova", takes: &["playouts", "nodes", "ms"] },
    detectives: Choice { spec: "alphabeta", takes: &[] },
};

/// Boards that are solved: perfect play. Mr X is lost where the policy is shipped, so that perfect play is
/// no better than any other there; against detectives who err he does better by searching.
const SOLVED: Choices = Choices {
    mr_x: Choice { spec: "nash", takes: &[] },
    detectives: Choice { spec: "nash", takes: &[] },
};

/// Payoffs of a game that is solved in some seconds, when it is first played.
const SOLVED_AT_ONCE: f64 = 1e8;

/// Detectives on London with little to spend: below 400 playouts, or what takes as long.
const LONDON_IN_HASTE: &str = "expectimax";

/// Where little ends. A time is for machines of all speeds: in 1 ms that of `research/results/bench.txt` makes 500
/// playouts, and one a fifth slower, or busy, fewer than 400.
pub const HASTE_PLAYOUTS: u32 = 400;
const HASTE_NODES: u64 = 16_000;
const HASTE_TIME: Duration = Duration::from_micros(1200);

/// Nodes of `expectimax` in the time of one playout of these detectives (`research/results/bench.txt`: 19 million
/// nodes a second, and 0.5 million playouts).
const NODES_A_PLAYOUT: u64 = 40;

impl AgentSpec {
    /// The agent that `best` is under some rules, as it would be asked for by name; any other agent is
    /// itself.
    pub fn stands_for(&self, side: Side, rules: &Rules) -> AgentSpec {
        if self.name() != "best" {
            return self.clone();
        }
        let grid = rules.board().grid_size().is_some();
        let solved = match side {
            Side::MrX => is_solved_at_once(rules) && !is_shipped(rules),
            Side::Detectives => is_solved_at_once(rules),
        };
        if !grid
            && !solved
            && side == Side::Detectives
            && let Some(hasty) = self.in_haste()
        {
            return hasty;
        }
        let choices = match (solved, grid) {
            (true, _) => &SOLVED,
            (false, true) => &GRIDS,
            (false, false) => &LONDON,
        };
        let choice = match side {
            Side::MrX => &choices.mr_x,
            Side::Detectives => &choices.detectives,
        };
        let chosen = choice.spec.parse::<AgentSpec>();
        debug_assert!(chosen.is_ok(), "the constants above name agents of the roster");
        chosen.unwrap_or_else(|_| self.clone()).with_those_of(self, choice.takes)
    }

    /// The detectives of London where there is little to spend.
    fn in_haste(&self) -> Option<AgentSpec> {
        let budget = match self.budget().ok()? {
            Budget::Playouts(playouts) if playouts < HASTE_PLAYOUTS => {
                format!("nodes={}", NODES_A_PLAYOUT * u64::from(playouts))
            }
            Budget::Nodes(nodes) if nodes < HASTE_NODES => format!("nodes={nodes}"),
            Budget::Time(time) if time < HASTE_TIME => format!("ms={}", time.as_millis()),
            Budget::Playouts(_) | Budget::Nodes(_) | Budget::Time(_) => return None,
        };
        format!("{LONDON_IN_HASTE}:{budget}").parse().ok()
    }
}

/// Tells whether `nash` can play at once: its policy is shipped, or made in some seconds.
fn is_solved_at_once(rules: &Rules) -> bool {
    // The detectives alone have too many places on London; its symmetries need not be looked for.
    let places = (rules.board().stations().len() as f64).powi(rules.detectives().into());
    if places > SOLVED_AT_ONCE {
        return false;
    }
    let size = estimate(rules);
    is_shipped(rules) || (is_small(rules, &size) && size.payoffs <= SOLVED_AT_ONCE)
}

#[cfg(test)]
mod tests {
    use yard_core::presets;

    use super::*;

    fn of(text: &str, rules: &str) -> [String; 2] {
        let rules = presets::rules(rules).unwrap();
        let spec: AgentSpec = text.parse().unwrap();
        assert!(spec.mr_x(&rules).is_ok() && spec.detectives(&rules).is_ok(), "{text}");
        [Side::MrX, Side::Detectives].map(|side| spec.stands_for(side, &rules).to_string())
    }

    #[test]
    fn it_is_another_agent_with_the_same_budget() {
        let [mr_x, team] = of("best:ms=20,threads=2", "classic");
        assert_eq!(mr_x, "pimbot:replies=policy,seekers=guess,ms=20,threads=2");
        assert_eq!(team, "pimbot:locations=belief,unvisited=history,ms=20,threads=2");
        assert_eq!(of("best:ms=20,threads=2", "grid7"), ["mcts-sova:ms=20", "alphabeta"]);
        assert_eq!(of("best", "grid15"), ["mcts-sova:playouts=3000", "alphabeta"]);
        assert_eq!(of("best:ms=20,threads=2", "grid5"), ["mcts-sova:ms=20", "nash"]);
        assert_eq!(of("best", "grid5-30"), ["mcts-sova:playouts=3000", "nash"]);
        // Seen every round: few payoffs, but more positions than are solved at once.
        assert_eq!(of("best", "grid:7,3,15,1"), ["mcts-sova:playouts=3000", "alphabeta"]);
        assert_eq!(of("best:playouts=9", "glasses"), ["nash", "nash"]);
        assert_eq!(of("random", "classic"), ["random", "random"]);
        for (little, much, hasty) in [
            ("playouts=399", "playouts=400", "expectimax:nodes=15960"),
            ("nodes=15999", "nodes=16000", "expectimax:nodes=15999"),
            ("ms=1", "ms=2", "expectimax:ms=1"),
        ] {
            assert_eq!(of(&format!("best:{little}"), "classic")[1], hasty);
            let much_of = &of(&format!("best:{much}"), "classic")[1];
            assert_eq!(much_of, &format!("pimbot:locations=belief,unvisited=history,{much}"));
        }
    }

    #[test]
    fn a_wrong_budget_is_refused_in_its_own_name() {
        let rules = presets::rules("grid5").unwrap();
        for (text, error) in [
            ("best:ms=0", "agent best: ms must be a number from 1 to 3600000, not \"0\""),
            ("best:ms=5,nodes=5", "agent best: give one budget, not nodes and ms"),
            ("best:threads=0", "agent best: threads must be a number from 1 to 256, not \"0\""),
        ] {
            let spec: AgentSpec = text.parse().unwrap();
            assert_eq!(spec.mr_x(&rules).err().unwrap().to_string(), error);
            assert_eq!(spec.detectives(&rules).err().unwrap().to_string(), error);
        }
    }
}
