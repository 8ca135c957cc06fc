//! Draws the values of solved grids over their length.
//!
//! `cargo run --release -p yard-report --example frontier -- research/results/solutions/grids.jsonl research/results/solutions`

use std::collections::BTreeMap;
use std::error::Error;
use std::fs;
use std::path::Path;

use serde_json::Value;
use yard_plot::Curve;
use yard_report::value_over_rounds;

fn bounds(solved: &Value) -> Result<[f64; 2], serde_json::Error> {
    serde_json::from_value(solved["detective_value"].clone())
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut args = std::env::args().skip(1);
    let (Some(lines), Some(folder)) = (args.next(), args.next()) else {
        return Err("give the lines of yard solve --json, and a folder".into());
    };
    let mut curves: BTreeMap<String, Vec<(f64, [f64; 2])>> = BTreeMap::new();
    for line in fs::read_to_string(lines)?.lines() {
        let solved: Value = serde_json::from_str(line)?;
        let name = solved["rules"].as_str().unwrap_or_default();
        let numbers = name.strip_prefix("grid:").unwrap_or_default().split(',');
        if let [size, detectives, rounds] = numbers.collect::<Vec<_>>()[..] {
            let plural = if detectives == "1" { "" } else { "s" };
            let curve = format!("{size} × {size}, {detectives} detective{plural}");
            let curve = curves.entry(curve).or_default();
            for shorter in solved["shorter"].as_array().into_iter().flatten() {
                curve.push((serde_json::from_value(shorter["rounds"].clone())?, bounds(shorter)?));
            }
            curve.push((rounds.parse()?, bounds(&solved)?));
        }
    }
    let curves: Vec<Curve<[f64; 2]>> = curves
        .into_iter()
        .filter(|(name, _)| name.ends_with("2 detectives"))
        .map(|(name, points)| Curve { name, points })
        .collect();
    let note = "Mr X is seen after every third round; yard solve, see docs/research/solutions.md";
    let plot = value_over_rounds("Which grids make a fair game?", note, &curves);
    fs::write(Path::new(&folder).join("frontier.svg"), plot.svg())?;
    Ok(())
}
