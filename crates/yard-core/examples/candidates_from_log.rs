//! Counts where Mr X can be, from the log of a real table in which his stations are `?`.
//!
//! `cargo run -p yard-core --example candidates_from_log [FILE]` reads a record from a file.

use std::error::Error;
use std::sync::Arc;

use yard_core::{PublicPly, Record, presets};

/// Three rounds of a game, in which Mr X was seen once; docs/reference/record.md describes the format.
const LOG: &str = "\
yard-record 1
rules classic
start ? 26 138 132 91 13
1 2T?U? | T27 T150 T114 T56 T14
2 2T166K? | T28 T151 T126 T42 B13
3 K? | T15 T150 T114 T72 T24
";

fn main() -> Result<(), Box<dyn Error>> {
    let text = match std::env::args().nth(1) {
        Some(path) => std::fs::read_to_string(path)?,
        None => LOG.to_owned(),
    };
    let record: Record = text.parse()?;
    let rules = Arc::new(presets::rules(&record.rules)?);
    let view = record.replay_view(rules)?;
    let mut replay = view.replay();
    println!("start: {} candidates", replay.view().candidates().len());
    while let Some(ply) = replay.play_next()? {
        let mv = match ply {
            PublicPly::MrX(mv) => format!("Mr X {mv}"),
            PublicPly::Detective(mv) => format!("detective {mv}"),
        };
        println!("{mv}: {} candidates", replay.view().candidates().len());
    }
    println!("Mr X can be on {}", view.candidates());
    Ok(())
}
