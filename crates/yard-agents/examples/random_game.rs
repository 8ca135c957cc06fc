//! Plays a random game and prints its record.
//!
//! `cargo run -p yard-agents --example random_game [RULES] [SEED]`

use std::error::Error;
use std::sync::Arc;

use yard_agents::{RandomAgent, Seed, referee};
use yard_core::{Record, presets};

fn main() -> Result<(), Box<dyn Error>> {
    let mut args = std::env::args().skip(1);
    let rules = args.next().unwrap_or_else(|| "classic".to_owned());
    let seed = Seed(args.next().map_or(Ok(1), |seed| seed.parse())?);
    let rules = Arc::new(presets::rules(&rules)?);
    let game = referee(&rules, seed, &mut RandomAgent, &mut RandomAgent)
        .map_err(|foul| foul.to_string())?;
    print!("{}", Record::of(&game));
    Ok(())
}
