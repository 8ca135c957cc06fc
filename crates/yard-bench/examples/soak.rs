//! Plays every pair of agents under every preset with tiny budgets, and counts fouls:
//! `cargo run --profile test -p yard-bench --example soak -- 10000` (the least number of games).
//!
//! That profile keeps the checks of the rules on. The same number gives the same output. It ends
//! with an error if there was a foul.

use std::collections::BTreeMap;
use std::error::Error;
use std::sync::atomic::AtomicBool;

use yard_agents::Seed;
use yard_arena::{Experiment, Ledger, Share, Tally};
use yard_bench::soak;
use yard_core::presets;

/// Sums over some of the pairs.
#[derive(Clone, Copy, Default)]
struct Sum {
    pairs: u64,
    games: u64,
    fouls: u64,
    detective_wins: u64,
}

impl Sum {
    fn add(&mut self, tally: &Tally) {
        self.pairs += 1;
        self.games += tally.games;
        self.fouls += tally.fouls;
        self.detective_wins += tally.detective_wins;
    }

    fn print(&self, name: &str) {
        let Share { rate, ci95: [lo, hi] } = Share::new(self.detective_wins, self.games);
        println!(
            "{name:<36} {:>5} {:>6} {:>5} {:>6.1} % ({:.1} to {:.1})",
            self.pairs,
            self.games,
            self.fouls,
            rate * 100.0,
            lo * 100.0,
            hi * 100.0
        );
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let least: u64 = std::env::args().nth(1).ok_or("how many matches? soak 10000")?.parse()?;
    let mut experiments = Vec::new();
    for presets::Preset { name, .. } in presets::RULES {
        experiments.push(soak(presets::rules(name)?, 0, Seed(1)));
    }
    let pairs: usize = experiments.iter().map(|experiment| experiment.cells.len()).sum();
    let games = least.div_ceil(pairs as u64);
    println!("{pairs} pairs of agents, {games} matches each, seed 1");
    println!("{:<36} {:>5} {:>6} {:>5}   detectives win", "", "pairs", "games", "fouls");

    let mut all = Sum::default();
    let mut by_agent: BTreeMap<String, Sum> = BTreeMap::new();
    for experiment in experiments {
        let experiment = Experiment { games, ..experiment };
        let ledger = Ledger::new(experiment.cells.len());
        let tallies = experiment.play(&ledger, &AtomicBool::new(false), &|_, _, _, _| {})?;
        let mut sum = Sum::default();
        for (cell, tally) in experiment.cells.iter().zip(&tallies) {
            let x = &experiment.mr_x[cell.column];
            let team = &experiment.detectives[cell.row];
            if let Some((index, foul)) = &tally.first_foul {
                println!("foul in game {index} of {} against {}: {foul}", x.name(), team.name());
            }
            for agent in [format!("Mr X: {}", x.name()), format!("detectives: {}", team.name())] {
                by_agent.entry(agent).or_default().add(tally);
            }
            sum.add(tally);
            all.add(tally);
        }
        sum.print(experiment.rules.name());
    }
    for (agent, sum) in &by_agent {
        sum.print(agent);
    }
    all.print("all");
    if all.fouls > 0 {
        return Err(format!("{} matches ended by a foul", all.fouls).into());
    }
    Ok(())
}
