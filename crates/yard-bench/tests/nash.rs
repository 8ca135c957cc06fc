//! Perfect play keeps its promise against everybody we have, and best responses keep theirs.

use std::sync::atomic::AtomicBool;
use std::sync::{Arc, LazyLock};

use yard_agents::{RespondConfig, Seed};
use yard_arena::{Exploit, ExploitKind, Series};
use yard_bench::tiny_spec;
use yard_core::{Rules, Side};
use yard_roster::{AGENTS, AgentSpec, Roster, load_rules};
use yard_solve::Effort;

/// One roster for all tests: what `nash` needs is solved once.
static ROSTER: LazyLock<Roster> = LazyLock::new(Roster::default);

/// Small games in which nothing is certain, with and without sightings.
const GAMES: [&str; 2] = ["glasses", "grid:4,2,4,2"];
const GAMES_EACH: u64 = 300;

/// The share of games that the detectives win.
fn rate(rules: &Arc<Rules>, x: &AgentSpec, team: &AgentSpec) -> f64 {
    let series = Series {
        rules: Arc::clone(rules),
        mr_x: ROSTER.factory(x),
        detectives: ROSTER.factory(team),
        games: GAMES_EACH,
        seed: Seed(5),
        threads: None,
    };
    let tally = series.play(&AtomicBool::new(false), &|_, _| {}).unwrap();
    assert_eq!(tally.first_foul, None, "{x} against {team}");
    tally.report().detective_rate
}

/// So far may a share of games lie from its chance by luck: 3.5 standard errors.
fn luck(chance: f64) -> f64 {
    3.5 * (chance * (1.0 - chance) / GAMES_EACH as f64).sqrt()
}

#[test]
fn nobody_does_better_against_nash_than_its_bounds() {
    let nash: AgentSpec = "nash".parse().unwrap();
    for name in GAMES {
        let rules = Arc::new(load_rules(name).unwrap());
        let table = ROSTER.policies.nash_table(&rules, None, 0.001).unwrap();
        let [lower, upper] = table.solved().detective_value();
        assert!(0.1 < lower && upper < 0.9 && upper - lower <= 0.001, "{name}: {lower} to {upper}");
        for spec in AGENTS.iter().filter_map(|info| tiny_spec(info, &rules)) {
            if ROSTER.mr_x(&spec, &rules).is_ok() {
                let rate = rate(&rules, &spec, &nash);
                assert!(rate >= lower - luck(lower), "{name}: {spec} holds nash to {rate}");
            }
            if ROSTER.detectives(&spec, &rules).is_ok() {
                let rate = rate(&rules, &nash, &spec);
                assert!(rate <= upper + luck(upper), "{name}: {spec} catches nash {rate}");
            }
        }
    }
}

fn exploit(rules: &Arc<Rules>, agent: &str, side: Side) -> (f64, ExploitKind) {
    let exploit = Exploit {
        rules: Arc::clone(rules),
        agent: ROSTER.factory(&agent.parse().unwrap()),
        side,
        games: 200,
        seed: Seed(1),
        threads: None,
        effort: Effort::default(),
        streams: None,
        respond: RespondConfig::default(),
    };
    let report = exploit.run(&AtomicBool::new(false), &|_, _| {}).unwrap();
    (report.value, report.kind)
}

/// A best response wins at least what perfect play is sure of, and what every agent of ours wins.
#[test]
fn best_responses_win_most() {
    for name in GAMES {
        let rules = Arc::new(load_rules(name).unwrap());
        let [lower, upper] =
            ROSTER.policies.nash_table(&rules, None, 0.001).unwrap().solved().detective_value();
        for agent in ["random", "lookahead", "lookahead:p=0.5", "alphabeta"] {
            let spec: AgentSpec = agent.parse().unwrap();
            let (value, kind) = exploit(&rules, agent, Side::MrX);
            assert_eq!(kind, ExploitKind::Exact, "{agent}");
            assert!(value >= lower - 1e-6, "{name}: {value} against {agent}");
            for team in ["nash", "lookahead", "alphabeta"] {
                let rate = rate(&rules, &spec, &team.parse().unwrap());
                assert!(rate <= value + luck(value), "{name}: {team} {rate}, best {value}");
            }
            if agent == "alphabeta" {
                continue;
            }
            let (value, kind) = exploit(&rules, agent, Side::Detectives);
            assert_eq!(kind, ExploitKind::Exact, "{agent}");
            assert!(value >= 1.0 - upper - 1e-6, "{name}: {value} against {agent}");
            for x in ["nash", "lookahead", "alphabeta"] {
                let rate = 1.0 - rate(&rules, &x.parse().unwrap(), &spec);
                assert!(rate <= value + luck(value), "{name}: {x} {rate}, best {value}");
            }
        }
    }
}

/// A Mr X who draws nothing is simply caught by whoever knows him.
#[test]
fn a_deterministic_mr_x_is_caught() {
    for (name, agent) in
        [("glasses", "alphabeta"), ("glasses", "paranoid:nodes=300"), ("grid:4,2,9", "lookahead")]
    {
        let rules = Arc::new(load_rules(name).unwrap());
        let (value, kind) = exploit(&rules, agent, Side::MrX);
        assert_eq!(kind, ExploitKind::Exact);
        assert!(value > 1.0 - 1e-6, "{name}: {value} against {agent}");
    }
}

/// An agent that draws is a policy once its streams are fixed, and gives at least what everybody gives.
#[test]
fn searching_agents_with_fixed_streams_are_answered() {
    for name in GAMES {
        let rules = Arc::new(load_rules(name).unwrap());
        let table = ROSTER.policies.nash_table(&rules, None, 0.001).unwrap();
        let [lower, upper] = table.solved().detective_value();
        for (side, floor) in [(Side::MrX, lower), (Side::Detectives, 1.0 - upper)] {
            let (value, kind) = exploit(&rules, "mcts-sova:playouts=20", side);
            assert_eq!(kind, ExploitKind::Exact);
            assert!((floor - 1e-6..=1.0 + 1e-6).contains(&value), "{name} {side:?}: {value}");
        }
    }
}
