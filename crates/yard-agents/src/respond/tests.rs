//! What the responders know, and that they know no more than they may.

use std::sync::Arc;
use std::sync::atomic::AtomicU64;

use yard_core::{
    DetectiveId, DetectiveMove, DetectiveView, Game, Move, PublicMrXMove, PublicStep, Rules,
    Station, Step, Ticket, Turn, presets,
};

use super::hidden_model::HiddenModel;
use super::line::Line;
use super::posterior::Posterior;
use super::team_model::TeamModel;
use super::{RespondConfig, Responder};
use crate::agent::{Agent, Detectives, MrX};
use crate::factory::{AgentFactory, Both};
use crate::{Lookahead, MctsSova, RandomAgent, Seed, SovaConfig, referee};

fn rules(name: &str) -> Arc<Rules> {
    Arc::new(presets::rules(name).unwrap())
}

fn station(number: u8) -> Station {
    Station::new(number).unwrap()
}

/// A Mr X who draws nothing is found: where he has been seen once, everybody who asks knows the rest.
#[test]
fn the_posterior_finds_a_pure_mr_x() {
    let rules = rules("classic");
    let mut found = 0;
    for seed in 0..4 {
        let mut model = HiddenModel::new(
            Box::new(Lookahead::default()),
            Some(Box::new(Lookahead::default())),
            1,
            Arc::default(),
        );
        let (mut posterior, mut mr_x) = (Posterior::new(), Lookahead::default());
        let mut rng = Seed(seed).stream("test");
        let mut game = Game::new(Arc::clone(&rules), &rules.deal(&mut rng));
        while game.outcome().is_none() {
            let mv = match game.turn() {
                Turn::MrX => {
                    let view = game.mr_x_view();
                    Move::from(Agent::<MrX>::choose(&mut mr_x, view, &mut rng).unwrap())
                }
                Turn::Detective(_) | Turn::Team | Turn::Over(_) => {
                    let view = game.detective_view();
                    posterior.follow(view, &mut model, u64::MAX, &mut rng);
                    if view.log().last_seen().is_some() && view.candidates().len() > 1 {
                        let truth = game.mr_x_view().station();
                        let of = |(at, share): &(Station, f64)| (*at == truth).then_some(*share);
                        let share = posterior.shares().iter().find_map(of).unwrap();
                        assert!(share > 0.99, "{share} in {seed}");
                        found += 1;
                    }
                    Move::from(view.draw_move(&mut rng))
                }
            };
            game.play(mv).unwrap();
        }
    }
    assert!(found > 20, "{found}");
}

/// Against random play the posterior counts ways. From 13, in the middle of a grid, two hidden steps lead
/// back in 4 of 16 cases.
#[test]
fn the_posterior_of_random_play_counts_ways() {
    let rules = rules("grid:5,1,15");
    let mut view = DetectiveView::new(Arc::clone(&rules), &[station(1)], None);
    let (mut posterior, mut rng) = (Posterior::new(), Seed(1).stream("test"));
    let policy: Box<dyn crate::Policy<MrX>> = Box::new(RandomAgent);
    let mut model = HiddenModel::new(Box::new(RandomAgent), Some(policy), 1, Arc::default());
    for slot in 1..=5 {
        let seen = (slot == 3).then_some(station(13));
        let mv = PublicMrXMove::Single(PublicStep { ticket: Ticket::Taxi, seen });
        view.mr_x_moved(mv, None).unwrap();
        posterior.follow(&view, &mut model, u64::MAX, &mut rng);
        let step = Step { ticket: Ticket::Taxi, to: station(1 + slot % 2) };
        view.detective_moved(DetectiveMove::Ride { by: DetectiveId::D1, step }, None).unwrap();
    }
    let share = |number| {
        let at = |(at, share): &(Station, f64)| (*at == station(number)).then_some(*share);
        posterior.shares().iter().find_map(at).unwrap_or(0.0)
    };
    for (number, expected) in [(13, 0.25), (3, 0.0625), (7, 0.125)] {
        assert!((share(number) - expected).abs() < 1e-9, "{number}: {}", share(number));
    }
}

