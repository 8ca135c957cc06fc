//! What a published second is worth in playouts of ours, from what `yard reproduce --out DIR` wrote:
//! `cargo run --release -p yard-arena --example seconds -- DIR/nijssen-7.3.json:27 DIR/nijssen-7.11.json:4
//! DIR/nijssen-seconds.json:0`.
//!
//! The number after a file says how many of its first cells hold published figures; in those, 3,000 playouts
//! or 15,000 nodes are a second. Every cell of every file is ours. A published figure is set beside all of ours
//! for the same pair of players, whatever their budget, and each row counts those of one time and one budget.

use std::collections::{BTreeMap, BTreeSet};
use std::error::Error;

use serde_json::Value;
use yard_arena::difference;

/// Playouts of ours that stand for a second in the files.
const SECOND: f64 = 3000.0;
/// Nodes of the minimax players for each of them.
const NODES_A_PLAYOUT: f64 = 5.0;

/// An agent without its budget, and the budget in playouts.
fn split(text: &str) -> (String, f64) {
    let (name, rest) = text.split_once(':').unwrap_or((text, ""));
    let mut playouts = SECOND;
    let mut kept = Vec::new();
    for part in rest.split(',') {
        match part.split_once('=') {
            Some(("playouts", count)) => playouts = count.parse().unwrap_or(SECOND),
            Some(("nodes", count)) => {
                playouts = count.parse().unwrap_or(SECOND) / NODES_A_PLAYOUT;
            }
            Some(_) | None => kept.push(part),
        }
    }
    kept.sort_unstable();
    (format!("{name}:{}", kept.join(",")), playouts)
}

/// Two players without their budgets.
type Pair = [String; 2];

/// Our figure: wins of the detectives and games.
type Ours = (u64, u64);

#[derive(Default)]
struct Found {
    /// The published figures by table, pair and seconds in thousandths.
    published: BTreeMap<(String, Pair, u64), (f64, u64)>,
    /// Ours by pair and playouts.
    ours: BTreeMap<(Pair, u64), Ours>,
}

impl Found {
    fn read(&mut self, argument: &str) -> Result<(), Box<dyn Error>> {
        let (path, count) = argument.rsplit_once(':').ok_or("FILE.json:COUNT")?;
        let count: u64 = count.parse()?;
        let table: Value = serde_json::from_str(&std::fs::read_to_string(path)?)?;
        let name = table["name"].as_str().ok_or("no name")?.to_owned();
        for cell in table["cells"].as_array().ok_or("no cells")? {
            let text = |key: &str| cell[key].as_str().ok_or(format!("no {key}"));
            let (mr_x, playouts) = split(text("x")?);
            let (team, same) = split(text("detectives")?);
            if playouts != same {
                continue;
            }
            let pair = [mr_x, team];
            let games = cell["ours"]["games"].as_u64().ok_or("no games")?;
            let wins = cell["ours"]["detective_wins"].as_u64().ok_or("no wins")?;
            self.ours.insert((pair.clone(), playouts as u64), (wins, games));
            if cell["cell"].as_u64().is_some_and(|number| number <= count) {
                let rate = cell["published"].as_f64().ok_or("no published figure")?;
                let games = cell["published_games"].as_u64().ok_or("no published games")?;
                let seconds = (1000.0 * playouts / SECOND) as u64;
                self.published.insert((name.clone(), pair, seconds), (rate, games));
            }
        }
        Ok(())
    }

    /// One row: all published figures of a table and time beside ours with so many playouts.
    fn row(&self, table: &str, seconds: u64, playouts: u64, kind: Kind) -> Option<String> {
        let (mut agree, mut all, mut apart, mut games_of_ours) = (0, 0_u32, 0.0, u64::MAX);
        for ((name, pair, time), (rate, theirs)) in &self.published {
            if name != table || *time != seconds || !kind.has(pair) {
                continue;
            }
            let Some(&(wins, games)) = self.ours.get(&(pair.clone(), playouts)) else { continue };
            let published = ((rate / 100.0 * *theirs as f64).round() as u64, *theirs);
            let [below, above] = difference((wins, games), published);
            agree += u32::from(below <= 0.0 && 0.0 <= above);
            all += 1;
            apart += 100.0 * wins as f64 / games as f64 - rate;
            games_of_ours = games_of_ours.min(games);
        }
        let second = 1000 * playouts / seconds;
        let time = seconds as f64 / 1000.0;
        (all > 0).then(|| {
            let mean = apart / f64::from(all);
            format!(
                "| {table}, {} | {time} s | {playouts} | {second} | {agree} of {all} | {mean:+.1} | {games_of_ours} |",
                kind.name()
            )
        })
    }
}

/// Which pairs a row counts.
#[derive(Clone, Copy, PartialEq)]
enum Kind {
    /// Nobody plays random moves in playouts.
    Rules,
    /// Somebody does.
    Random,
}

impl Kind {
    fn has(self, pair: &Pair) -> bool {
        let random = pair.iter().any(|agent| agent.contains("=random"));
        random == (self == Kind::Random)
    }

    fn name(self) -> &'static str {
        match self {
            Kind::Rules => "rules in playouts",
            Kind::Random => "random playouts",
        }
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut found = Found::default();
    for argument in std::env::args().skip(1) {
        found.read(&argument).map_err(|error| format!("{argument}: {error}"))?;
    }
    let times: BTreeSet<(&str, u64)> =
        found.published.keys().map(|(table, _, seconds)| (table.as_str(), *seconds)).collect();
    let budgets: BTreeSet<u64> = found.ours.keys().map(|(_, playouts)| *playouts).collect();
    println!(
        "| cells | published | our playouts | a second | agree | mean difference | games at least |"
    );
    println!("|---|---|---|---|---|---|---|");
    for kind in [Kind::Rules, Kind::Random] {
        for (table, seconds) in &times {
            for playouts in &budgets {
                if let Some(row) = found.row(table, *seconds, *playouts, kind) {
                    println!("{row}");
                }
            }
        }
    }
    Ok(())
}
