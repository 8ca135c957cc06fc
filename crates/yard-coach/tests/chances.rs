//! The chances that people are told come true: neither too sure nor too shy, whoever plays Mr X.

use std::sync::Arc;

use yard_agents::{AgentFactory as _, Seed, begin_game};
use yard_coach::{Level, belief};
use yard_core::{Game, Rules, Side, Turn, presets};
use yard_roster::Roster;

/// What was told of the likeliest place and how often Mr X was there, of the chances in one range.
#[derive(Default, Debug)]
struct Told {
    times: f64,
    chances: f64,
    there: f64,
}

/// Plays a game of a level's Mr X against detectives, and notes what is told before each of their rounds.
fn listen(level: &Level, seed: u64, told: &mut [Told; 10]) {
    let rules: Arc<Rules> = Arc::new(presets::rules("classic").unwrap());
    let agent = |spec: &str| Roster::default().agent(&spec.parse().unwrap());
    let mut mr_x = agent(level.agent(Side::MrX)).mr_x(&rules).unwrap();
    let hunters = agent(Level::find("beginner").unwrap().agent(Side::Detectives));
    let mut team = hunters.detectives(&rules).unwrap();
    let (mut his, mut theirs) = (Seed(seed).stream("his"), Seed(seed).stream("theirs"));
    let mut game: Game = begin_game(&rules, None, Seed(seed)).unwrap();
    loop {
        let mv = match game.turn() {
            Turn::Over(_) => return,
            Turn::MrX => mr_x.choose(game.mr_x_view(), &mut his).unwrap().into(),
            Turn::Detective(_) | Turn::Team => {
                let view = game.detective_view();
                let (place, chance) = belief(view)[0];
                // Where he has just been seen there is nothing to guess.
                if view.candidates().len() > 1 {
                    let range = &mut told[((chance * 10.0) as usize).min(9)];
                    range.times += 1.0;
                    range.chances += chance;
                    range.there += f64::from(u8::from(game.mr_x_view().station() == place));
                }
                team.choose(view, &mut theirs).unwrap().into()
            }
        };
        game.play(mv).unwrap();
    }
}

#[test]
fn what_is_told_comes_true() {
    let mut told: [Told; 10] = Default::default();
    for id in Level::IDS {
        for seed in 1..=6 {
            listen(Level::find(id).unwrap(), seed, &mut told);
        }
    }
    for Told { times, chances, there } in &told {
        println!("{times} times: told {:.2}, true {:.2}", chances / times, there / times);
    }
    let often = told.iter().filter(|range| range.times >= 30.0);
    for Told { times, chances, there } in often {
        // The same place is told to five detectives, so the moves are not independent.
        let error = 0.08 + 2.0 * (0.25 / (times / 5.0)).sqrt();
        let off = (chances - there) / times;
        assert!(off.abs() < error, "{chances:.1} told, {there} true of {times}");
    }
}