/// The copy of the detectives answers as they do in the game, where nothing is drawn.
#[test]
fn the_copy_answers_like_the_detectives() {
    let rules = rules("classic");
    let asked = Arc::new(AtomicU64::new(0));
    let mut model = TeamModel::new(Box::new(Lookahead::default()), Arc::clone(&asked));
    let mut rng = Seed(3).stream("test");
    let mut game = Game::new(Arc::clone(&rules), &rules.deal(&mut rng));
    let mut team = Lookahead::default();
    let mut rounds = 0;
    while game.outcome().is_none() {
        let mut line = Line::of_mr_x(game.mr_x_view());
        let mv = game.mr_x_view().draw_move(&mut rng);
        line.play_mr_x(mv).unwrap();
        let reply = model.reply(&mut line, &mut rng).unwrap();
        game.play(mv.into()).unwrap();
        for expected in reply {
            let view = game.detective_view();
            let mv = Agent::<Detectives>::choose(&mut team, view, &mut rng).unwrap();
            assert_eq!(mv, expected);
            game.play(mv.into()).unwrap();
        }
        assert_eq!(line.state.outcome(), game.outcome());
        rounds += 1;
    }
    assert!(rounds > 2 && model.questions() == asked.load(std::sync::atomic::Ordering::Relaxed));
}

/// A worker plays many games with one responder; no game may depend on those before it.
#[test]
fn nothing_is_kept_from_game_to_game() {
    let sova = SovaConfig { budget: crate::Budget::Playouts(5), ..SovaConfig::wins() };
    let against: Arc<dyn AgentFactory> = Arc::new(Both::cloned("sova", MctsSova::new(sova)));
    let config = RespondConfig { playouts: 12, questions: 300, samples: 2, leaf: 5 };
    for name in ["glasses", "grid:4,2,6"] {
        let (rules, responder) = (rules(name), Responder::new(Arc::clone(&against), config));
        let play = |seeds: &[u64]| {
            let mut x = responder.mr_x(&rules).unwrap();
            let mut team = responder.detectives(&rules).unwrap();
            let mut other_x = against.mr_x(&rules).unwrap();
            let mut other_team = against.detectives(&rules).unwrap();
            let mut last = None;
            for seed in seeds {
                let one = referee(&rules, Seed(*seed), x.as_mut(), other_team.as_mut()).unwrap();
                let two = referee(&rules, Seed(*seed), other_x.as_mut(), team.as_mut()).unwrap();
                last = Some([one, two].map(|game| game.mr_x_view().clone()));
            }
            last
        };
        assert_eq!(play(&[1, 2, 7]), play(&[7]), "{name}");
    }
}

/// The cap on questions holds, but for the round that is being asked.
#[test]
fn questions_are_capped() {
    let against: Arc<dyn AgentFactory> = Arc::new(Both::cloned("look", Lookahead::default()));
    let config = RespondConfig { playouts: 50, questions: 60, samples: 2, leaf: 5 };
    let responder = Responder::new(Arc::clone(&against), config);
    let rules = rules("classic");
    let mut x = responder.mr_x(&rules).unwrap();
    let mut team = against.detectives(&rules).unwrap();
    referee(&rules, Seed(1), x.as_mut(), team.as_mut()).unwrap();
    let one = responder.asked();
    assert!((30..=65).contains(&one), "{one}");
    let mut x = against.mr_x(&rules).unwrap();
    let mut team = responder.detectives(&rules).unwrap();
    referee(&rules, Seed(1), x.as_mut(), team.as_mut()).unwrap();
    assert!((1..=61).contains(&(responder.asked() - one)), "{}", responder.asked() - one);
}
