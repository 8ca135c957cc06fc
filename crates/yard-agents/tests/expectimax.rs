//! `expectimax`: what it must find, and that it plays everywhere.

use std::sync::Arc;

use yard_agents::{Agent, Budget, Expectimax, ExpectimaxConfig, RandomAgent, Seed, referee};
use yard_core::{Game, Rules, Setup, Side, presets};

fn rules(name: &str) -> Arc<Rules> {
    Arc::new(presets::rules(name).unwrap())
}

fn agent(nodes: u64) -> Expectimax {
    Expectimax::new(ExpectimaxConfig { budget: Budget::Nodes(nodes), ..Default::default() })
}

fn choice(text: &str) -> String {
    let setup: Setup = text.parse().unwrap();
    let game = Game::from_setup(rules(&setup.rules), &setup).unwrap();
    let rng = &mut Seed(1).stream("detectives");
    Expectimax::default().choose(game.detective_view(), rng).unwrap().to_string()
}

#[test]
fn a_sure_capture_is_found() {
    assert_eq!(choice("grid5 x 7 detectives 8,25 turn 1"), "1:T7");
    assert_eq!(choice("classic x 46 detectives 34,29,26,53,91 turn 1"), "1:B46");
}

#[test]
fn a_ride_towards_all_candidates_is_found() {
    // All places lie in the lower right corner.
    let mv = choice("grid5 x 25 detectives 3,21 turn 1 candidates 25,24,20");
    assert!(["1:T4", "1:T8"].contains(&mv.as_str()), "{mv}");
}

#[test]
fn more_is_won_than_at_random() {
    let rules = rules("classic");
    let wins = |team: &mut dyn Agent<yard_agents::Detectives>| {
        let won = |index: &u64| {
            let seed = Seed(7).of_game(*index);
            let game = referee(&rules, seed, &mut RandomAgent, team).unwrap();
            game.outcome().unwrap().winner() == Side::Detectives
        };
        (0..40).filter(won).count()
    };
    assert!(wins(&mut agent(200)) >= wins(&mut RandomAgent) + 10);
}

#[test]
fn every_preset_is_played_without_a_foul_on_any_budget() {
    for presets::Preset { name, .. } in presets::RULES {
        for nodes in [1, 30, 400] {
            for index in 0..3 {
                let seed = Seed(9).of_game(index);
                referee(&rules(name), seed, &mut RandomAgent, &mut agent(nodes)).unwrap();
            }
        }
    }
}

#[test]
fn the_same_seed_gives_the_same_match() {
    let rules = rules("classic");
    let mut used = agent(500);
    for index in 0..3 {
        let seed = Seed(8).of_game(index);
        let first = referee(&rules, seed, &mut RandomAgent, &mut used).unwrap();
        let again = referee(&rules, seed, &mut RandomAgent, &mut agent(500)).unwrap();
        assert_eq!(first, again, "match {index}");
    }
}
