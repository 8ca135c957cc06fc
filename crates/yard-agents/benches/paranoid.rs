//! Times the paranoid searches and refuses to time a wrong answer: values, nodes and depths are
//! asserted. Throughput is printed in nodes a second; a node is one move made.

use std::hint::black_box;
use std::sync::Arc;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use yard_agents::paranoid::Method;
use yard_agents::{Budget, Paranoid, ParanoidConfig, Seed};
use yard_core::{Game, Setup, presets};

/// One search from a position with the default budget.
fn bench_positions(c: &mut Criterion) {
    let nodes = 15_000;
    for (text, method, value, depth) in [
        ("bristol x 132 detectives 26,29,50,53,91", Method::Mortimer, 2635, 10),
        ("bristol x 132 detectives 26,29,50,53,91", Method::Nijssen, 117_760, 10),
        ("bristol x 106 detectives 103,117,138,94,155 slot 8", Method::Mortimer, 1310, 10),
        ("bristol x 106 detectives 103,117,138,94,155 slot 8", Method::Nijssen, 39_936, 8),
        ("classic x 132 detectives 26,29,50,53,91", Method::Mortimer, 2625, 10),
        ("grid15 x 113 detectives 97,110,144,83", Method::Mortimer, 464, 10),
    ] {
        let setup: Setup = text.parse().unwrap();
        let rules = Arc::new(presets::rules(&setup.rules).unwrap());
        let game = Game::from_setup(rules, &setup).unwrap();
        let config = match method {
            Method::Mortimer => ParanoidConfig::mortimer(),
            Method::Nijssen => ParanoidConfig::nijssen(),
        };
        let mut agent = Paranoid::new(ParanoidConfig { budget: Budget::Nodes(nodes), ..config });
        let mut group = c.benchmark_group(format!("paranoid/{method:?}"));
        group.throughput(Throughput::Elements(nodes)).sample_size(20);
        group.bench_function(text, |b| {
            b.iter(|| {
                let mut rng = Seed(1).stream("mr-x");
                let thought = agent.think(black_box(game.mr_x_view()), &mut rng);
                let found = (thought.nodes, thought.value, thought.depth);
                assert_eq!(found, (nodes, value, depth), "{text}");
            });
        });
    }
}

criterion_group!(benches, bench_positions);
criterion_main!(benches);
