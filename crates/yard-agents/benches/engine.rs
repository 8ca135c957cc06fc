//! Times the engine and refuses to time a wrong answer: every count is asserted.
//!
//! `yard bench` prints the same speeds for people; this one compares two versions of the code.

use std::hint::black_box;
use std::sync::Arc;

use criterion::{Criterion, criterion_group, criterion_main};
use yard_agents::{FastRng, RandomAgent, Seed, random_playout, referee};
use yard_core::{
    Candidates, PublicStep, Rules, Setup, Side, State, Station, StationSet, Ticket, perft, presets,
};

fn rules(name: &str) -> Arc<Rules> {
    Arc::new(presets::rules(name).unwrap())
}

fn state(rules: &Rules, setup: &str) -> State {
    State::from_setup(rules, &setup.parse::<Setup>().unwrap()).unwrap()
}

fn bench_perft(c: &mut Criterion) {
    let classic = rules("classic");
    let scene = state(&classic, "classic x 86 detectives 85,115,89,116,127");
    c.bench_function("perft/classic/4", |b| {
        b.iter(|| assert_eq!(perft(&classic, black_box(&scene), 4), 8316));
    });
}

/// 1000 playouts from one state; the number of detective wins is fixed by the seed.
fn bench_playouts(c: &mut Criterion) {
    for (name, setup, wins) in [
        ("classic", "classic x 132 detectives 26,29,50,53,91", 226),
        ("modern", "modern x 132 detectives 26,29,50,53,91", 237),
        ("grid5", "grid5 x 13 detectives 1,25", 812),
    ] {
        let rules = rules(name);
        let scene = state(&rules, setup);
        c.bench_function(&format!("playouts/{name}/1000"), |b| {
            b.iter(|| {
                let mut rng = FastRng::new(1);
                let won = (0..1000)
                    .map(|_| random_playout(&rules, black_box(scene), &mut rng))
                    .filter(|playout| playout.outcome.winner() == Side::Detectives)
                    .count();
                assert_eq!(won, wins, "{name}");
            });
        });
    }
}

fn bench_games(c: &mut Criterion) {
    let classic = rules("classic");
    c.bench_function("games/classic/100", |b| {
        b.iter(|| {
            let plies: usize = (0..100)
                .map(|i| {
                    let seed = Seed(1).of_game(i);
                    let game = referee(&classic, seed, &mut RandomAgent, &mut RandomAgent).unwrap();
                    game.detective_view().log().plies().len()
                })
                .sum();
            assert_eq!(plies, 9367);
        });
    });
}

/// The worked example of docs/reference/rules.md's candidates: black from 86.
fn bench_candidates(c: &mut Criterion) {
    let classic = rules("classic");
    let set = |numbers: &[u8]| -> StationSet {
        numbers.iter().copied().filter_map(Station::new).collect()
    };
    let occupied = set(&[85, 115, 89, 116, 127]);
    let begin = Candidates::new(set(&[86]));
    let black = PublicStep { ticket: Ticket::Black, seen: None };
    let taxi = PublicStep { ticket: Ticket::Taxi, seen: None };
    let mut wide = begin;
    for _ in 0..4 {
        wide.step(classic.board(), &occupied, black);
    }
    c.bench_function("candidates/few", |b| {
        b.iter(|| {
            let mut candidates = black_box(begin);
            candidates.step(classic.board(), &occupied, black);
            assert_eq!(candidates.len(), 6);
        });
    });
    c.bench_function("candidates/many", |b| {
        b.iter(|| {
            let mut candidates = black_box(wide);
            candidates.step(classic.board(), &occupied, taxi);
            assert_eq!((wide.len(), candidates.len()), (88, 131));
        });
    });
}

criterion_group!(benches, bench_perft, bench_playouts, bench_games, bench_candidates);
criterion_main!(benches);
