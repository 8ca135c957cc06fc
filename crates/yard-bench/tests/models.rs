//! The shipped networks play as well as docs/reference/training.md says: fewer games, so each bound is four standard errors
//! away from the figure there.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use yard_agents::Seed;
use yard_arena::Series;
use yard_arena::samples::contender;
use yard_bench::{Goal, load_scenes};
use yard_core::{Game, Move, Turn};
use yard_roster::load_rules;

const MATCHES: u64 = 400;

/// Games of 400 that the detectives win.
fn wins(rules: &str, x: &str, team: &str) -> u64 {
    let series = Series {
        rules: Arc::new(load_rules(rules).unwrap()),
        mr_x: contender(x),
        detectives: contender(team),
        games: MATCHES,
        seed: Seed(8),
        threads: None,
    };
    let tally = series.play(&AtomicBool::new(false), &|_, _| {}).unwrap();
    assert_eq!(tally.first_foul, None, "{x} against {team}");
    tally.report().detective_wins
}

/// Random against random the detectives win 30.1 % under `dash`: 121 games.
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
    assert!(team >= 381, "the detectives win {team}");
    let x = wins("grid5", "dqn", "alphabeta");
    assert!(x <= 274, "Mr X is caught in {x}");
}

#[test]
fn the_improved_networks_have_learned_more() {
    let team = wins("grid5", "alphabeta", "dqn:model=grid5");
    assert!(team >= 392, "the detectives win {team}");
    let x = wins("grid5", "dqn:model=grid5", "alphabeta");
    assert!(x <= 136, "Mr X is caught in {x}");
}

/// With `partner=alphabeta` the last detective is the network, and the one before him alpha-beta.
#[test]
fn a_partner_plays_the_detectives_before_the_last() {
    let rules = Arc::new(load_rules("grid5").unwrap());
    let agent = |name: &str| contender(name).detectives(&rules).unwrap();
    let (mut both, mut alone) =
        (agent("dqn:partner=alphabeta"), [agent("alphabeta"), agent("dqn")]);
    let mut rng = Seed(4).stream("partner");
    for _ in 0..20 {
        let mut game = Game::new(Arc::clone(&rules), &rules.deal(&mut rng));
        while game.outcome().is_none() {
            let mv = match game.turn() {
                Turn::Detective(id) => {
                    let (view, same) = (game.detective_view(), rng.clone());
                    // Alpha-beta plans for both at a sighting, so that it has to be asked each time.
                    let asked =
                        [0, 1].map(|i: usize| alone[i].choose(view, &mut same.clone()).unwrap());
                    let mv = both.choose(view, &mut rng).unwrap();
                    assert_eq!(mv, asked[id.index()], "{id:?}");
                    Move::Detective(mv)
                }
                _ => Move::MrX(game.mr_x_view().draw_move(&mut rng)),
            };
            game.play(mv).unwrap();
        }
        both.begin();
        alone.iter_mut().for_each(|agent| agent.begin());
    }
}

/// Networks do not look ahead, so [`plays_alone`](yard_bench::plays_alone) leaves them out of the scenes that every
/// thinking agent must find. The networks of the thesis find all six on the grid. The improved ones miss three captures,
/// though they win more: why is open. Those of `dash` are in the scenes that `qnet` found in its games.
#[test]
fn networks_find_much_of_what_is_forced() {
    for (name, least) in [("dqn:model=hrklova", 6), ("dqn:model=grid5", 3), ("qnet", 3)] {
        let agent = contender(name);
        let (mut found, mut missed) = (0, Vec::new());
        for scene in load_scenes().unwrap() {
            if scene.goal != Goal::Open && scene.is_for(agent.as_ref()) {
                match scene.ask(agent.as_ref(), Seed(1)).unwrap().found {
                    true => found += 1,
                    false => missed.push(scene.name),
                }
            }
        }
        assert!(found >= least, "{name} finds {found}, misses {missed:?}");
    }
}
