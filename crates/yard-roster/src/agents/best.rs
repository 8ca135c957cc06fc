//! `best`: the strongest of the other agents for a board and a side, by measured games.
//!
//! It is another agent of the roster, so nothing here plays. `docs/reference/agents/best.md` has the games behind
//! the choice.

use std::time::Duration;

use yard_agents::mcts::SovaConfig;
use yard_agents::pimbot::{Locations, PimBotConfig, Replies, SeekerPolicy, Unvisited};
use yard_agents::{AlphaBetaConfig, Budget, ExpectimaxConfig, Habits};
use yard_core::{Rules, Side};
use yard_solve::estimate;

use super::searches::description;
use super::{AgentConfig, Description, NashConfig, PersonConfig, PimBotSettings, Sides};
use crate::parameter::{budget, count, switch};
use crate::policies::{is_shipped, is_small};

/// What `best` may spend.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BestConfig {
    /// What a move may cost.
    pub budget: Budget,
    /// Trees searched at once, with a share of the budget each; not on grids.
    pub threads: u32,
    /// Whether it keeps to the common sense of `person`: tickets last, black ones are used.
    pub sense: bool,
}

impl Default for BestConfig {
    fn default() -> BestConfig {
        let PimBotConfig { budget, threads, .. } = PimBotConfig::default();
        BestConfig { budget, threads, sense: false }
    }
}

pub(super) static BEST: Description<BestConfig> = description!(
    Best,
    "best",
    Sides::Both,
    BestConfig::default,
    "the strongest of the others for the board and the side",
    "our own games: docs/reference/agents/best.md",
    &[
        budget!("playouts", Playouts, budget, "simulated games for each move"),
        budget!("nodes", Nodes, budget, "moves made for each move, instead"),
        budget!("ms", Ms, budget, "milliseconds for each move, instead"),
        count!(
            "threads",
            threads,
            1..=256,
            "trees searched at once, with a share of the budget each; not on grids"
        ),
        switch!(
            "sense",
            sense,
            ["on", "off"],
            "on London it keeps its tickets going and uses its black ones, as people do"
        ),
    ]
);

/// Payoffs of a game that is solved in some seconds, when it is first played.
const SOLVED_AT_ONCE: f64 = 1e8;

/// Where little ends: with less, detectives on London do better with `expectimax`. A time is for
/// machines of all speeds: in 1 ms that of `bench.txt` among the results makes 500 playouts, and one a
/// fifth slower, or busy, fewer than 400.
pub const HASTE_PLAYOUTS: u32 = 400;
const HASTE_NODES: u64 = 16_000;
const HASTE_TIME: Duration = Duration::from_micros(1200);

/// Nodes of `expectimax` in the time of one playout of these detectives (`bench.txt`: 19 million nodes a
/// second, and 0.5 million playouts).
const NODES_A_PLAYOUT: u64 = 40;

impl BestConfig {
    /// The agent that it is under some rules.
    pub fn stands_for(self, side: Side, rules: &Rules) -> AgentConfig {
        let bare = BestConfig { sense: false, ..self };
        match bare.thinks_as(side, rules) {
            // Perfect play and short grids need no guard, which would only take moves from them.
            AgentConfig::PimBot(_) | AgentConfig::Expectimax(_) if self.sense => {
                AgentConfig::Person(PersonConfig { care: 1.0, habits: Habits::Tickets, best: bare })
            }
            other => other,
        }
    }

    /// The agent that thinks for it.
    fn thinks_as(self, side: Side, rules: &Rules) -> AgentConfig {
        let solved = is_solved_at_once(rules);
        let grid = rules.board().grid_size().is_some();
        match side {
            // Mr X is lost where the policy is shipped, so that perfect play is no better than any other
            // there; against detectives who err he does better by searching.
            Side::MrX if solved && !is_shipped(rules) => AgentConfig::Nash(NashConfig::default()),
            Side::MrX if grid => {
                AgentConfig::MctsSova(SovaConfig { budget: self.budget, ..SovaConfig::wins() })
            }
            Side::MrX => self.pimbot(PimBotConfig {
                replies: Replies::Policy,
                seekers: SeekerPolicy::Guess,
                ..PimBotConfig::default()
            }),
            Side::Detectives if solved => AgentConfig::Nash(NashConfig::default()),
            // Alpha-beta has no budget: it searches three rounds, at most some milliseconds.
            Side::Detectives if grid => AgentConfig::AlphaBeta(AlphaBetaConfig::default()),
            Side::Detectives => match self.in_haste() {
                Some(budget) => AgentConfig::Expectimax(ExpectimaxConfig {
                    budget,
                    ..ExpectimaxConfig::default()
                }),
                None => self.pimbot(PimBotConfig {
                    locations: Locations::Belief,
                    unvisited: Unvisited::History,
                    ..PimBotConfig::default()
                }),
            },
        }
    }

