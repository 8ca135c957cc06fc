//! Agents at work: a small table of what is measured, and the measuring.

use std::sync::Arc;
use std::time::Instant;

use serde::Serialize;
use yard_agents::{Agent as _, AgentFactory, Seed, random_playout, referee};
use yard_core::{Rules, State};

use super::memory::{peak_mib, reset_peak};
use super::timed::{Searches, Timed};
use yard_roster::{Roster, load_rules};

use crate::error::BenchError;

/// What a case lets somebody do.
#[derive(Clone, Copy, Debug)]
pub enum Work {
    /// Random playouts from fresh deals to the end.
    Playouts,
    /// Games of an agent against itself; the searches of both sides are measured.
    Both(&'static str),
    /// Games of Mr X, who is measured, against detectives, who are not.
    MrX(&'static str, &'static str),
    /// Games of detectives, who are measured, against a Mr X, who is not.
    Detectives(&'static str, &'static str),
}

/// What a case is expected to reach on one core of today.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Target {
    /// At least so many playouts a second.
    PlayoutsPerSecond(f64),
    /// At least so many nodes a second.
    NodesPerSecond(f64),
    /// No search takes longer, in milliseconds.
    WorstMs(f64),
}

/// One row of the benchmark of agents.
#[derive(Clone, Copy, Debug)]
pub struct BenchCase {
    /// Its name: the agent, the rules, and the side if only one is measured of an agent that plays both.
    pub name: &'static str,
    /// The rules.
    pub rules: &'static str,
    /// What is done.
    pub work: Work,
    /// Games, or playouts.
    pub games: u64,
    /// What is expected of it.
    pub target: Option<Target>,
}

/// What is measured; each case takes a second or two.
pub const CASES: [BenchCase; 22] = [
    BenchCase {
        name: "random/grid5",
        rules: "grid5",
        work: Work::Playouts,
        games: 300_000,
        target: Some(Target::PlayoutsPerSecond(1.5e6)),
    },
    BenchCase {
        name: "dqn/grid5",
        rules: "grid5",
        work: Work::Both("dqn"),
        games: 2000,
        target: None,
    },
    BenchCase {
        name: "qnet/dash",
        rules: "dash",
        work: Work::Both("qnet"),
        games: 50,
        target: None,
    },
    BenchCase {
        name: "mcts-sova/grid5",
        rules: "grid5",
        work: Work::Both("mcts-sova"),
        games: 6,
        target: None,
    },
    BenchCase {
        name: "mcts-sova-distance/grid5",
        rules: "grid5",
        work: Work::Both("mcts-sova-distance"),
        games: 6,
        target: None,
    },
    BenchCase {
        name: "mcts-gerza/grid5",
        rules: "grid5",
        work: Work::Both("mcts-gerza"),
        games: 40,
        target: None,
    },
    BenchCase {
        name: "mcts-sova/classic",
        rules: "classic",
        work: Work::Both("mcts-sova"),
        games: 2,
        target: None,
    },
    BenchCase {
        name: "alphabeta/grid7",
        rules: "grid7",
        work: Work::Both("alphabeta"),
        games: 200,
        target: Some(Target::WorstMs(20.0)),
    },
    BenchCase {
        name: "alphabeta/grid15",
        rules: "grid15",
        work: Work::Both("alphabeta"),
        games: 50,
        target: Some(Target::WorstMs(1000.0)),
    },
    BenchCase {
        name: "alphabeta/classic",
        rules: "classic",
        work: Work::Both("alphabeta:depth=2"),
        games: 10,
        target: None,
    },
    BenchCase {
        name: "lookahead/classic",
        rules: "classic",
        work: Work::Both("lookahead"),
        games: 200,
        target: None,
    },
    BenchCase {
        name: "paranoid/classic",
        rules: "classic",
        work: Work::MrX("paranoid", "lookahead"),
        games: 10,
        target: Some(Target::NodesPerSecond(2e6)),
    },
    BenchCase {
        name: "paranoid/bristol",
        rules: "bristol",
        work: Work::MrX("paranoid", "lookahead"),
        games: 10,
        target: Some(Target::NodesPerSecond(2e6)),
    },
    BenchCase {
        name: "paranoid-nw/classic",
        rules: "classic",
        work: Work::MrX("paranoid-nw", "lookahead"),
        games: 10,
        target: None,
    },
    BenchCase {
        name: "expectimax/classic",
        rules: "classic",
        work: Work::Detectives("expectimax", "paranoid:nodes=1000"),
        games: 4,
        target: None,
    },
    BenchCase {
        name: "pimbot/classic/detectives",
        rules: "classic",
        work: Work::Detectives("pimbot", "paranoid:nodes=1000"),
        games: 2,
        target: Some(Target::PlayoutsPerSecond(6e4)),
    },
    BenchCase {
        name: "pimbot/classic/mr-x",
        rules: "classic",
        work: Work::MrX("pimbot", "lookahead"),
        games: 4,
        target: Some(Target::PlayoutsPerSecond(6e4)),
    },
    BenchCase {
        name: "nash/glasses",
        rules: "glasses",
        work: Work::Both("nash"),
        games: 500,
        target: None,
    },
    BenchCase {
        name: "resolve/classic",
        rules: "classic",
        work: Work::Both("resolve"),
        games: 1,
        target: Some(Target::WorstMs(1000.0)),
    },
    BenchCase {
        name: "best/classic/detectives",
        rules: "classic",
        work: Work::Detectives("best", "paranoid:nodes=1000"),
        games: 2,
        target: None,
    },
    BenchCase {
        name: "best/classic/mr-x",
        rules: "classic",
        work: Work::MrX("best", "lookahead"),
        games: 4,
        target: None,
    },
    BenchCase {
        name: "person/classic/mr-x",
        rules: "classic",
        work: Work::MrX("person:playouts=1000", "lookahead"),
        games: 4,
        target: None,
    },
];

