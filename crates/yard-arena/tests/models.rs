//! The shipped networks play as well as docs/TRAINING.md says: fewer matches, so each bound is four standard errors
//! away from the figure there.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use yard_agents::Seed;
use yard_arena::{AgentSpec, Goal, Series, load_rules, load_scenes};

const MATCHES: u64 = 400;

/// Matches of 400 that the detectives win.
fn wins(rules: &str, x: &str, team: &str) -> u64 {
    let series = Series {
        rules: Arc::new(load_rules(rules).unwrap()),
        mr_x: x.parse().unwrap(),
        detectives: team.parse().unwrap(),
        games: MATCHES,
        seed: Seed(8),
        threads: None,
    };
    let tally = series.play(&AtomicBool::new(false), &|_, _| {}).unwrap();
    assert_eq!(tally.first_foul, None, "{x} against {team}");
    tally.report().detective_wins
}

/// Random against random the detectives win 30.1 % under `dash`: 121 matches.
#[test]
fn londons_networks_have_learned() {
    let team = wins("dash", "random", "qnet");
    assert!(team >= 206, "the detectives win {team}");
    let x = wins("dash", "qnet", "random");
    assert!(x <= 56, "Mr X is caught in {x}");
    assert!(x < 121 && team > 121, "no better than random");
}

#[test]
fn the_networks_of_the_thesis_have_learned() {
    let team = wins("grid5", "alphabeta", "dqn");
    assert!(team >= 260, "the detectives win {team}");
    let x = wins("grid5", "dqn", "alphabeta");
    assert!(x <= 274, "Mr X is caught in {x}");
}

#[test]
fn the_improved_networks_have_learned_more() {
    let team = wins("grid5", "alphabeta", "dqn:model=grid5");
    assert!(team >= 392, "the detectives win {team}");
    let x = wins("grid5", "dqn:model=grid5", "alphabeta");
    assert!(x <= 191, "Mr X is caught in {x}");
}

/// Networks do not look ahead, so [`plays_alone`](yard_arena::plays_alone) leaves them out of the scenes that every
/// thinking agent must find. The networks of the thesis find all six on the grid. The improved ones miss three captures,
/// though they win more: why is open.
#[test]
fn networks_find_much_of_what_is_forced() {
    for (name, least) in [("dqn:model=hrklova", 6), ("dqn:model=grid5", 3)] {
        let spec: AgentSpec = name.parse().unwrap();
        let (mut found, mut missed) = (0, Vec::new());
        for scene in load_scenes().unwrap() {
            if scene.goal != Goal::Open && scene.can_be_played_by(&spec) {
                match scene.ask(&spec, Seed(1)).unwrap().found {
                    true => found += 1,
                    false => missed.push(scene.name),
                }
            }
        }
        assert!(found >= least, "{name} finds {found}, misses {missed:?}");
    }
}