    fn pimbot(self, config: PimBotConfig) -> AgentConfig {
        let BestConfig { budget, threads, .. } = self;
        let config = PimBotConfig { budget, threads, ..config };
        AgentConfig::PimBot(Box::new(PimBotSettings { config, ..PimBotSettings::default() }))
    }

    /// The budget of `expectimax`, where there is little to spend.
    fn in_haste(self) -> Option<Budget> {
        match self.budget {
            Budget::Playouts(playouts) if playouts < HASTE_PLAYOUTS => {
                Some(Budget::Nodes(NODES_A_PLAYOUT * u64::from(playouts)))
            }
            Budget::Nodes(nodes) if nodes < HASTE_NODES => Some(self.budget),
            Budget::Time(time) if time < HASTE_TIME => Some(self.budget),
            Budget::Playouts(_) | Budget::Nodes(_) | Budget::Time(_) => None,
        }
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

    use crate::{AgentSpec, Roster};

    fn of(text: &str, rules: &str) -> [String; 2] {
        let rules = presets::rules(rules).unwrap();
        let (spec, roster): (AgentSpec, Roster) = (text.parse().unwrap(), Roster::default());
        assert!(roster.mr_x(&spec, &rules).is_ok(), "{text}");
        assert!(roster.detectives(&spec, &rules).is_ok(), "{text}");
        yard_core::Side::BOTH.map(|side| spec.stands_for(side, &rules).to_string())
    }

    #[test]
    fn it_is_another_agent_with_the_same_budget() {
        let [mr_x, team] = of("best:ms=20,threads=2", "classic");
        assert_eq!(mr_x, "pimbot:ms=20,seekers=guess,replies=policy,threads=2");
        assert_eq!(team, "pimbot:ms=20,unvisited=history,locations=belief,threads=2");
        assert_eq!(of("best:ms=20,threads=2", "grid7"), ["mcts-sova:ms=20", "alphabeta"]);
        assert_eq!(of("best", "grid15"), ["mcts-sova:playouts=3000", "alphabeta"]);
        assert_eq!(of("best:ms=20,threads=2", "grid5"), ["mcts-sova:ms=20", "nash"]);
        assert_eq!(of("best", "grid5-30"), ["mcts-sova:playouts=3000", "nash"]);
        // Seen every round: few payoffs, but more positions than are solved at once.
        assert_eq!(of("best", "grid:7,3,15,1"), ["mcts-sova:playouts=3000", "alphabeta"]);
        assert_eq!(of("best:playouts=9", "glasses"), ["nash", "nash"]);
        assert_eq!(of("random", "classic"), ["random", "random"]);
        let sensible = "person:care=1,habits=tickets,playouts=2000";
        assert_eq!(of("best:playouts=2000,sense=on", "classic"), [sensible; 2]);
        assert_eq!(of("best:sense=on", "grid7"), of("best", "grid7"));
        assert_eq!(of("best:sense=on", "glasses"), of("best", "glasses"));
        for (little, much, hasty) in [
            ("playouts=399", "playouts=400", "expectimax:nodes=15960"),
            ("nodes=15999", "nodes=16000", "expectimax:nodes=15999"),
            ("ms=1", "ms=2", "expectimax:ms=1"),
        ] {
            assert_eq!(of(&format!("best:{little}"), "classic")[1], hasty);
            let much_of = &of(&format!("best:{much}"), "classic")[1];
            assert_eq!(much_of, &format!("pimbot:{much},unvisited=history,locations=belief"));
        }
    }

    #[test]
    fn a_wrong_budget_is_refused_in_its_own_name() {
        for (text, error) in [
            ("best:ms=0", "agent best: ms must be a number from 1 to 3600000, not \"0\""),
            ("best:ms=5,nodes=5", "agent best: give one budget, not nodes and ms"),
            ("best:threads=0", "agent best: threads must be a number from 1 to 256, not \"0\""),
        ] {
            assert_eq!(text.parse::<AgentSpec>().unwrap_err().to_string(), error);
        }
    }
}