/// What a case has shown. A figure that the agent does not count is left out.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct CaseReport {
    /// Name of the case.
    pub name: &'static str,
    /// The rules.
    pub rules: &'static str,
    /// The agent that was measured.
    pub agent: &'static str,
    /// Games, or playouts.
    pub games: u64,
    /// Searches that were measured.
    pub searches: usize,
    /// Simulated games a second.
    pub playouts_per_second: Option<f64>,
    /// Moves made or positions looked at in a second.
    pub nodes_per_second: Option<f64>,
    /// Mean time of a search in milliseconds.
    pub mean_ms: Option<f64>,
    /// The longest search in milliseconds.
    pub worst_ms: Option<f64>,
    /// The most memory held, the program itself included, in MiB; where the system tells.
    pub peak_mib: Option<f64>,
    /// What is expected, in the unit of the figure it is about.
    pub target: Option<f64>,
    /// Whether it was reached.
    pub reached: Option<bool>,
}

impl BenchCase {
    /// The agent that is measured.
    pub fn agent(&self) -> &'static str {
        match self.work {
            Work::Playouts => "random",
            Work::Both(agent) | Work::MrX(agent, _) | Work::Detectives(agent, _) => agent,
        }
    }

    /// Does the work `runs` times over and measures it.
    ///
    /// The same seed gives the same searches, so each counts with the shortest of its times: a slow
    /// moment of the machine is not taken for a slow search.
    ///
    /// # Errors
    /// When an agent cannot be made.
    pub fn measure(&self, seed: Seed, runs: u32) -> Result<CaseReport, BenchError> {
        let rules = Arc::new(load_rules(self.rules)?);
        // One for all runs: what `nash` needs is solved once, and not in a search.
        let roster = Roster::default();
        reset_peak();
        let mut best = self.run(&rules, &roster, seed)?;
        for _ in 1..runs {
            best.keep_shortest(&self.run(&rules, &roster, seed)?);
        }
        Ok(self.report(&best))
    }

    fn run(&self, rules: &Arc<Rules>, roster: &Roster, seed: Seed) -> Result<Searches, BenchError> {
        match self.work {
            Work::Playouts => Ok(playouts(rules, seed, self.games)),
            Work::Both(agent) => self.games(rules, roster, seed, [agent, agent], [true, true]),
            Work::MrX(agent, team) => self.games(rules, roster, seed, [agent, team], [true, false]),
            Work::Detectives(agent, mr_x) => {
                self.games(rules, roster, seed, [mr_x, agent], [false, true])
            }
        }
    }

    /// Plays Mr X against the detectives, and returns what those of them did who are measured.
    fn games(
        &self,
        rules: &Arc<Rules>,
        roster: &Roster,
        seed: Seed,
        agents: [&str; 2],
        measured: [bool; 2],
    ) -> Result<Searches, BenchError> {
        let [mr_x, team] = agents.map(|text| Ok(roster.agent(&text.parse()?)));
        let (mr_x, team): (Result<_, BenchError>, Result<_, BenchError>) = (mr_x, team);
        let parts = time_games(rules, &mr_x?, &team?, self.games, seed)?;
        let mut searches = Searches::default();
        for (part, measured) in parts.into_iter().zip(measured) {
            if measured {
                searches.append(part);
            }
        }
        Ok(searches)
    }

    fn report(&self, searches: &Searches) -> CaseReport {
        let seconds: f64 = searches.seconds.iter().sum();
        let rate = |count: u64| (count > 0 && seconds > 0.0).then(|| count as f64 / seconds);
        let by_search = !matches!(self.work, Work::Playouts) && !searches.seconds.is_empty();
        let worst = searches.seconds.iter().copied().fold(0.0, f64::max);
        let mut report = CaseReport {
            name: self.name,
            rules: self.rules,
            agent: self.agent(),
            games: self.games,
            searches: if by_search { searches.seconds.len() } else { 0 },
            playouts_per_second: rate(searches.playouts),
            nodes_per_second: rate(searches.nodes),
            mean_ms: by_search.then(|| seconds * 1e3 / searches.seconds.len() as f64),
            worst_ms: by_search.then_some(worst * 1e3),
            peak_mib: peak_mib(),
            target: None,
            reached: None,
        };
        match self.target {
            Some(Target::PlayoutsPerSecond(least)) => {
                report.target = Some(least);
                report.reached = report.playouts_per_second.map(|rate| rate >= least);
            }
            Some(Target::NodesPerSecond(least)) => {
                report.target = Some(least);
                report.reached = report.nodes_per_second.map(|rate| rate >= least);
            }
            Some(Target::WorstMs(most)) => {
                report.target = Some(most);
                report.reached = report.worst_ms.map(|worst| worst <= most);
            }
            None => {}
        }
        report
    }
}

