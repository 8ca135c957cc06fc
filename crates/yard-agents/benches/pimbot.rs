//! Times whole iterations of `pimbot` from the opening of classic: a budget is one move's search.

use std::hint::black_box;
use std::sync::Arc;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use yard_agents::pimbot::Stops;
use yard_agents::{Agent, Budget, Detectives, MrX, PimBot, PimBotConfig, Seed};
use yard_core::{Game, Move, presets};

/// Playouts of one timed search.
const PLAYOUTS: u32 = 3000;

fn pimbot() -> PimBot {
    let config = PimBotConfig {
        budget: Budget::Playouts(PLAYOUTS),
        stops: Stops::WithBudget,
        ..PimBotConfig::default()
    };
    PimBot::new(config, Arc::new(yard_agents::pimbot::LocationTables::EMPTY))
}

fn visits(agent: &PimBot) -> u32 {
    agent.root_visits().map(|(_, visits)| visits).sum()
}

fn bench_openings(c: &mut Criterion) {
    let rules = Arc::new(presets::rules("classic").unwrap());
    let deal = rules.deal(&mut Seed(1).stream("deal"));
    let mut game = Game::new(Arc::clone(&rules), &deal);
    let mut group = c.benchmark_group("pimbot/classic opening");
    group.throughput(Throughput::Elements(PLAYOUTS.into()));
    let (mut mr_x, mut team) = (pimbot(), pimbot());
    group.bench_function("MM, Mr X", |b| {
        b.iter(|| {
            let mut rng = Seed(1).stream("mr-x");
            black_box(
                Agent::<MrX>::choose(&mut mr_x, black_box(game.mr_x_view()), &mut rng).unwrap(),
            );
            assert_eq!(visits(&mr_x), PLAYOUTS);
        });
    });
    let first = game.state().mr_x_moves(&rules).next().unwrap();
    game.play(Move::from(first)).unwrap();
    group.bench_function("MC, detectives", |b| {
        b.iter(|| {
            let mut rng = Seed(1).stream("detectives");
            let view = black_box(game.detective_view());
            black_box(Agent::<Detectives>::choose(&mut team, view, &mut rng).unwrap());
            assert_eq!(visits(&team), PLAYOUTS);
        });
    });
    group.finish();
}

criterion_group!(benches, bench_openings);
criterion_main!(benches);
