//! Small boards: the solver against a plain one, and values that can be worked out by hand.

mod plain;

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use plain::Plain;
use yard_core::{Deal, Rules, Start, Station, presets};
use yard_solve::{Effort, solve_game};

fn bounds(rules: &Arc<Rules>, precision: f64) -> [f64; 2] {
    let effort = Effort { precision, ..Effort::default() };
    solve_game(rules, effort, &AtomicBool::new(false), &|_, _| {}).expect("small").detective_value()
}

/// All deals when any station may be drawn, or the only one.
fn deals(rules: &Rules) -> Vec<(f64, Deal)> {
    if let Start::Fixed { mr_x, detectives } = rules.start() {
        let detectives = detectives.iter().copied().collect();
        return vec![(1.0, Deal { mr_x: *mr_x, detectives })];
    }
    let stations: Vec<Station> = rules.board().stations().iter().collect();
    let mut deals = vec![Vec::new()];
    for _ in 0..=rules.detectives() {
        let longer = |deal: &Vec<Station>| {
            let free = stations.iter().filter(|station| !deal.contains(station));
            free.map(|station| [deal.as_slice(), &[*station]].concat()).collect::<Vec<_>>()
        };
        deals = deals.iter().flat_map(longer).collect();
    }
    let chance = 1.0 / deals.len() as f64;
    let deal = |deal: Vec<Station>| Deal {
        mr_x: deal[0],
        detectives: deal[1..].iter().copied().collect(),
    };
    deals.into_iter().map(|seats| (chance, deal(seats))).collect()
}

/// Both solvers' bounds hold the value, so they overlap; and both are narrow.
fn agree(rules: Rules, iterations: u32, width: f64) {
    let rules = Arc::new(rules);
    let name = rules.name();
    let [lower, upper] = bounds(&rules, 0.0005);
    assert!(upper - lower <= 0.0005, "{name}: {lower} to {upper}");
    let plain = Plain::new(&rules, &deals(&rules));
    let [low, high] = plain.solve(iterations);
    let text = format!(
        "{name}: {lower} to {upper}, plain {low} to {high}, {} histories",
        plain.histories()
    );
    println!("{text}");
    assert!(high - low <= width, "{text}");
    assert!(lower <= high + 1e-9 && low <= upper + 1e-9, "{text}");
}

fn glasses(changes: &[(&str, &str)]) -> Rules {
    let mut text =
        presets::RULES.iter().find(|(name, _)| *name == "glasses").expect("a preset").1.to_owned();
    for (old, new) in changes {
        assert!(text.contains(old), "{old}");
        text = text.replace(old, new);
    }
    Rules::from_toml(&text, &presets::board).expect("rules")
}

#[test]
fn plain_agrees_on_two_by_two() {
    for name in ["grid:2,1,3,2", "grid:2,1,4,3", "grid:2,1,5,5", "grid:2,2,2,2"] {
        agree(presets::rules(name).expect("a grid"), 300, 0.01);
    }
}

#[test]
fn plain_agrees_on_three_by_three() {
    for (name, iterations) in [("grid:3,1,3,2", 200), ("grid:3,1,4,3", 100), ("grid:3,2,2,2", 100)]
    {
        agree(presets::rules(name).expect("a grid"), iterations, 0.02);
    }
}

#[test]
fn plain_agrees_on_glasses() {
    agree(glasses(&[("log_slots  = 5", "log_slots  = 4")]), 200, 0.02);
}
