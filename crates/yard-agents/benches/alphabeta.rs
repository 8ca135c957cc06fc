//! Times `alphabeta` and refuses to time a wrong answer: values and nodes are asserted.

use std::hint::black_box;
use std::sync::Arc;

use criterion::{Criterion, criterion_group, criterion_main};
use yard_agents::{AlphaBeta, Seed, referee};
use yard_core::{Setup, Side, State, presets};

/// One search from a position: the value in units of 1 / (n (n − 1)) and the nodes are fixed.
fn bench_positions(c: &mut Criterion) {
    for (name, text, value, nodes) in [
        ("grid5/mr-x", "grid5 x 13 detectives 1,25", -61, 162),
        ("grid7/mr-x", "grid7 x 25 detectives 1,7,46", 168, 187),
        ("grid7/team", "grid7 x 25 detectives 1,7,46 turn 1", -134, 198),
        ("grid15/mr-x far", "grid15 x 113 detectives 1,15,211,225", 1089, 87),
        ("grid15/mr-x near", "grid15 x 113 detectives 97,110,144,83", 171, 225),
        ("grid15/team near", "grid15 x 113 detectives 97,110,144,83 turn 1", 1141, 47),
        ("classic/mr-x", "classic x 132 detectives 26,29,50,53,91", 620, 561),
    ] {
        let setup: Setup = text.parse().unwrap();
        let rules = presets::rules(&setup.rules).unwrap();
        let state = State::from_setup(&rules, &setup).unwrap();
        let mut agent = AlphaBeta::default();
        c.bench_function(&format!("alphabeta/{name}"), |b| {
            b.iter(|| {
                let line = agent.analyse(&rules, black_box(state));
                assert_eq!((line.value, line.nodes), (value, nodes), "{name}");
            });
        });
    }
}

/// Ten whole games against itself; the number of detective wins is fixed by the seed.
fn bench_matches(c: &mut Criterion) {
    for (name, wins) in [("grid5", 10), ("grid7", 6), ("grid15", 2)] {
        let rules = Arc::new(presets::rules(name).unwrap());
        let (mut mr_x, mut team) = (AlphaBeta::default(), AlphaBeta::default());
        c.bench_function(&format!("alphabeta/{name}/10 matches"), |b| {
            b.iter(|| {
                let won = (0..10)
                    .map(|index| {
                        let seed = Seed(1).of_game(index);
                        referee(&rules, seed, &mut mr_x, &mut team).unwrap().outcome().unwrap()
                    })
                    .filter(|outcome| outcome.winner() == Side::Detectives)
                    .count();
                assert_eq!(won, wins, "{name}");
            });
        });
    }
}

criterion_group!(benches, bench_positions, bench_matches);
criterion_main!(benches);