/// Plays some games and times every search: those of Mr X, and those of the detectives.
///
/// # Errors
/// When an agent cannot play, or breaks the rules.
pub fn time_games(
    rules: &Arc<Rules>,
    mr_x: &dyn AgentFactory,
    detectives: &dyn AgentFactory,
    games: u64,
    seed: Seed,
) -> Result<[Searches; 2], BenchError> {
    let mut x = Timed::new(mr_x.mr_x(rules).map_err(BenchError::of(mr_x))?);
    let mut team = Timed::new(detectives.detectives(rules).map_err(BenchError::of(detectives))?);
    // What has to be fetched or solved first is no part of a search.
    x.ready().map_err(BenchError::of(mr_x))?;
    team.ready().map_err(BenchError::of(detectives))?;
    for index in 0..games {
        referee(rules, seed.of_game(index), &mut x, &mut team).map_err(Box::new)?;
    }
    Ok([x.searches, team.searches])
}

/// Playouts that are timed together: few enough that most runs of them are not interrupted.
const CHUNK: usize = 1000;

/// Random playouts from fresh deals; a chunk of them counts as a search.
#[expect(clippy::disallowed_methods, reason = "a benchmark needs a clock")]
fn playouts(rules: &Rules, seed: Seed, games: u64) -> Searches {
    let mut rng = seed.stream("bench-playouts");
    let deals: Vec<State> = (0..games).map(|_| State::new(rules, &rules.deal(&mut rng))).collect();
    let mut fast = rng.fork();
    let mut searches = Searches { playouts: games, ..Searches::default() };
    for chunk in deals.chunks(CHUNK) {
        let begin = Instant::now();
        let plies = chunk.iter().map(|state| random_playout(rules, *state, &mut fast).plies);
        searches.nodes += plies.map(u64::from).sum::<u64>();
        searches.seconds.push(begin.elapsed().as_secs_f64());
    }
    searches
}

