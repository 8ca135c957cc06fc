//! `expectimax`: what it must find, that Mr X's is the mean it should be, and that it plays everywhere.

mod plain;

use std::sync::Arc;

use plain::{At, Plain};
use yard_agents::paranoid::Method;
use yard_agents::{
    Agent, Budget, Detectives, Expectimax, ExpectimaxConfig, MrX, RandomAgent, Replies, Rng, Seed,
    referee,
};
use yard_core::{DetectiveMove, Draw, Game, Move, Rules, Setup, Side, Station, Turn, presets};

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
    let mv = Agent::<Detectives>::choose(&mut Expectimax::default(), game.detective_view(), rng);
    mv.unwrap().to_string()
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
                referee(&rules(name), seed, &mut agent(nodes), &mut RandomAgent).unwrap();
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
        let first = referee(&rules, seed, &mut used, &mut RandomAgent).unwrap();
        let again = referee(&rules, seed, &mut agent(500), &mut RandomAgent).unwrap();
        assert_eq!(first, again, "match {index} of Mr X");
    }
}

/// A game after some random plies, in which Mr X is to move.
fn random_match(rules: &Arc<Rules>, rng: &mut Rng) -> Game {
    loop {
        let mut game = Game::new(Arc::clone(rules), &rules.deal(rng));
        for _ in 0..rng.below(u32::from(rules.slots()) * u32::from(rules.detectives() + 1)) {
            let mv = match game.turn() {
                Turn::MrX => Move::from(game.mr_x_view().draw_move(rng)),
                Turn::Detective(_) | Turn::Team => Move::from(game.detective_view().draw_move(rng)),
                Turn::Over(_) => break,
            };
            game.play(mv).unwrap();
        }
        if game.turn() == Turn::MrX {
            return game;
        }
    }
}

/// Mr X's expectation by the book.
fn expected(plain: &Plain<'_>, rules: &Rules, replies: Replies, at: &At, left: u8) -> f64 {
    match at.0.turn() {
        Turn::Over(outcome) if outcome.winner() == Side::MrX => plain.won() as f64,
        Turn::Over(_) => 0.0,
        Turn::MrX | Turn::Detective(_) | Turn::Team if left == 0 => plain.leaf(at) as f64,
        Turn::MrX => {
            let values = plain
                .moves(at)
                .into_iter()
                .map(|mv| expected(plain, rules, replies, &plain.after(at, mv), left - 1));
            values.fold(0.0, f64::max)
        }
        Turn::Detective(_) | Turn::Team => {
            let all: Vec<DetectiveMove> = at.0.detective_moves(rules).collect();
            let all: Vec<DetectiveMove> =
                all.iter().copied().filter(|mv| mv.by() == all[0].by()).collect();
            let target = |mv: &DetectiveMove| match mv {
                DetectiveMove::Ride { step, .. } => Some(step.to),
                DetectiveMove::Pass { .. } => None,
            };
            let nearest = |place: Station| {
                let near = |mv: &&DetectiveMove| target(mv).map(|to| plain.distance(to, place));
                *all.iter().min_by_key(near).unwrap()
            };
            let drawn: Vec<DetectiveMove> = match replies {
                Replies::Places => at.1.iter().map(nearest).collect(),
                Replies::Random => all.clone(),
            };
            let values = drawn.iter().map(|mv| {
                expected(plain, rules, replies, &plain.after(at, (*mv).into()), left - 1)
            });
            values.sum::<f64>() / drawn.len() as f64
        }
    }
}

#[test]
fn mr_x_takes_the_best_mean() {
    for (name, detectives, depth, positions) in
        [("grid5", 2, 4, 20), ("bristol", 2, 3, 8), ("classic", 3, 3, 6), ("bristol", 5, 2, 6)]
    {
        let rules = Arc::new(rules(name).with_detectives(detectives).unwrap());
        let plain = Plain::new(&rules, Method::Mortimer);
        let mut rng = Seed(u64::from(detectives)).stream("positions");
        for replies in [Replies::Places, Replies::Random] {
            let budget = Budget::Nodes(u64::MAX);
            let mut agent = Expectimax::new(ExpectimaxConfig { budget, depth, replies });
            for _ in 0..positions {
                let game = random_match(&rules, &mut rng);
                let root = (game.state(), *game.mr_x_view().candidates());
                let rng = &mut Seed(1).stream("mr-x");
                let mv = Agent::<MrX>::choose(&mut agent, game.mr_x_view(), rng).unwrap();
                let Some(report) = Agent::<MrX>::root_report(&agent) else { continue };
                let depth = depth.min(plies_left(&rules, &game));
                let best = expected(&plain, &rules, replies, &root, depth);
                let after = plain.after(&root, mv.into());
                let chosen = expected(&plain, &rules, replies, &after, depth - 1);
                let near = |a: f64, b: f64| (a - b).abs() < 1e-6 * a.abs().max(1.0);
                assert!(near(chosen, best), "{name}: {mv} {chosen} for {best}");
                let told = report.value * f64::from(rules.detectives());
                assert!(near(told, best), "{name}: {told} for {best}");
            }
        }
        // Without a detective's ply there is no chance, and both are one search.
        let game = random_match(&rules, &mut rng);
        let root = (game.state(), *game.mr_x_view().candidates());
        let value = expected(&plain, &rules, Replies::Places, &root, 1);
        assert!((value - plain.value(&root, 1) as f64).abs() < 1e-6);
    }
}

fn plies_left(rules: &Rules, game: &Game) -> u8 {
    let rounds = game.detective_view().public().rounds_left(rules);
    rounds.saturating_mul(rules.detectives() + 1)
}

#[test]
fn mr_x_flees_a_capture() {
    let setup: Setup = "grid5 x 1 detectives 3,25".parse().unwrap();
    let game = Game::from_setup(rules("grid5"), &setup).unwrap();
    let rng = &mut Seed(1).stream("mr-x");
    let mv = Agent::<MrX>::choose(&mut Expectimax::default(), game.mr_x_view(), rng).unwrap();
    assert_eq!(mv.to_string(), "T6");
}
