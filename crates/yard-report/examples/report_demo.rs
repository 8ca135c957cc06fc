//! Writes plots and reports of invented figures into a folder, to look at:
//! `cargo run -p yard-report --example report_demo -- /tmp/demo`.

use std::collections::BTreeMap;
use std::error::Error;
use std::fs;
use std::path::Path;

use yard_arena::{CrossTable, SeriesReport, Share};
use yard_core::presets;
use yard_plot::{Columns, Curve, Estimate, Plot};
use yard_report::{
    capture_grid, capture_histogram, captures, estimate, heat_map, log_slots, rate_over_budget,
    report_html,
};

fn main() -> Result<(), Box<dyn Error>> {
    let folder = std::env::args().nth(1).ok_or("which folder? report_demo FOLDER")?;
    let folder = Path::new(&folder);
    fs::create_dir_all(folder)?;
    let slots = log_slots(&presets::rules("classic")?);
    for (name, table) in [
        ("one", demo_table(&["random"], &["random"])),
        ("small", demo_table(&AGENTS[..3], &AGENTS[..3])),
        ("large", demo_table(&AGENTS, &AGENTS)),
        ("empty", CrossTable { cells: Vec::new(), ..demo_table(&["random"], &["random"]) }),
    ] {
        write(folder, &format!("heat-{name}"), &heat_map(&table))?;
        let grid = capture_grid(&table.name, &table, slots.clone());
        write(folder, &format!("captures-{name}"), &grid)?;
        fs::write(folder.join(format!("report-{name}.html")), report_html(&table))?;
        fs::write(folder.join(format!("table-{name}.md")), table.to_markdown())?;
        fs::write(folder.join(format!("table-{name}.csv")), table.to_csv())?;
    }
    let note = "Invented for this demonstration";
    let title = "Demo figures, not played: when the detectives win";
    let wins = (0..3).map(|n| captures(AGENTS[n + 1], &demo_wins(500 >> n, n))).collect();
    write(folder, "wins", &capture_histogram(title, note, wins, slots))?;
    let never = vec![captures("never:won", &BTreeMap::new())];
    let short = Columns { last: 15, ..Columns::default() };
    write(folder, "wins-never", &capture_histogram(title, note, never, short))?;
    let title = "Demo figures, not played: win rate over playouts";
    let curve = |name: &str, points| Curve { name: name.to_owned(), points };
    let rates = (0..4).map(|n| curve(AGENTS[n], demo_rates(n))).collect();
    write(folder, "rates", &rate_over_budget(title, note, "playouts for each move", rates))?;
    let one = vec![curve("a single point", vec![(1000.0, estimate(Share::new(7, 10)))])];
    write(folder, "rates-one", &rate_over_budget(title, note, "playouts", one))?;
    Ok(())
}

fn write(folder: &Path, name: &str, plot: &Plot) -> Result<(), Box<dyn Error>> {
    fs::write(folder.join(format!("{name}.svg")), plot.svg())?;
    fs::write(folder.join(format!("{name}.png")), plot.png()?)?;
    Ok(())
}

const AGENTS: [&str; 6] = [
    "random",
    "greedy:look=2",
    "mcts:playouts=3000,c=0.4,bias=distance",
    "mcts:playouts=10000,c=0.4,bias=distance,policy=coalition,r=0.3",
    "alphabeta:depth=6,samples=64,eval=reach",
    "learned:file=weights/a-rather-long-folder-name/2025-01-31-run-17/step-120000.safetensors,\
     temperature=0.25,playouts=800,noise=dirichlet,alpha=0.3,fraction=0.25",
];

/// Clearly invented: rows and columns get stronger by their number.
fn demo_table(mr_x: &[&str], detectives: &[&str]) -> CrossTable {
    let cell = |row: usize, column: usize| match (row, column) {
        (2, 1) => None,
        (5, 5) => Some(demo_series(0, 250, row)),
        (row, column) => {
            let wins = 320_i64 + 210 * row as i64 - 145 * column as i64;
            Some(demo_series(wins.clamp(0, 1000) as u64, 1000, row))
        }
    };
    CrossTable {
        name: "Demo figures, not played".to_owned(),
        rules: "classic".to_owned(),
        seed: 20_250_131,
        games: 1000,
        mr_x: mr_x.iter().map(ToString::to_string).collect(),
        detectives: detectives.iter().map(ToString::to_string).collect(),
        cells: (0..detectives.len())
            .map(|row| (0..mr_x.len()).map(|column| cell(row, column)).collect())
            .collect(),
    }
}

fn demo_series(wins: u64, games: u64, kind: usize) -> SeriesReport {
    let share = Share::new(wins, games);
    let capture_rounds = demo_wins(wins, kind);
    let slots: u64 = capture_rounds.iter().map(|(&slot, &count)| u64::from(slot) * count).sum();
    SeriesReport {
        games,
        detective_wins: wins,
        mr_x_wins: games - wins,
        detective_rate: share.rate,
        ci95: share.ci95,
        mean_rounds: (slots + 24 * (games - wins)) as f64 / games as f64,
        capture_rounds,
        fouls: if kind == 4 { 3 } else { 0 },
    }
}

/// Wins that come soon after Mr X surfaces.
fn demo_wins(wins: u64, kind: usize) -> BTreeMap<u8, u64> {
    let weights = [1, 5, 2, 9, 14, 8, 5, 3, 11, 17, 12, 8, 5, 9, 13, 9, 6, 4, 7, 9, 6, 4, 3, 2];
    let weight = |slot: usize| weights[(slot + kind) % 24] as u64;
    let total: u64 = weights.iter().map(|&weight| weight as u64).sum();
    let mut counts: BTreeMap<u8, u64> =
        (0..24).map(|slot| (slot as u8 + 1, wins * weight(slot) / total)).collect();
    *counts.entry(10).or_default() += wins - counts.values().sum::<u64>();
    counts.retain(|_, count| *count > 0);
    counts
}

fn demo_rates(kind: usize) -> Vec<(f64, Estimate)> {
    let budgets = [100, 300, 1000, 3000, 10_000, 30_000, 100_000];
    let wins = |step: usize| 60 + 22 * kind as u64 + (step * (17 + 4 * kind)) as u64;
    let points = budgets.iter().enumerate().skip(kind / 2);
    points
        .map(|(step, &budget)| (f64::from(budget), estimate(Share::new(wins(step), 400))))
        .collect()
}