#[cfg(test)]
mod tests {
    use super::*;
    use yard_roster::{AGENTS, AgentSpec};

    fn case(work: Work) -> BenchCase {
        BenchCase { name: "test", rules: "grid5", work, games: 2, target: None }
    }

    /// 100 playouts for each search, however the searches follow one another.
    #[test]
    fn playouts_are_counted_once_for_each_search() {
        for work in [
            Work::Both("mcts-sova:playouts=100"),
            Work::MrX("mcts-sova:playouts=100", "random"),
            Work::Detectives("mcts-gerza:playouts=100", "random"),
        ] {
            let rules = Arc::new(load_rules("grid5").unwrap());
            let searches = case(work).run(&rules, &Roster::default(), Seed(1)).unwrap();
            assert!(!searches.seconds.is_empty());
            assert_eq!(searches.playouts, 100 * searches.seconds.len() as u64, "{work:?}");
            assert!(searches.nodes > searches.playouts);
        }
    }

    #[test]
    fn playouts_are_timed_in_chunks() {
        let rules = load_rules("grid5").unwrap();
        let searches = playouts(&rules, Seed(1), 2500);
        assert_eq!((searches.seconds.len(), searches.playouts), (3, 2500));
        let report = case(Work::Playouts).report(&searches);
        assert_eq!((report.searches, report.worst_ms), (0, None), "chunks are no searches");
        assert!(report.playouts_per_second > Some(0.0));
    }

    #[test]
    fn a_target_is_compared_with_its_own_figure() {
        let searches = Searches { seconds: vec![0.002, 0.010], playouts: 24, nodes: 120 };
        let reached = |target| {
            let case = BenchCase { target: Some(target), ..case(Work::Both("mcts-sova")) };
            case.report(&searches).reached
        };
        assert_eq!(reached(Target::PlayoutsPerSecond(1999.0)), Some(true));
        assert_eq!(reached(Target::PlayoutsPerSecond(2001.0)), Some(false));
        assert_eq!(reached(Target::NodesPerSecond(9999.0)), Some(true));
        assert_eq!(reached(Target::NodesPerSecond(10_001.0)), Some(false));
        assert_eq!(reached(Target::WorstMs(10.5)), Some(true));
        assert_eq!(reached(Target::WorstMs(9.5)), Some(false));
        let uncounted = Searches { nodes: 0, ..searches };
        let report = case(Work::Both("alphabeta")).report(&uncounted);
        assert_eq!((report.searches, report.nodes_per_second), (2, None));
    }

    #[test]
    fn the_shortest_time_of_each_search_counts() {
        let mut best = Searches { seconds: vec![3.0, 1.0], playouts: 5, nodes: 0 };
        best.keep_shortest(&Searches { seconds: vec![2.0, 4.0], playouts: 5, nodes: 0 });
        assert_eq!((best.seconds, best.playouts), (vec![2.0, 1.0], 5));
    }

    /// Names select cases, so they begin with the agent's and are unique.
    #[test]
    fn names_tell_agent_rules_and_side() {
        for (i, case) in CASES.iter().enumerate() {
            let spec: AgentSpec = case.agent().parse().unwrap();
            let name = format!("{}/{}", spec.name(), case.rules);
            let side = match case.work {
                Work::Playouts | Work::Both(_) => "",
                Work::MrX(..) => "/mr-x",
                Work::Detectives(..) => "/detectives",
            };
            let named = [name.clone(), format!("{name}{side}")];
            assert!(named.iter().any(|name| name == case.name), "{}", case.name);
            assert!(CASES[..i].iter().all(|other| other.name != case.name), "{}", case.name);
        }
    }

    #[test]
    fn every_agent_of_ours_has_a_case() {
        for info in AGENTS.iter().filter(|info| info.name != "process") {
            let has = |case: &BenchCase| case.name.split('/').next() == Some(info.name);
            assert!(CASES.iter().any(has), "{} has no case", info.name);
        }
    }
}
